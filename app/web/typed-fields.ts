import { z } from 'zod'
import type { RefusalDetail, Result } from '#kernel/result.ts'
import { staleForm } from './form.ts'

type Reader<T, R extends string> = (typed: string) => Result<T, R>
type Says<R extends string> = (refusal: R, detail?: RefusalDetail) => string

/**
 * Parses a field on the server with the function that the field used on the page: `typed(readYen, numberRefusalText)`.
 */
export const typed = <T, R extends string>(read: Reader<T, R>, says: Says<R>) =>
  z.string(staleForm).transform((text, issue): T => {
    const result = read(text)
    if (result.ok) return result.value
    issue.addIssue({ code: 'custom', message: says(result.refusal, result.detail) })
    return z.NEVER
  })

/** The same for an optional field: null if empty. */
export const typedOrNothing = <T, R extends string>(read: Reader<T, R>, says: Says<R>) =>
  typed<T | null, R>((text) => (text.trim() === '' ? { ok: true, value: null } : read(text)), says)
