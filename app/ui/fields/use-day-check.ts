import { type FocusEvent, useEffect, useState } from 'react'
import { dayRefusalText, readDayMonthYear } from '#kernel/typed-day.ts'
import { answerFor } from './field-checks.ts'

type Check = {
  id: string
  legend: string
  error: string | undefined
  required: boolean
  chosen: { year: string; month: string; day: string }
}

/** Three selects are one answer: validated when the last of them is left, and when the form is submitted. */
export function useDayCheck({ id, legend, error, required, chosen }: Check) {
  const [found, setFound] = useState<string | null | undefined>()
  const [heard, setHeard] = useState(error)
  if (heard !== error) {
    setHeard(error)
    setFound(undefined)
  }
  function look(): string | undefined {
    const read = readDayMonthYear(chosen.year, chosen.month, chosen.day)
    const fine = read.ok || (read.refusal === 'empty' && !required)
    const said = fine ? undefined : dayRefusalText(read.refusal)
    setFound(said ?? null)
    return said
  }
  useEffect(() => answerFor(id, { label: legend, ask: look }))
  return {
    error: found === undefined ? error : (found ?? undefined),
    onBlur(event: FocusEvent<HTMLFieldSetElement>) {
      const stays = event.currentTarget.contains(event.relatedTarget)
      if (!stays && Object.values(chosen).some((part) => part !== '')) look()
    },
  }
}
