import { api } from '#api/api.server.ts'
import { granted, tooMany } from '#api/problems.server.ts'
import { NotFound } from '#kernel/errors.ts'
import { type Result, waitSecondsOf } from '#kernel/result.ts'
import { badgeRules } from '#modules/traceability/badges/badge.ts'
import { publishedRules } from '#modules/traceability/badges/badge-rules.ts'
import { badgeKeys, type EntryRefusal, signedBadge } from '#modules/traceability/badges/evidence.server.ts'
import { badgesOfShop } from '#modules/traceability/badges/shop-badges.server.ts'
import { showFarms } from '#modules/traceability/badges/show-farms.server.ts'
import { showFarmsRefusalText } from '#modules/traceability/badges/show-farms-text.ts'

export const badgesHandlers = {
  own: api.badges.own.handler(async ({ context: { ctx } }) => {
    const { earned, progress } = await badgesOfShop(ctx)
    return { earned: earned.map(({ restaurantId: _, ...badge }) => badge), progress }
  }),
  showFarms: api.badges.showFarms.handler(async ({ context: { ctx }, input: { headers, params, body } }) =>
    granted(
      await showFarms(ctx, { token: params.token, farmIds: body.farmIds }, headers['idempotency-key']),
      (refusal) => showFarmsRefusalText[refusal],
    ),
  ),
  rules: api.badges.rules.handler(() => ({ rules: badgeRules.map((id) => ({ id, ...publishedRules[id] })) })),
  keys: api.badges.keys.handler(async ({ context: { ctx, encryption, ip } }) => ({
    keys: opened(await badgeKeys({ db: ctx.db, now: ctx.now, encryption, ip })),
  })),
  evidence: api.badges.evidence.handler(async ({ context: { ctx, encryption, ip }, input: { params } }) =>
    opened(await signedBadge({ db: ctx.db, now: ctx.now, encryption, ip }, params.token)),
  ),
}

function opened<T>(result: Result<T, EntryRefusal>): T {
  if (result.ok) return result.value
  if (result.refusal === 'no_such_badge') throw new NotFound('badge')
  throw tooMany('TOO_MANY_TRIES', 'つづけて呼ばれました。1分ほど待ってください。', waitSecondsOf(result))
}
