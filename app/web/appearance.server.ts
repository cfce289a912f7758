import type { Ctx } from '#authorization/ctx.ts'
import { type Appearance, isNight, parseAppearance, usualLooks } from '#kernel/appearance.ts'
import { keepCookie, readCookie } from './session-cookie.server.ts'

/** The appearance of the pages of this request; for the root and for the settings form. */
export type ShownAppearance = Appearance & {
  /** Whether it is night in Japan now, by the server's clock. */
  atNight: boolean
  /** 「夜間のみ暗く」 is for users who work at night. */
  offersNight: boolean
  /** Staff have a cookie of their own, sent to addresses under /admin only. */
  savedAt: '/looks' | '/admin/looks'
}

/** The account's setting, then this browser's, then the default. No query: the actor carries it. */
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

/** For visitors, and for the pages before a repeated sign-in. */
export const keepAppearance = ({ theme, textSize }: Appearance): string =>
  keepCookie('__Host-looks', `${theme}.${textSize}`)

function looksIn(request: Request): Appearance | null {
  const [theme, textSize] = (readCookie(request, '__Host-looks') ?? '').split('.', 2)
  return parseAppearance(theme, textSize)
}
