import type { CodePurpose } from '#kernel/words.ts'

/** What a link in a mail is for, as its address says it; the first four as Firebase calls them. */
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

/** A secret of ours has this shape; anything else is looked up nowhere. */
export const isCodeShaped = (text: string | null | undefined): text is string => /^[\w-]{43}$/.test(text ?? '')

/** The address that stands in a mail. `site`: where our pages are, without a slash at the end. */
export const mailLink = (site: string, mode: LinkMode, code: string): string =>
  `${site}/auth/MngAccount?mode=${mode}&oobCode=${code}&lang=ja`

/**
 * Links in mails, the answers of farms and the calendars of deliveries lead here, with secrets in their addresses: they are told to nobody, and
 * written down nowhere.
 */
export const carriesSecrets = (path: string) => /^\/auth(\/|\.data$|$)/i.test(path) || bareCode.test(path)

const bareCode = /^\/(calendar\/|a\/)?[\w-]{43}(?=\/|\.data$|\.ics$|$)/i

/** What may be written down of a page that was looked at: without the query, or the code, of a mailed link. */
export function pathWithoutSecrets(place: string): string {
  const [path = '/'] = place.split('?')
  return carriesSecrets(path) ? path.replace(bareCode, '/…') : place
}
