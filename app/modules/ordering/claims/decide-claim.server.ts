import { z } from 'zod'
import { type ClaimDecision, costBearers, remedyKinds } from '#kernel/enums.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Text } from '#kernel/schema.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { checkedClaim } from './answer-claim.server.ts'
import { ClaimIdIn, PercentIn } from './claim-input.ts'
import { claimRefusals, claimRefusalText } from './claim-labels.ts'
import { tellOfClaim } from './claim-mails.server.tsx'
import { moveClaim } from './claim-store.server.ts'
import { isPossible } from './claim-terms.ts'

/**
 * Staff decide what the two sides could not (C6): what the restaurant gets, who bears the cost, and why. Both may ask
 * for one review within three days; then it is carried out. Of concurrent decisions the second is refused.
 */
export const decideClaim = mutation({
  name: 'claim.decide',
  permission: 'claim.decide',
  input: {
    claimId: ClaimIdIn,
    kind: z.enum(remedyKinds, '対応を選択してください。'),
    percent: PercentIn,
    borneBy: z.enum(costBearers, '負担者を選択してください。'),
    words: Text(1, 400, claimRefusalText('words_missing')),
  },
  refusals: claimRefusals('wrong_state', 'bad_remedy', 'words_missing', 'not_again', 'key_reused'),
  run: async (ctx, input) => {
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
  },
})
