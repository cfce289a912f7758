import type { CodePurpose } from '#kernel/enums.ts'
import type { MailedCodeId } from '#kernel/ids.ts'
import { type OurPage, ourPage } from '#modules/notifications/our-page.ts'

/** What a link in a mail is for, as in its address; the first four use Firebase's names. */
export const linkModes = [
  'verifyEmail',
  'resetPassword',
  'verifyAndChangeEmail',
  'recoverEmail',
  'stopAccountChange',
] as const
export type LinkMode = (typeof linkModes)[number]

export const purposeOf = {
  verifyEmail: 'verify_email',
  resetPassword: 'reset_password',
  verifyAndChangeEmail: 'change_email',
  recoverEmail: 'recover_email',
  stopAccountChange: 'stop_change',
} as const satisfies Record<LinkMode, CodePurpose>

export const isLinkMode = (text: string | null): text is LinkMode => linkModes.some((mode) => mode === text)

/** Our secrets have this shape; anything else is not looked up. */
export const isCodeShaped = (text: string | null | undefined): text is string => /^[\w-]{43}$/.test(text ?? '')

/** The address in a stored mail; the secret replaces the id when the mail is sent. */
export const mailLink = (mode: LinkMode, id: MailedCodeId): OurPage =>
  ourPage(`/auth/MngAccount?mode=${mode}&oobCode=${id}&lang=ja`)

/**
 * Links in mails, the answer links of farms, delivery calendars and the unsubscribe links lead here, with secrets in
 * their addresses: these are sent to no other site (Referer), and are in no log and no table.
 */
export const carriesSecrets = (path: string) => /^\/auth(\/|\.data$|$)/i.test(path) || bareCode.test(path)

/** The key of `/unsubscribe` was a UUID until migration 0050. */
const bareCode = /^\/((calendar\/|a\/)?[\w-]{43}|unsubscribe\/[\w-]{36,43})(?=\/|\.data$|\.ics$|$)/i

/** What may be stored of the address of a viewed page: without the query, or the code, of a mailed link. */
export function pathWithoutSecrets(place: string): string {
  const [path = '/'] = place.split('?')
  return carriesSecrets(path) ? path.replace(bareCode, '/…') : place
}
