import { isCodeShaped } from '#modules/identity/mail-links.ts'
import { valueCookie } from '#web/session-cookie.server.ts'

/**
 * The invitation of this visit, for half an hour: it is in neither the address bar nor the history, and survives a
 * sign-in. Not readable by scripts; it has no effect by itself.
 */
const invitationCookie = valueCookie('__Host-inv')

export const keepInvitation = (code: string): Promise<string> => invitationCookie.serialize(code)
export const forgetInvitation = (): Promise<string> => invitationCookie.serialize('', { maxAge: 0 })

export async function keptInvitation(request: Request): Promise<string | null> {
  const kept: unknown = await invitationCookie.parse(request.headers.get('cookie'))
  return typeof kept === 'string' && isCodeShaped(kept) ? kept : null
}
