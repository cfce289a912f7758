import type { MiddlewareHandler } from 'hono'
import type { Changes } from '#kernel/changes.ts'
import { keepCookie, readCookie } from '../app/web/session-cookie.server.ts'

const writtenCookie = '__Host-wrote'

/**
 * For several processes at one address: the page after a form may be asked of another one than took the form, which hears
 * of the change a moment later. It catches up first (docs/decisions/0096).
 */
export const readsOwnWrites =
  (changes: Pick<Changes, 'caughtUp'>): MiddlewareHandler =>
  async (c, next) => {
    if (readCookie(c.req.raw, writtenCookie)) await changes.caughtUp()
    await next()
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isRead && c.req.header('cookie')) c.header('set-cookie', keepCookie(writtenCookie, '1'), { append: true })
  }
