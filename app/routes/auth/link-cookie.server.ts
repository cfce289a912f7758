import { isCodeShaped, isLinkMode, type LinkMode } from '#modules/identity/mail-links.ts'
import { valueCookie } from '#web/session-cookie.server.ts'

/**
 * The link that brought somebody here, for half an hour, so that it stands neither in the address bar nor in the
 * history, and a page that is loaded again is still there. Out of reach of scripts; it changes nothing by itself.
 */
const linkCookie = valueCookie('__Host-act')

export type MailLink = { mode: LinkMode; code: string }

export const keepLink = (link: MailLink): Promise<string> => linkCookie.serialize(link)
export const forgetLink = (): Promise<string> => linkCookie.serialize('', { maxAge: 0 })

export async function keptLink(request: Request): Promise<MailLink | null> {
  const kept: unknown = await linkCookie.parse(request.headers.get('cookie'))
  if (typeof kept !== 'object' || kept === null || !('mode' in kept) || !('code' in kept)) return null
  return readLink(kept.mode, kept.code)
}

/** What an address or a form says, or null for anything that is no link of ours. */
export const readLink = (mode: unknown, code: unknown): MailLink | null =>
  typeof mode === 'string' && typeof code === 'string' && isLinkMode(mode) && isCodeShaped(code) ? { mode, code } : null
