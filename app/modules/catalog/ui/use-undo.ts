import { useEffect, useRef } from 'react'
import { type Fetcher, useSubmit } from 'react-router'
import { showToast } from '#ui/toast-list.ts'

/**
 * Says what was taken away as soon as it is, with the way back. `again` is the form that brings it back. Answers what to
 * call when the button is pressed that takes it away: the same thing may stand twice on a page, and one says it.
 */
export function useUndo(
  fetcher: Pick<Fetcher<{ problem?: unknown }>, 'data'>,
  said: string,
  again: Readonly<Record<string, string>>,
): () => void {
  const submit = useSubmit()
  const pressed = useRef(false)
  const answer = fetcher.data
  useEffect(() => {
    if (!answer || answer.problem || !pressed.current) return
    pressed.current = false
    const onPress = () =>
      void submit(again, {
        method: 'post',
        action: '/restaurant/favourites',
        navigate: false,
        preventScrollReset: true,
      })
    showToast({ text: said, action: { label: '元にもどす', onPress } })
  })
  return () => {
    pressed.current = true
  }
}
