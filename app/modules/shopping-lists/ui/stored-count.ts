import { type RefObject, useEffect, useState } from 'react'
import { draftText, readDraft } from '#kernel/draft.ts'
import { putBack, storedFields } from '#ui/fields/stored-fields.ts'

/** A count of the morning is outdated the next day. */
const keptHours = 12

const keyOf = (name: string) => `count:${name}`

/**
 * Stores what is typed while counting stock, with every key and on this device, and restores it when the page is opened
 * again: a phone in a cold store loses its connection, sleeps and reloads. Returns whether something was restored.
 */
export function useStoredCount(name: string, form: RefObject<HTMLFormElement | null>): boolean {
  const [back, setBack] = useState(false)
  useEffect(() => {
    const watched = form.current
    if (!watched) return
    const kept = readDraft(quietly(() => localStorage.getItem(keyOf(name))) ?? null, new Date())
    const fields = kept?.fields.filter(([, value]) => value !== '') ?? []
    const fresh = kept !== null && Date.now() - kept.savedAt.getTime() < keptHours * 3_600_000
    if (fresh && fields.length > 0) {
      putBack(watched, fields)
      setBack(true)
    }
    const keep = () =>
      quietly(() =>
        localStorage.setItem(keyOf(name), draftText({ savedAt: new Date(), fields: storedFields(watched) })),
      )
    watched.addEventListener('input', keep)
    return () => watched.removeEventListener('input', keep)
  }, [name, form])
  return back
}

export const forgetCount = (name: string) => quietly(() => localStorage.removeItem(keyOf(name)))

/** A browser may refuse to store anything (private windows, full disks); then nothing is stored, without an error. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
