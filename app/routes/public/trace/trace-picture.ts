import { NotFound } from '#kernel/errors.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { wishIn } from '#modules/traceability/badges/badge-file.ts'
import { drawBadge } from '#modules/traceability/badges/drawings/draw-badge.ts'
import { drawEnded } from '#modules/traceability/badges/drawings/ended.ts'
import { drawToday } from '#modules/traceability/badges/drawings/today.ts'
import { badgeAtAddress } from '#modules/traceability/badges/shop-badges.server.ts'
import { todaysGoods } from '#modules/traceability/badges/todays-goods.server.ts'
import { drawings, drawnAnswer, ourLetters } from '#web/badge-drawings.server.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/trace-picture.ts'
import { enterTrace } from './trace-entry.server.ts'

/**
 * The pictures on a restaurant's own site: /trace/:token/badge.svg and today.svg (本日の産地). They show what is proven now:
 * cached for at most 30 seconds, and for a badge that has ended they show that it has.
 */
export const loader = page(async (ctx, { request, params, context }: Route.LoaderArgs) => {
  await enterTrace(ctx, context.get(requestFacts).ip)
  const found = await badgeAtAddress(ctx, params.token)
  if (!found || (params.picture !== 'badge.svg' && params.picture !== 'today.svg')) throw new NotFound('badge')
  const letters = await ourLetters(context.get(requestFacts).clientFolder)
  const today = jstDateOf(ctx.now)
  const { shape } = wishIn(new URL(request.url).searchParams)
  const goods = found.state === 'valid' && params.picture === 'today.svg' ? await todaysGoods(ctx, found.badge) : null
  const key = JSON.stringify([params.picture, shape, found, goods, goods?.on === today])
  const draw = (): string => {
    if (found.state === 'ended') return drawEnded(letters, found)
    const { badge } = found
    if (params.picture === 'today.svg') return drawToday(letters, goods, { shop: badge.shop, today })
    const look = { shape, size: 60, bleed: false, address: null, farmId: null } as const
    return drawBadge(letters, badge, look) ?? drawEnded(letters, badge)
  }
  return drawnAnswer('svg', await drawings(key, async () => Buffer.from(draw())), {
    'cache-control': 'public, max-age=30',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
})
