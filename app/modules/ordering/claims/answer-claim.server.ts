import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type CostBearer, type Remedy, remedyKinds } from '#kernel/enums.ts'
import type { ClaimId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Text } from '#kernel/schema.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { takePhotos } from '#modules/photos/keep-photo.server.ts'
import { type ClaimTransition, checkClaim } from '../claim-process.ts'
import type { Order } from '../order-store.server.ts'
import { ClaimIdIn, PercentIn, PhotoForm, PhotoKeys } from './claim-input.ts'
import { type ClaimingRefusal, claimRefusals, claimRefusalText } from './claim-labels.ts'
import { tellOfClaim } from './claim-mails.server.tsx'
import { type Claim, claimFacts, lockClaim, moveClaim } from './claim-store.server.ts'
import { claimTerms, isPossible } from './claim-terms.ts'
import { takeBackClaim, writeSettlement } from './settle-claim.server.ts'
import { withoutPhotos } from './without-photos.ts'

export type ClaimStep = Result<{ claimId: ClaimId }, ClaimingRefusal>

/** The farm grants the claim, offers something else, or contests it with its reason (C2). */
export const answerClaim = mutation({
  name: 'claim.answer',
  permission: 'claim.answer',
  input: {
    claimId: ClaimIdIn,
    kind: z.enum(remedyKinds),
    percent: PercentIn,
    words: Text(0, 400).default(''),
    form: PhotoForm.optional(),
    photos: PhotoKeys.optional(),
  },
  refusals: claimRefusals('wrong_state', 'too_late', 'bad_remedy', 'words_missing', 'key_reused'),
  same: withoutPhotos,
  run: async (ctx, input) => {
    const found = await checkedClaim(ctx, input.claimId, 'answer')
    if (!found.ok) return found
    const offer: Remedy = { kind: input.kind, percent: input.percent, words: input.words.trim() }
    if (!isPossible(offer)) return refuse('bad_remedy')
    // granting it needs no explanation; anything less does
    if (offer.words === '' && offer.percent !== 100) return refuse('words_missing')
    const photos = await takePhotos(
      ctx.db,
      input.form ?? input.key,
      (input.photos ?? []).slice(0, claimTerms.mostPhotos),
    )
    for (const photo_key of photos)
      await ctx.db
        .insertInto('claimPhotos')
        .values({ claimId: input.claimId, photoKey: photo_key, byFarm: true })
        .execute()
    const { order, claim } = found.value
    const moved = await moveClaim(ctx, order, claim, 'answer', {
      offer,
      reason: offer.words || undefined,
      data: { kind: offer.kind, percent: offer.percent },
    })
    await tellOfClaim(ctx, { order, claim: moved.claim }, 'answer', {
      eventId: moved.eventId,
      words: offer.words,
      remedy: offer,
    })
    return ok({ claimId: claim.id })
  },
})

/** The restaurant accepts the farm's offer (C4). */
export const takeOffer = mutation({
  name: 'claim.take_offer',
  permission: 'claim.close',
  input: { claimId: ClaimIdIn },
  refusals: claimRefusals('wrong_state', 'key_reused'),
  run: async (ctx, input) => {
    const found = await checkedClaim(ctx, input.claimId, 'takeOffer')
    if (!found.ok) return found
    return settle(ctx, found.value, 'takeOffer')
  },
})

/** Either side can hand it to staff (C5). */
export const escalateClaim = mutation({
  name: 'claim.escalate',
  permission: 'claim.escalate',
  input: { claimId: ClaimIdIn, words: Text(0, 400).optional() },
  refusals: claimRefusals('wrong_state', 'key_reused'),
  run: (ctx, input) => hand(ctx, input, 'escalate'),
})

/** Either side may have a decision reviewed once (C7). */
export const recheckClaim = mutation({
  name: 'claim.recheck',
  permission: 'claim.escalate',
  input: { claimId: ClaimIdIn, words: Text(1, 400, claimRefusalText('words_missing')) },
  refusals: claimRefusals('wrong_state', 'too_late', 'other_way', 'words_missing', 'key_reused'),
  run: async (ctx, input) => (input.words.trim() === '' ? refuse('words_missing') : hand(ctx, input, 'recheck')),
})

/** The restaurant withdraws its claim (C9). */
export const withdrawClaim = mutation({
  name: 'claim.withdraw',
  permission: 'claim.close',
  input: { claimId: ClaimIdIn },
  refusals: claimRefusals('wrong_state', 'key_reused'),
  run: async (ctx, input) => {
    const found = await checkedClaim(ctx, input.claimId, 'withdraw')
    if (!found.ok) return found
    const { order, claim } = found.value
    const moved = await moveClaim(ctx, order, claim, 'withdraw')
    await takeBackClaim(ctx, order, moved.claim, moved.eventId)
    await tellOfClaim(ctx, { order, claim: moved.claim }, 'withdraw', { eventId: moved.eventId })
    return ok({ claimId: claim.id })
  },
})

const operations = {
  answer: 'claim.answer',
  takeOffer: 'claim.close',
  withdraw: 'claim.close',
  escalate: 'claim.escalate',
  recheck: 'claim.escalate',
  decide: 'claim.decide',
} as const satisfies Partial<Record<ClaimTransition, string>>

type Found = { order: Order; claim: Claim }

/** Locks it, and checks permission and transition; NotFound for what the actor may not see. */
export async function checkedClaim(
  ctx: Ctx,
  claimId: ClaimId,
  name: keyof typeof operations,
): Promise<Result<Found, ClaimingRefusal>> {
  const found = await lockClaim(ctx.db, claimId)
  seeOrNotFound(ctx.actor, 'order.see', found.order)
  authorize(ctx.actor, operations[name], found.order)
  const judged = checkClaim(claimFacts(found.claim, found.order), name, actorKindOf(ctx.actor), ctx.now)
  return judged.ok ? ok(found) : judged
}

async function hand(
  ctx: Ctx,
  { claimId, words = '' }: { claimId: ClaimId; words?: string | undefined },
  name: 'escalate' | 'recheck',
): Promise<ClaimStep> {
  const found = await checkedClaim(ctx, claimId, name)
  if (!found.ok) return found
  const { order, claim } = found.value
  const said = words.trim() || undefined
  const moved = await moveClaim(ctx, order, claim, name, { reason: said })
  await tellOfClaim(ctx, { order, claim: moved.claim }, name, { eventId: moved.eventId, words: said })
  return ok({ claimId })
}

/** Settles it with the current proposal: the farm's offer, or the decision of staff. */
export async function settle(
  ctx: Ctx,
  { order, claim }: Found,
  name: 'takeOffer' | 'silenceTakesOffer' | 'silenceSettles' | 'noDecision' | 'carryOut',
  end?: { remedy: Remedy; borneBy: CostBearer },
): Promise<ClaimStep> {
  const remedy = end?.remedy ?? claim.offer
  if (!remedy) throw new Error(`claim ${claim.number} has nothing to settle on`)
  const moved = await moveClaim(ctx, order, claim, name, { data: { kind: remedy.kind, percent: remedy.percent } })
  await writeSettlement(
    ctx,
    { order, claim: moved.claim },
    { remedy, borneBy: end?.borneBy ?? 'farm', eventId: moved.eventId },
  )
  await tellOfClaim(ctx, { order, claim: moved.claim }, name, { eventId: moved.eventId, remedy })
  return ok({ claimId: claim.id })
}
