import { useEffect, useRef } from 'react'
import { type Fetcher, useSubmit } from 'react-router'
import { showToast } from '#ui/toast-list.ts'

/** What the action of hearts and bells answers. */
export type KeepAnswer = { problem?: { summary: string } | undefined }

/**
 * Says what was taken away as soon as it is, with the way back; or why it is not. `again` is the form that brings it back.
 * Answers what to call when the button is pressed, and whether that takes it away: the same thing may stand twice on a
 * page, and only one says it.
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
      showToast({ text: said, action: { label: '元にもどす', onPress } })
    }
    const { current } = pressed
    if (!current || !answer || answer === current.before) return
    pressed.current = null
    if (answer.problem) return showToast({ text: answer.problem.summary, tone: 'akane' })
    if (current.takesAway) tell.current()
  })
  // in a list of what is kept the button goes away with its row, often in the same moment as the answer comes
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
