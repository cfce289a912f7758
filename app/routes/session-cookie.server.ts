import { codeLifeMs } from '#modules/identity/one-time-code.server.ts'
import {
  adminCookie,
  adminSession,
  adminTicketCookie,
  deviceCookie,
  deviceLifeMs,
  draftCookie,
  draftLife,
  personSession,
  phoneCookie,
  sessionCookie,
  socialCookie,
  ticketCookie,
  viewCookie,
  viewLifeMs,
} from '#modules/identity/session.ts'

type SessionCookieName =
  | typeof sessionCookie
  | typeof adminCookie
  | typeof draftCookie
  | typeof ticketCookie
  | typeof adminTicketCookie
  | typeof deviceCookie
  | typeof viewCookie
  | typeof phoneCookie
  | typeof socialCookie

const lifeMs: Record<SessionCookieName, number> = {
  [sessionCookie]: personSession.absoluteMs,
  [adminCookie]: adminSession.absoluteMs,
  [draftCookie]: draftLife.cookieMs,
  [ticketCookie]: codeLifeMs.second_factor,
  [adminTicketCookie]: codeLifeMs.second_factor,
  [deviceCookie]: deviceLifeMs,
  [viewCookie]: viewLifeMs,
  [phoneCookie]: codeLifeMs.phone_code,
  [socialCookie]: codeLifeMs.social,
}
/** Never sent along from another site, not even by a link. */
const strict: readonly SessionCookieName[] = [adminCookie, adminTicketCookie, viewCookie]

/** __Host-: this host only, over a secure connection (browsers count localhost), out of reach of scripts. */
export function keepCookie(name: SessionCookieName, token: string): string {
  const sameSite = strict.includes(name) ? 'Strict' : 'Lax'
  return `${name}=${token}; Path=/; Secure; HttpOnly; SameSite=${sameSite}; Max-Age=${lifeMs[name] / 1000}`
}

export const forgetCookie = (name: SessionCookieName): string =>
  `${name}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0`

export function readCookie(request: Request, name: SessionCookieName): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value) return value
  }
  return null
}
