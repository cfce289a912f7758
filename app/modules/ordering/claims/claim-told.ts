import { type ClaimTransition, claimRuleOf, claimTransitions } from '../claim-process.ts'

/** The history's kind for each step of a claim. */
export const claimEventKind: Record<ClaimTransition, string> = {
  open: 'claim_opened',
  sendBack: 'claim_sent_back',
  settleItself: 'claim_settled_itself',
  answer: 'claim_answered',
  silenceSettles: 'claim_silence_settled',
  silenceEscalates: 'claim_silence_escalated',
  takeOffer: 'claim_offer_taken',
  silenceTakesOffer: 'claim_silence_took_offer',
  escalate: 'claim_escalated',
  silenceOnPart: 'claim_silence_on_part',
  decide: 'claim_decided',
  noDecision: 'claim_not_decided',
  recheck: 'claim_rechecked',
  carryOut: 'claim_carried_out',
  withdraw: 'claim_withdrawn',
}

/** The sentence of each kind of event. */
export const claimTold: Record<string, string> = Object.fromEntries(
  claimTransitions.map((name) => [claimEventKind[name], claimRuleOf(name).told]),
)
