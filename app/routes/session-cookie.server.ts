import { adminCookie, adminSession, personSession, type sessionCookie } from '#modules/identity/session.ts'

type SessionCookieName = typeof sessionCookie | typeof adminCookie

/** __Host-: this host only, over a secure connection (browsers count localhost), out of reach of scripts. */
export function keepCookie(name: SessionCookieName, token: string): string {
  const life = name === adminCookie ? adminSession : personSession
  const sameSite = name === adminCookie ? 'Strict' : 'Lax'
  return `${name}=${token}; Path=/; Secure; HttpOnly; SameSite=${sameSite}; Max-Age=${life.absoluteMs / 1000}`
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
