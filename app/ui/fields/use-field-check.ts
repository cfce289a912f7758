import { type ReactNode, useEffect, useRef, useState } from 'react'
import { afterPress } from './after-press.ts'
import { answerFor } from './field-checks.ts'
import { writeInto } from './write-into.ts'

type TextControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

type Check = {
  id: string
  label: ReactNode
  /** The server's error; it stays until the field has been changed and left. */
  error: string | undefined
  required: boolean
  /** 入力 or 選択: how a field is filled in. */
  fill?: 'type' | 'choose'
  /** The error of a text that is not empty. */
  complaint?: ((typed: string) => string | undefined) | undefined
  /** The normalised text; an invalid one is returned unchanged. */
  tidy?: ((typed: string) => string) | undefined
}

/**
 * When a field is validated: when it is left, and when its form is submitted; never while the user types. Normalising
 * is silent and comes first.
 */
export function useFieldCheck(check: Check) {
  const { id, error, tidy } = check
  // undefined: not validated yet; null: validated without error
  const [found, setFound] = useState<string | null | undefined>()
  const [heard, setHeard] = useState(error)
  const touched = useRef(false)
  if (heard !== error) {
    setHeard(error)
    setFound(undefined)
  }
  const label = typeof check.label === 'string' ? check.label : undefined

  function look(): string | undefined {
    const control = document.getElementById(id)
    const said = isTextControl(control) ? sentenceFor(check, control.value, label) : undefined
    setFound(said ?? null)
    return said
  }
  useEffect(() => answerFor(id, { label, ask: look }))
  useEffect(() => {
    const control = document.getElementById(id)
    const form = isTextControl(control) ? control.form : null
    // a server error counts again, even if it is the same text
    const sent = () => setFound((before) => before ?? undefined)
    form?.addEventListener('submit', sent)
    return () => form?.removeEventListener('submit', sent)
  }, [id])

  return {
    error: found === undefined ? error : (found ?? undefined),
    onInput: () => {
      touched.current = true
    },
    onBlur: (control: TextControl) => {
      const changed = touched.current
      if (tidy) writeInto(control, tidy(control.value))
      if (changed || (control.value !== '' && !error)) afterPress(look)
    },
  }
}

function sentenceFor({ required, complaint, fill = 'type' }: Check, typed: string, label: string | undefined) {
  if (typed.trim() !== '') return complaint?.(typed)
  if (!required) return undefined
  return `${label ? `${label}を` : ''}${fill === 'type' ? '入力して' : '選択して'}ください`
}

const isTextControl = (element: Element | null): element is TextControl =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement
