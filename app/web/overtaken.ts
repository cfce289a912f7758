import { useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Also after a refusal because something has changed meanwhile (409): the page shows what stands there now, and its
 * form carries the new version. After other refusals what is typed is all that counts; without a session (401) asking
 * for the page again would lead away from it.
 */
export const revalidateOvertaken = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate || actionStatus === 409

/** The key of a form that begins anew with `next`, but not while a refusal is shown: what is typed there stays. */
export function useStoredKey(next: string, refused: boolean): string {
  const [kept, setKept] = useState(next)
  if (!refused && kept !== next) setKept(next)
  return refused ? kept : next
}
