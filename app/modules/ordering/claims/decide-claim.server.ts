import type { Ctx } from '#authorization/ctx.ts'
import type { ClaimDecision } from '#kernel/enums.ts'
import type { ClaimId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { type ClaimStep, checkedClaim } from './answer-claim.server.ts'
import { tellOfClaim } from './claim-mails.server.tsx'
import { moveClaim } from './claim-store.server.ts'
import { isPossible } from './claim-terms.ts'

export type DecideInput = { claimId: ClaimId; key: string } & ClaimDecision

/**
 * Staff decide what the two sides could not (C6): what the restaurant gets, who bears the cost, and why. Both may ask
 * for one review within three days; then it is carried out. Of concurrent decisions the second is refused.
 */
export const decideClaim = (ctx: Ctx, input: DecideInput): Promise<ClaimStep> =>
  idempotent(ctx, 'claim.decide', input.key, input, async (ctx) => {
    const found = await checkedClaim(ctx, input.claimId, 'decide')
    if (!found.ok) return found
    const { kind, percent, borneBy } = input
    const decision: ClaimDecision = { kind, percent, borneBy, words: input.words.trim() }
    if (!isPossible(decision)) return refuse('bad_remedy')
    if (decision.words === '') return refuse('words_missing')
    const { order, claim } = found.value
    // boxes that came back are not sent again by a decision: the restaurant places a new order
    if (claim.wholeOrder && kind === 'replacement') return refuse('not_again')
    const moved = await moveClaim(ctx, order, claim, 'decide', {
      decision,
      reason: decision.words,
      data: { kind, percent, borneBy },
    })
    await tellOfClaim(ctx, { order, claim: moved.claim }, 'decide', {
      eventId: moved.eventId,
      words: decision.words,
      remedy: decision,
    })
    return ok({ claimId: claim.id })
  })
