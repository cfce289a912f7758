import type { Ctx } from '#access/ctx.ts'
import { isNight, type Looks, parseLooks, usualLooks } from '#kernel/looks.ts'

/** What the pages of this request look like; for the root and for the form in which one chooses. */
export type ShownLooks = Looks & {
  /** Whether it is night in Japan now, by the server's clock. */
  atNight: boolean
  /** 「夜だけ暗く」 is for those who work at night. */
  offersNight: boolean
  /** Staff have a cookie of their own, which only addresses under /admin hear. */
  savedAt: '/looks' | '/admin/looks'
}

const cookieName = 'looks'
const yearSeconds = 365 * 24 * 3600

/** The account's choice, then this browser's, then the usual. Asks the database nothing: the actor brings it along. */
export function looksFor({ actor, now }: Pick<Ctx, 'actor' | 'now'>, request: Request): ShownLooks {
  const chosen = 'looks' in actor ? actor.looks : undefined
  const looks = chosen ?? looksIn(request) ?? usualLooks
  return {
    ...looks,
    atNight: isNight(now),
    offersNight: actor.kind === 'buyer' || looks.theme === 'night',
    savedAt: actor.kind === 'staff' ? '/admin/looks' : '/looks',
  }
}

/** For visitors, and for the pages one sees before one has signed in again. */
export const keepLooks = ({ theme, textSize }: Looks): string =>
  `${cookieName}=${theme}.${textSize}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${yearSeconds}`

function looksIn(request: Request): Looks | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    const [theme, textSize] = (value ?? '').split('.', 2)
    if (name === cookieName) return parseLooks(theme, textSize)
  }
  return null
}
