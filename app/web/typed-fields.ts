import { z } from 'zod'
import type { RefusalDetail, Result } from '#kernel/result.ts'
import { staleForm } from './form.ts'

type Reader<T, R extends string> = (typed: string) => Result<T, R>
type Says<R extends string> = (refusal: R, detail?: RefusalDetail) => string

/** At the door, the same function reads a field that has read it on the page: `typed(readYen, numberRefusalText)`. */
export const typed = <T, R extends string>(read: Reader<T, R>, says: Says<R>) =>
  z.string(staleForm).transform((text, issue): T => {
    const result = read(text)
    if (result.ok) return result.value
    issue.addIssue({ code: 'custom', message: says(result.refusal, result.detail) })
    return z.NEVER
  })

/** The same for a field that may be left empty: null. */
export const typedOrNothing = <T, R extends string>(read: Reader<T, R>, says: Says<R>) =>
  typed<T | null, R>((text) => (text.trim() === '' ? { ok: true, value: null } : read(text)), says)
