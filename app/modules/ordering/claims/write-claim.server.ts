import { sql } from 'kysely'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { ClaimReason, ClaimWish, Quantity } from '#kernel/enums.ts'
import { type ClaimId, newId, type OrderLineId, type RestaurantId } from '#kernel/ids.ts'
import { addHours } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { actorKindOf, recordEvent } from '#modules/audit-log/record-event.server.ts'
import { takePhotos } from '#modules/photos/keep-photo.server.ts'
import type { PhotoKey } from '#modules/photos/photo.ts'
import { mayMiss } from '#modules/pricing/part-of-unit.ts'
import { checkClaim } from '../claim-process.ts'
import type { OrderLine } from '../order.ts'
import type { Order } from '../order-store.server.ts'
import type { ClaimingRefusal } from './claim-labels.ts'
import { automaticYenOf } from './claim-limits.server.ts'
import type { tellOfClaim } from './claim-mails.server.tsx'
import { type Claim, claimFacts, insertClaim, moveClaim } from './claim-store.server.ts'
import { asAsked, claimedOf, claimTerms, isUsualRate } from './claim-terms.ts'
import { claimEventKind } from './claim-told.ts'
import { writeSettlement } from './settle-claim.server.ts'

/** What is reported about one line; photos are drafts of its form. */
export type NewClaim = {
  lineId: OrderLineId
  reason: ClaimReason
  /** How much of it could be used. */
  usable: Quantity
  wish: ClaimWish
  words: string
  hidden: boolean
  photos: readonly PhotoKey[]
}
export type Opened = Result<{ claimId: ClaimId; settled: boolean }, ClaimingRefusal>

/** `with_others`: more may follow, so the caller makes the bill final. The caller decides who is notified, and how. */
export type Telling = { photoForm: string; told?: 'alone' | 'with_others'; tell: typeof tellOfClaim }

/** Writes a claim about a locked order; within the limit that both sides have agreed to it is settled immediately. */
export async function writeClaim(
  ctx: Ctx,
  order: Order,
  line: OrderLine,
  said: NewClaim,
  { photoForm, told = 'alone', tell }: Telling,
): Promise<Opened> {
  authorize(ctx.actor, 'claim.open', order)
  const { claimed, amountYen } = claimedOf(line, said.usable)
  const at = { line: line.id }
  if (!Number.isSafeInteger(said.usable.qty) || said.usable.qty < 0 || (said.usable.grams ?? 0) < 0)
    return refuse('bad_quantity', at)
  if (!mayMiss(line, said.usable)) return refuse('bad_quantity', at)
  if (claimed.qty < 0 || (claimed.grams ?? 0) < 0)
    return refuse('more_than_shipped', { ...at, max: line.quantities.shipped?.qty ?? 0 })
  if (amountYen <= 0) return refuse('nothing_claimed', at)
  if (said.words.length > 400) return refuse('words_missing', at)
  const kept = await takePhotos(ctx.db, photoForm, said.photos.slice(0, claimTerms.mostPhotos))
  if (kept.length < said.photos.length) return refuse('photos_gone', at)

  const earlier = await ctx.db
    .selectFrom('claims')
    .select(['orderLineId', 'state'])
    .where('orderId', '=', order.id)
    .execute()
  if (earlier.some(({ orderLineId, state }) => orderLineId === line.id && state !== 'withdrawn'))
    return refuse('claimed_already', at)

  const claim: Claim = {
    id: newId<'claim'>(),
    number: `${order.number}-C${earlier.length + 1}`,
    orderId: order.id,
    lineId: line.id,
    farmId: order.farmId,
    restaurantId: order.restaurantId,
    state: 'opened',
    reason: said.reason,
    wholeOrder: false,
    claimed,
    amountYen,
    wish: said.wish,
    words: said.words.trim(),
    hidden: said.hidden,
    automaticYen: await automaticYenOf(ctx.db, order),
    largeYen: claimTerms.largeYen,
    rateBelowThreshold: await isUsual(ctx, order.restaurantId),
    photoCount: kept.length,
    offer: null,
    decision: null,
    rechecked: false,
    openedAt: ctx.now,
    answeredAt: null,
    escalatedAt: null,
    decidedAt: null,
    settledAt: null,
  }
  const judged = checkClaim({ ...claimFacts(claim, order), state: null }, 'open', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return { ...judged, detail: { ...judged.detail, ...at } }
  await insertClaim(ctx, order, claim)
  for (const photo_key of kept)
    await ctx.db.insertInto('claimPhotos').values({ claimId: claim.id, photoKey: photo_key }).execute()
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: claimEventKind.open,
    purchaseId: order.purchaseId,
    orderId: order.id,
    orderLineId: line.id,
    ...(claim.words && { reason: claim.words }),
    data: { claim: claim.number, to: 'opened', why: claim.reason, yen: claim.amountYen },
  })
  const settled = await settleItself(ctx, order, claim, { told, tell })
  if (!settled) await tell(ctx, { order, claim }, 'open', { eventId, words: claim.words })
  return ok({ claimId: claim.id, settled })
}

/** Within the agreed limit no answer is needed (C1). The claim is granted at the farm's cost. */
async function settleItself(
  ctx: Ctx,
  order: Order,
  claim: Claim,
  { told, tell }: Required<Omit<Telling, 'photoForm'>>,
): Promise<boolean> {
  const system: Ctx = { ...ctx, actor: { kind: 'system' } }
  if (claim.wish === 'replacement') return false
  if (!checkClaim(claimFacts(claim, order), 'settleItself', 'system', ctx.now).ok) return false
  const moved = await moveClaim(system, order, claim, 'settleItself')
  const remedy = asAsked(claim.wish)
  await writeSettlement(
    system,
    { order, claim: moved.claim },
    { remedy, borneBy: 'farm', eventId: moved.eventId },
    told,
  )
  await tell(system, { order, claim: moved.claim }, 'settleItself', { eventId: moved.eventId, remedy })
  return true
}

async function isUsual(ctx: Ctx, restaurantId: RestaurantId): Promise<boolean> {
  const since = addHours(ctx.now, -claimTerms.rate.days * 24)
  const { rows } = await sql<{ claims: number; orders: number }>`
    select (select count(*)::int from claims
             where restaurant_id = ${restaurantId} and opened_at >= ${since} and state <> 'withdrawn') as claims,
           (select count(*)::int from orders
             where restaurant_id = ${restaurantId} and placed_at >= ${since} and delivered_at is not null) as orders`.execute(
    ctx.db,
  )
  return rows.every(({ claims, orders }) => isUsualRate(claims, orders))
}
