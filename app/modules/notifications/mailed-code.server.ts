import type { Encryption } from '#kernel/encryption.ts'
import type { MailedCodeId } from '#kernel/ids.ts'

/**
 * The secret of a mailed link, 43 characters of base64url. It is derived from the id in the stored mail when the mail
 * is sent, and is stored nowhere: the id alone is of no use.
 */
export const mailedCode = (encryption: Encryption, id: MailedCodeId): string =>
  encryption.mark('mailed-code', id).toString('base64url')
