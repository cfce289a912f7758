import { isCodeShaped, isLinkMode, type LinkMode } from '#modules/identity/mail-links.ts'
import { valueCookie } from '#web/session-cookie.server.ts'

/**
 * The link of this visit, for half an hour, so that it is in neither the address bar nor the history, and survives a
 * reload. Not readable by scripts; it has no effect by itself.
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

/** The link in an address or a form, or null for anything that is not one of ours. */
export const readLink = (mode: unknown, code: unknown): MailLink | null =>
  typeof mode === 'string' && typeof code === 'string' && isLinkMode(mode) && isCodeShaped(code) ? { mode, code } : null
