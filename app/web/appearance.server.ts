import type { Ctx } from '#authorization/ctx.ts'
import { type Appearance, isNight, parseAppearance, usualLooks } from '#kernel/appearance.ts'
import { keepCookie, readCookie } from './session-cookie.server.ts'

/** What the pages of this request look like; for the root and for the form in which one chooses. */
export type ShownAppearance = Appearance & {
  /** Whether it is night in Japan now, by the server's clock. */
  atNight: boolean
  /** 「夜だけ暗く」 is for those who work at night. */
  offersNight: boolean
  /** Staff have a cookie of their own, which only addresses under /admin hear. */
  savedAt: '/looks' | '/admin/looks'
}

/** The account's choice, then this browser's, then the usual. Asks the database nothing: the actor brings it along. */
export function looksFor({ actor, now }: Pick<Ctx, 'actor' | 'now'>, request: Request): ShownAppearance {
  const chosen = 'appearance' in actor ? actor.appearance : undefined
  const appearance = chosen ?? looksIn(request) ?? usualLooks
  return {
    ...appearance,
    atNight: isNight(now),
    offersNight: actor.kind === 'buyer' || appearance.theme === 'night',
    savedAt: actor.kind === 'staff' ? '/admin/looks' : '/looks',
  }
}

/** For visitors, and for the pages one sees before one has signed in again. */
export const keepAppearance = ({ theme, textSize }: Appearance): string =>
  keepCookie('__Host-looks', `${theme}.${textSize}`)

function looksIn(request: Request): Appearance | null {
  const [theme, textSize] = (readCookie(request, '__Host-looks') ?? '').split('.', 2)
  return parseAppearance(theme, textSize)
}
