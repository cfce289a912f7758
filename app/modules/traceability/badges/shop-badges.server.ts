import { viewerOf } from '#authorization/actor.ts'
import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { BadgeAtAddress, BadgeProgress, FarmProof, ShopBadge } from './badge.ts'
import type { KnownInputs } from './badge-inputs.server.ts'
import { publishedRules } from './badge-rules.ts'
import { endedDays, provenOf, type Shop, shopById, shopByToken } from './badge-store.server.ts'
import { prefectureIn } from './drawings/badge-labels.ts'
import type { Proof } from './prove-badges.ts'
import { renewShop } from './renew-badges.server.tsx'

/**
 * The badges of the user's own restaurant, and the progress of the others: calculated now from what was received. A
 * badge that was just earned gets its address here if the job has not run yet.
 */
export const badgesOfShop = query(
  'badges.see',
  async (ctx: Ctx): Promise<{ earned: ShopBadge[]; progress: BadgeProgress[] }> => {
    const { restaurantId } = requireBuyer(ctx.actor)
    authorize(ctx.actor, 'badges.see', { restaurantId })
    const day = jstDateOf(ctx.now)
    const before = await shopOrNotFound(ctx, restaurantId)
    const { inputs, proofs } = await provenOf(ctx.db, before, day)
    const isNew = proofs.some(({ rule, holds }) => holds && !before.badges.some((badge) => badge.rule === rule))
    if (isNew && !viewerOf(ctx.actor))
      await ctx.db.transaction().execute((db) => renewShop({ db, now: ctx.now }, restaurantId))
    const shop = isNew ? await shopOrNotFound(ctx, restaurantId) : before
    const earned = proofs.flatMap((proof) => shopBadge(shop, inputs, proof) ?? [])
    const progress = proofs.filter(({ holds }) => !holds).map((proof) => progressOf(inputs, proof))
    return { earned, progress }
  },
)

async function shopOrNotFound(ctx: Ctx, id: RestaurantId): Promise<Shop> {
  const shop = await shopById(ctx.db, id)
  if (!shop) throw new NotFound('restaurant')
  return shop
}

/**
 * The public content of a badge's address: only shown farms, no price, no quantity. For an ended badge only when it was
 * valid.
 */
export const badgeAtAddress = query(
  'public',
  async (ctx: Pick<Ctx, 'db' | 'now'>, token: string): Promise<BadgeAtAddress | null> => {
    const found = await provenAtAddress(ctx, token)
    if (!found) return null
    const { shop, kept, inputs, proof } = found
    const badge = shopBadge(shop, inputs, proof)
    if (badge) return { state: 'valid', badge: { ...badge, farms: badge.farms.filter(({ shown }) => shown) } }
    if (!kept.last) return null
    const days = kept.last.kind === 'ended' ? kept.last : endedDays(kept, jstDateOf(ctx.now))
    return { state: 'ended', token, rule: proof.rule, shop: shop.name, from: days.from, until: days.until }
  },
)

/** The badge at this address, with what is proven of it now; null: no such address. Three queries. */
export async function provenAtAddress(ctx: Pick<Ctx, 'db' | 'now'>, token: string) {
  const shop = tokenShape.test(token) ? await shopByToken(ctx.db, token) : null
  const kept = shop?.badges.find((badge) => badge.token === token)
  if (!shop || !kept) return null
  const { inputs, proofs } = await provenOf(ctx.db, shop, jstDateOf(ctx.now))
  const proof = proofs.find(({ rule }) => rule === kept.rule)
  return proof ? { shop, kept, inputs, proof } : null
}

const tokenShape = /^[A-Za-z0-9_-]{22,64}$/

/** null: it is not valid, or has no address yet. */
function shopBadge(shop: Shop, inputs: KnownInputs, proof: Proof): ShopBadge | null {
  const { rule, holds, from, until, wholeUntil, permille } = proof
  const token = shop.badges.find((badge) => badge.rule === rule)?.token
  if (!holds || !token) return null
  const farms = farmProofs(inputs, proof)
  return {
    token,
    rule,
    restaurantId: shop.id,
    shop: shop.name,
    from,
    until,
    wholeUntil,
    farms,
    percent: permille === null ? null : Math.floor(permille / 10),
    prefecture: prefectureIn(farms),
  }
}

const farmProofs = ({ farms }: KnownInputs, proof: Proof): FarmProof[] =>
  proof.farms.flatMap((proven) => {
    const facts = farms.get(proven.farmId)
    return facts ? [{ ...proven, name: facts.name, crest: facts.crest, place: facts.place }] : []
  })

function progressOf({ farms }: KnownInputs, { rule, permille, deliveries, nearest }: Proof): BadgeProgress {
  const { percent, deliveries: need } = publishedRules[rule]
  const near = nearest && farms.get(nearest.farmId)
  return {
    rule,
    have: permille === null ? (nearest?.deliveries ?? 0) : Math.floor(permille / 10),
    need: percent ?? need,
    deliveries,
    deliveriesNeeded: need,
    nearest: nearest && near ? { name: near.name, deliveries: nearest.deliveries } : null,
  }
}
