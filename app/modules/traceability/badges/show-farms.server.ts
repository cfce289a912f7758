import { z } from 'zod'
import { authorize, requireBuyer } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { provenOf, shopById } from './badge-store.server.ts'
import { type ShowFarmsRefusal, showFarmsRefusalText } from './show-farms-text.ts'

/**
 * Sets which of the proven farms a badge shows. The restaurant can hide farms, and never add one. A farm that currently
 * proves nothing keeps its earlier setting; a new one is shown.
 */
export const showFarms = mutation({
  name: 'badge.show_farms',
  permission: 'badges.choose',
  input: {
    token: Text(22, 64).describe('バッジのアドレスの文字列'),
    farmIds: z.array(IdOf<'farm'>('農園')).max(500),
  },
  refusals: {
    codes: ['no_farm_shown', 'farm_not_proven', 'key_reused'] as const satisfies ShowFarmsRefusal[],
    text: (refusal) => showFarmsRefusalText[refusal],
  },
  same: ({ token, farmIds }) => ({ token, farmIds: [...farmIds].sort() }),
  run: async (ctx, { token, farmIds }) => {
    const { restaurantId } = requireBuyer(ctx.actor)
    authorize(ctx.actor, 'badges.choose', { restaurantId })
    await ctx.db.selectFrom('restaurants').select('id').where('id', '=', restaurantId).forNoKeyUpdate().execute()
    const shop = await shopById(ctx.db, restaurantId)
    const badge = shop?.badges.find((it) => it.token === token)
    if (!shop || !badge) throw new NotFound('badge')
    const { proofs } = await provenOf(ctx.db, shop, jstDateOf(ctx.now))
    const proven = proofs.find(({ rule }) => rule === badge.rule)?.farms.map(({ farmId }) => farmId) ?? []
    if (farmIds.some((id) => !proven.includes(id))) return refuse('farm_not_proven')
    if (farmIds.length === 0) return refuse('no_farm_shown')
    const left = [...badge.left.filter((id) => !proven.includes(id)), ...proven.filter((id) => !farmIds.includes(id))]
    if (left.length === badge.left.length && left.every((id) => badge.left.includes(id)))
      return ok({ shown: farmIds.length })
    await ctx.db.deleteFrom('badgeLeftFarms').where('badgeId', '=', badge.id).execute()
    if (left.length > 0)
      await ctx.db
        .insertInto('badgeLeftFarms')
        .values(left.map((farm_id) => ({ badgeId: badge.id, farmId: farm_id })))
        .execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'badge_farms_chosen',
      aboutRestaurantId: restaurantId,
      data: { rule: badge.rule, shown: farmIds.length, left: left.length },
    })
    return ok({ shown: farmIds.length })
  },
})
