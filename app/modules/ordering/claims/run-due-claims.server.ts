import type { Ctx } from '#authorization/ctx.ts'
import type { ClaimId } from '#kernel/ids.ts'
import { type ClaimTransition, checkClaim, nextClaimTimer } from '../claim-process.ts'
import { settle } from './answer-claim.server.ts'
import { tellOfClaim } from './claim-mails.server.tsx'
import { claimFacts, lockClaim, moveClaim } from './claim-store.server.ts'
import { asAsked } from './claim-terms.ts'

/**
 * Takes every due automatic step of a claim: small ones are settled as asked, large ones go to staff, an offer of the
 * full amount is accepted, a decision is carried out, and what staff did not decide in time is paid by the platform.
 * Each in its own transaction; idempotent, and safe to run concurrently. Returns the steps taken.
 */
export async function runDueClaims(system: Omit<Ctx, 'actor'>): Promise<{ claimId: ClaimId; took: ClaimTransition }[]> {
  const taken: { claimId: ClaimId; took: ClaimTransition }[] = []
  const failed: unknown[] = []
  const due = await system.db
    .selectFrom('claims')
    .select('id')
    .where('timerAt', '<=', system.now)
    .orderBy('timerAt')
    .limit(500)
    .execute()
  for (const { id } of due) {
    try {
      const took = await runTimerOf(system, id)
      if (took) taken.push({ claimId: id, took })
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `timers of ${failed.length} claims failed`)
  return taken
}

async function runTimerOf(system: Omit<Ctx, 'actor'>, claimId: ClaimId): Promise<ClaimTransition | null> {
  return system.db.transaction().execute(async (db) => {
    const ctx: Ctx = { ...system, db, actor: { kind: 'system' } }
    const found = await lockClaim(db, claimId)
    const facts = claimFacts(found.claim, found.order)
    const timer = nextClaimTimer(facts)
    if (!timer || timer.at > ctx.now) return null
    const judged = checkClaim(facts, timer.name, 'system', ctx.now)
    if (!judged.ok) throw new Error(`timer ${timer.name} of claim ${found.claim.number} was refused: ${judged.refusal}`)
    await takeStep(ctx, found, timer.name)
    return timer.name
  })
}

async function takeStep(ctx: Ctx, found: Awaited<ReturnType<typeof lockClaim>>, name: ClaimTransition): Promise<void> {
  const { order, claim } = found
  const asked = asAsked(claim.wish)
  if (name === 'silenceTakesOffer') await settle(ctx, found, name)
  else if (name === 'silenceSettles') await settle(ctx, found, name, { remedy: asked, borneBy: 'farm' })
  else if (name === 'noDecision') await settle(ctx, found, name, { remedy: asked, borneBy: 'platform' })
  else if (name === 'carryOut' && claim.decision)
    await settle(ctx, found, name, { remedy: claim.decision, borneBy: claim.decision.borneBy })
  else if (name === 'silenceEscalates' || name === 'silenceOnPart') {
    const moved = await moveClaim(ctx, order, claim, name)
    await tellOfClaim(ctx, { order, claim: moved.claim }, name, { eventId: moved.eventId })
  }
}
