import { createCookie } from 'react-router'
import { isCodeShaped } from '#modules/identity/mail-links.ts'

/**
 * The invitation that brought somebody here, for half an hour: it stands neither in the address bar nor in the
 * history, and is still there after a sign-in. Out of reach of scripts; it does nothing by itself.
 */
const invitationCookie = createCookie('__Host-inv', {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
  maxAge: 30 * 60,
})

export const keepInvitation = (code: string): Promise<string> => invitationCookie.serialize(code)
export const forgetInvitation = (): Promise<string> => invitationCookie.serialize('', { maxAge: 0 })

export async function keptInvitation(request: Request): Promise<string | null> {
  const kept: unknown = await invitationCookie.parse(request.headers.get('cookie'))
  return typeof kept === 'string' && isCodeShaped(kept) ? kept : null
}
