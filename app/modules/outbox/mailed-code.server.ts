import type { MailedCodeId } from '#kernel/ids.ts'
import type { Vault } from '#kernel/vault.ts'

/**
 * The secret of a mailed link, 43 characters of base64url. It is derived from the id in the stored mail when the mail
 * is sent, and is stored nowhere: the id alone is of no use.
 */
export const mailedCode = (vault: Vault, id: MailedCodeId): string =>
  vault.mark('mailed-code', id).toString('base64url')
