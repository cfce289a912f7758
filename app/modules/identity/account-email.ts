import { type Email, type EmailRefusal, readEmail } from '#kernel/email.ts'
import { ok, type Result } from '#kernel/result.ts'

/** Accounts are found by the lower-case address. */
export function readAccountEmail(typed: string): Result<Email, EmailRefusal> {
  const read = readEmail(typed)
  return read.ok ? ok(read.value.toLowerCase() as Email) : read
}
