import { useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Also after a refusal because of a concurrent change (409): the page shows the current state, and its form carries the
 * new version. After other refusals only what was typed matters; without a session (401) reloading would redirect away.
 */
export const revalidateOvertaken = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate || actionStatus === 409

/** The key of a form that is reset with `next`, but not while a refusal is shown: what is typed there stays. */
export function useStoredKey(next: string, refused: boolean): string {
  const [kept, setKept] = useState(next)
  if (!refused && kept !== next) setKept(next)
  return refused ? kept : next
}
