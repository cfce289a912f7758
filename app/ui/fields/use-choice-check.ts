import { useEffect, useState } from 'react'
import { answerFor } from './field-checks.ts'

type Check = {
  /** Of the box, or of the fieldset around the boxes. */
  id: string
  label?: string | undefined
  error: string | undefined
  /** The error if nothing is selected; without it a selection is optional. */
  missing?: string | undefined
}

/** Choices are validated when the form is submitted; selecting anything removes the error. */
export function useChoiceCheck({ id, label, error, missing }: Check) {
  const [found, setFound] = useState<string | null | undefined>()
  const [heard, setHeard] = useState(error)
  if (heard !== error) {
    setHeard(error)
    setFound(undefined)
  }
  function look(): string | undefined {
    const said = missing && !isAnythingChosen(id) ? missing : undefined
    setFound(said)
    return said
  }
  useEffect(() => answerFor(id, { label, ask: look }))
  return { error: found === undefined ? error : (found ?? undefined), onChange: () => setFound(null) }
}

function isAnythingChosen(id: string): boolean {
  const asked = document.getElementById(id)
  if (asked instanceof HTMLInputElement) return asked.checked
  return asked?.querySelector('input:checked') != null
}
