import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Changes } from '#kernel/changes.ts'

/** Says that this browser has sent something in the last two seconds; it grants nothing. */
const writtenCookie = '__Host-wrote'
/** Longer than another process may be behind (infra/db/change-feed.server.ts), in seconds. */
const lasts = 2

/**
 * For several processes at one address: the page after a form may be asked of another one than took the form, which hears
 * of the change a moment later. It catches up first (docs/decisions/0096).
 */
export const readsOwnWrites =
  (changes: Pick<Changes, 'caughtUp'>): MiddlewareHandler =>
  async (c, next) => {
    if (getCookie(c, writtenCookie)) await changes.caughtUp()
    await next()
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isRead && c.req.header('cookie'))
      setCookie(c, writtenCookie, '1', { path: '/', maxAge: lasts, httpOnly: true, secure: true, sameSite: 'Lax' })
  }
