import type { Ctx } from '#access/ctx.ts'
import type { ClaimId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import type { ClaimDecision } from '#kernel/words.ts'
import { once } from '#modules/history/once.server.ts'
import { type ClaimStep, judgedClaim } from './answer-claim.server.ts'
import { tellOfClaim } from './claim-mails.server.tsx'
import { moveClaim } from './claim-store.server.ts'
import { isPossible } from './claim-terms.ts'

export type DecideInput = { claimId: ClaimId; key: string } & ClaimDecision

/**
 * Staff decide what neither side could (C6): what the restaurant gets, who bears it, and why. Both may have it looked at
 * once more for three days; then it is carried out. Two who decide at once: the second is told that it has gone on.
 */
export const decideClaim = (ctx: Ctx, input: DecideInput): Promise<ClaimStep> =>
  once(ctx, 'claim.decide', input.key, input, async (ctx) => {
    const found = await judgedClaim(ctx, input.claimId, 'decide')
    if (!found.ok) return found
    const { kind, percent, borneBy } = input
    const decision: ClaimDecision = { kind, percent, borneBy, words: input.words.trim() }
    if (!isPossible(decision)) return refuse('bad_remedy')
    if (decision.words === '') return refuse('words_missing')
    const { order, claim } = found.value
    // what came back is not sent again by a decision: the restaurant orders anew
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
