import { createCookie } from 'react-router'
import { codeLifeMs } from '#modules/identity/one-time-code.server.ts'
import {
  adminCookie,
  adminSession,
  adminTicketCookie,
  deviceCookie,
  deviceLifeMs,
  draftCookie,
  draftLife,
  impersonationCookie,
  impersonationLifeMs,
  oauthCookie,
  personSession,
  phoneCookie,
  sessionCookie,
  ticketCookie,
} from '#modules/identity/session.ts'

type Declared = { lifeMs: number; sameSite?: 'strict' }

const minuteMs = 60_000
const yearMs = 365 * 24 * 60 * minuteMs

/**
 * All our cookies; there is no other way to set one. `strict`: never sent from another site, not even by a link. An
 * invitation of staff is not strict, because it would not be sent when the link in a mail redirects here.
 */
const cookies = {
  [sessionCookie]: { lifeMs: personSession.absoluteMs },
  [adminCookie]: { lifeMs: adminSession.absoluteMs, sameSite: 'strict' },
  [draftCookie]: { lifeMs: draftLife.cookieMs },
  [ticketCookie]: { lifeMs: codeLifeMs.second_factor },
  [adminTicketCookie]: { lifeMs: codeLifeMs.second_factor, sameSite: 'strict' },
  [deviceCookie]: { lifeMs: deviceLifeMs },
  [impersonationCookie]: { lifeMs: impersonationLifeMs, sameSite: 'strict' },
  [phoneCookie]: { lifeMs: codeLifeMs.phone_code },
  [oauthCookie]: { lifeMs: codeLifeMs.social },
  '__Host-inv': { lifeMs: 30 * minuteMs },
  '__Host-adm-inv': { lifeMs: 60 * minuteMs },
  '__Host-act': { lifeMs: 30 * minuteMs },
  '__Host-notice': { lifeMs: minuteMs },
  // longer than the message that it is of
  '__Host-shown': { lifeMs: 2 * minuteMs },
  '__Host-pressed': { lifeMs: 15 * minuteMs },
  '__Host-kitchen': { lifeMs: yearMs },
  '__Host-later': { lifeMs: yearMs },
  '__Host-looks': { lifeMs: yearMs },
  // longer than another process may be behind (infra/db/change-feed.server.ts)
  '__Host-wrote': { lifeMs: 2_000 },
} as const satisfies Record<`__Host-${string}`, Declared>

type CookieName = keyof typeof cookies

/**
 * For the whole site, over a secure connection (browsers accept localhost), not readable by scripts: required by
 * `__Host-`.
 */
function attributesOf(name: CookieName) {
  const { lifeMs, sameSite }: Declared = cookies[name]
  return { path: '/', secure: true, httpOnly: true, sameSite: sameSite ?? 'lax', maxAge: lifeMs / 1000 } as const
}

/** A cookie that holds a JSON value. */
export const valueCookie = (name: CookieName) => createCookie(name, attributesOf(name))

/** The header that stores a value of ours (letters, digits, `.`, `_`, `-`) in the browser. */
export const keepCookie = (name: CookieName, text: string): string => header(name, text, attributesOf(name).maxAge)

export const forgetCookie = (name: CookieName): string => header(name, '', 0)

function header(name: CookieName, text: string, maxAge: number): string {
  const sameSite = attributesOf(name).sameSite === 'strict' ? 'Strict' : 'Lax'
  return `${name}=${text}; Path=/; Secure; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAge}`
}

export function readCookie(request: Request, name: CookieName): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value) return value
  }
  return null
}
