import { createCookie } from 'react-router'
import { isCodeShaped } from '#modules/identity/mail-links.ts'

/**
 * The invitation that brought somebody to the staff's door, for an hour: it stands neither in the address bar nor in
 * the history. Out of reach of scripts; it does nothing by itself.
 */
const staffInvitationCookie = createCookie('__Host-adm-inv', {
  path: '/',
  secure: true,
  httpOnly: true,
  // 'strict' would not come along when the link in a mail leads from here to here
  sameSite: 'lax',
  maxAge: 60 * 60,
})

export const keepStaffInvitation = (code: string): Promise<string> => staffInvitationCookie.serialize(code)
export const forgetStaffInvitation = (): Promise<string> => staffInvitationCookie.serialize('', { maxAge: 0 })

/** The code that was kept; empty if there is none. */
export async function keptStaffInvitation(request: Request): Promise<string> {
  const kept: unknown = await staffInvitationCookie.parse(request.headers.get('cookie'))
  return typeof kept === 'string' && isCodeShaped(kept) ? kept : ''
}
