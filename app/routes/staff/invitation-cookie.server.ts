import { isCodeShaped } from '#modules/identity/mail-links.ts'
import { valueCookie } from '#web/session-cookie.server.ts'

/**
 * The invitation that brought somebody to the staff's door, for an hour: it stands neither in the address bar nor in
 * the history. Out of reach of scripts; it does nothing by itself.
 */
const staffInvitationCookie = valueCookie('__Host-adm-inv')

export const keepStaffInvitation = (code: string): Promise<string> => staffInvitationCookie.serialize(code)
export const forgetStaffInvitation = (): Promise<string> => staffInvitationCookie.serialize('', { maxAge: 0 })

/** The code that was kept; empty if there is none. */
export async function keptStaffInvitation(request: Request): Promise<string> {
  const kept: unknown = await staffInvitationCookie.parse(request.headers.get('cookie'))
  return typeof kept === 'string' && isCodeShaped(kept) ? kept : ''
}
