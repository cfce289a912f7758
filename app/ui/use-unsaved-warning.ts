import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

const sentence = '入力内容は送信されていません。このページを離れますか？'

/**
 * Asks before the user leaves a form with input: to another page, another site, or by closing. Submitting counts as
 * done, until it is refused (`refusal` of `useFormCheck`).
 */
export function useUnsavedWarning(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  const unsaved = useRef(false)
  useEffect(() => {
    if (refusal) unsaved.current = true
  }, [refusal])

  useEffect(() => {
    const watched = form.current
    const typed = () => {
      unsaved.current = true
    }
    const sent = () => {
      unsaved.current = false
    }
    const leaving = (event: BeforeUnloadEvent) => {
      if (unsaved.current) event.preventDefault()
    }
    watched?.addEventListener('input', typed)
    watched?.addEventListener('submit', sent)
    window.addEventListener('beforeunload', leaving)
    return () => {
      watched?.removeEventListener('input', typed)
      watched?.removeEventListener('submit', sent)
      window.removeEventListener('beforeunload', leaving)
    }
  }, [form])

  useBlocker(
    useCallback<Parameters<typeof useBlocker>[0] & object>(
      ({ currentLocation, nextLocation }) =>
        unsaved.current && currentLocation.pathname !== nextLocation.pathname && !window.confirm(sentence),
      [],
    ),
  )
}
