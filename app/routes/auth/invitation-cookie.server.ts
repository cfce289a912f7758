import { isCodeShaped } from '#modules/identity/mail-links.ts'
import { valueCookie } from '#web/session-cookie.server.ts'

/**
 * The invitation that brought somebody here, for half an hour: it stands neither in the address bar nor in the
 * history, and is still there after a sign-in. Out of reach of scripts; it does nothing by itself.
 */
const invitationCookie = valueCookie('__Host-inv')

export const keepInvitation = (code: string): Promise<string> => invitationCookie.serialize(code)
export const forgetInvitation = (): Promise<string> => invitationCookie.serialize('', { maxAge: 0 })

export async function keptInvitation(request: Request): Promise<string | null> {
  const kept: unknown = await invitationCookie.parse(request.headers.get('cookie'))
  return typeof kept === 'string' && isCodeShaped(kept) ? kept : null
}
