import { isCodeShaped } from '#modules/identity/mail-links.ts'
import { valueCookie } from '#web/session-cookie.server.ts'

/**
 * The staff invitation of this visit, for an hour: it is in neither the address bar nor the history. Not readable by
 * scripts; it has no effect by itself.
 */
const staffInvitationCookie = valueCookie('__Host-adm-inv')

export const keepStaffInvitation = (code: string): Promise<string> => staffInvitationCookie.serialize(code)
export const forgetStaffInvitation = (): Promise<string> => staffInvitationCookie.serialize('', { maxAge: 0 })

/** The stored code; empty if there is none. */
export async function keptStaffInvitation(request: Request): Promise<string> {
  const kept: unknown = await staffInvitationCookie.parse(request.headers.get('cookie'))
  return typeof kept === 'string' && isCodeShaped(kept) ? kept : ''
}
