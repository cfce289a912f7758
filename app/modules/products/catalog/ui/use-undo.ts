import { useEffect, useRef } from 'react'
import type { Fetcher } from 'react-router'
import { useSubmit } from '#ui/fetcher.tsx'
import { showToast } from '#ui/toast-list.ts'

/** The response of the actions of hearts and bells. */
export type KeepAnswer = { problem?: { summary: string } | undefined }

/**
 * Reports a removal immediately, with an undo; or why it failed. `again` is the form that restores it. Returns the
 * function to call on the press, and whether the press removes it: the same thing may be on a page twice, and only one
 * reports.
 */
export function useUndo(
  { data: answer }: Pick<Fetcher<KeepAnswer>, 'data'>,
  said: string,
  again: Readonly<Record<string, string>>,
): (takesAway: boolean) => void {
  const submit = useSubmit()
  const pressed = useRef<{ takesAway: boolean; before: KeepAnswer | undefined } | null>(null)
  const tell = useRef(() => {})
  useEffect(() => {
    tell.current = () => {
      const onPress = () =>
        void submit(again, {
          method: 'post',
          action: '/restaurant/favourites',
          navigate: false,
          preventScrollReset: true,
        })
      showToast({ text: said, action: { label: '元に戻す', onPress } })
    }
    const { current } = pressed
    if (!current || !answer || answer === current.before) return
    pressed.current = null
    if (answer.problem) return showToast({ text: answer.problem.summary, tone: 'akane' })
    if (current.takesAway) tell.current()
  })
  // in a list of favourites the button disappears with its row, often at the moment the response arrives
  useEffect(
    () => () => {
      if (pressed.current?.takesAway) tell.current()
    },
    [],
  )
  return (takesAway) => {
    pressed.current = { takesAway, before: answer }
  }
}
