import type { MailedCodeId } from '#kernel/ids.ts'
import type { Vault } from '#kernel/vault.ts'

/**
 * The secret of a link that is mailed, 43 characters of base64url. It is made from the id that stands in the stored mail,
 * when the mail is sent, and is stored nowhere: the id alone opens nothing.
 */
export const mailedCode = (vault: Vault, id: MailedCodeId): string =>
  vault.mark('mailed-code', id).toString('base64url')
