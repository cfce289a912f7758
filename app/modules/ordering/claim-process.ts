import type { ActorKind, ClaimReason, ClaimState, OrderState } from '#kernel/enums.ts'
import { addHours, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { Party } from './process/transition-rule.ts'

/**
 * The process of a claim about delivered products, as data, like that of an order (process/). A claim blocks its own lines only:
 * the others continue, and at 締め日 an open claim becomes a credit on the next statement. Its use cases are in claims/.
 */

export const claimStateWord: Record<ClaimState, string> = {
  opened: '報告',
  answered: '農園の回答あり',
  escalated: '運営が確認中',
  decided: '運営が決定済み',
  settled: '解決',
  withdrawn: '取り下げ',
}

export type ClaimMoment = 'farmAnswerAt' | 'buyerAnswerAt' | 'lastWordAt' | 'recheckUntil'

/** The condition on which the system chooses a claim's next step. */
export type ClaimCondition =
  | 'settles_itself'
  | 'small'
  | 'large'
  | 'full_offer'
  | 'partial_offer'
  | 'not_rechecked'
  | 'may_open'
  | 'about_goods'

export type ClaimRule = {
  readonly no: string
  /** Empty: there is no claim yet, only a delivered order. */
  readonly from: readonly ClaimState[]
  readonly to: ClaimState
  readonly by: readonly ActorKind[]
  readonly until?: ClaimMoment
  readonly at?: ClaimMoment
  readonly when?: ClaimCondition
  readonly needsReason?: true
  readonly button: string
  readonly told: string
  /** Who gets a mail. */
  readonly tells: readonly Party[]
}

export const claimProcess = {
  open: {
    no: '20',
    from: [],
    to: 'opened',
    by: ['buyer', 'staff'],
    when: 'may_open',
    needsReason: true,
    button: '不良・欠品を報告する',
    told: '不良・欠品を報告しました',
    tells: ['farm'],
  },
  sendBack: {
    no: '18a',
    from: [],
    to: 'escalated',
    by: ['carrier', 'staff'],
    needsReason: true,
    button: '返送として報告する',
    told: '荷物が返送されたため、運営が対応を決定します',
    tells: ['restaurant', 'farm', 'staff'],
  },
  settleItself: {
    no: 'C1',
    from: ['opened'],
    to: 'settled',
    by: ['system'],
    when: 'settles_itself',
    button: '自動で解決する',
    told: '自動承認され、次回請求から差し引かれます',
    tells: ['restaurant', 'farm'],
  },
  answer: {
    no: 'C2',
    from: ['opened'],
    to: 'answered',
    by: ['farm'],
    until: 'farmAnswerAt',
    needsReason: true,
    button: '報告に回答する',
    told: '農園が回答しました',
    tells: ['restaurant'],
  },
  silenceSettles: {
    no: 'C3',
    from: ['opened'],
    to: 'settled',
    by: ['system'],
    at: 'farmAnswerAt',
    when: 'small',
    button: '飲食店の報告どおりにする',
    told: '農園の回答がなかったため、報告どおりになりました',
    tells: ['restaurant', 'farm'],
  },
  silenceEscalates: {
    no: 'C3a',
    from: ['opened'],
    to: 'escalated',
    by: ['system'],
    at: 'farmAnswerAt',
    when: 'large',
    button: '運営に判断を依頼する',
    told: '農園の回答がなかったため、運営が判断します',
    tells: ['restaurant', 'farm', 'staff'],
  },
  takeOffer: {
    no: 'C4',
    from: ['answered'],
    to: 'settled',
    by: ['buyer'],
    button: 'この回答を承諾する',
    told: '飲食店が農園の回答を承諾しました',
    tells: ['farm'],
  },
  silenceTakesOffer: {
    no: 'C4a',
    from: ['answered'],
    to: 'settled',
    by: ['system'],
    at: 'buyerAnswerAt',
    when: 'full_offer',
    button: '報告に全額応じる回答を承諾する',
    told: '飲食店の回答がなかったため、農園の回答どおりになりました',
    tells: ['restaurant', 'farm'],
  },
  escalate: {
    no: 'C5',
    from: ['answered'],
    to: 'escalated',
    by: ['buyer', 'farm'],
    button: '運営に判断を依頼',
    told: '運営に判断を依頼しました',
    tells: ['restaurant', 'farm', 'staff'],
  },
  silenceOnPart: {
    no: 'C5a',
    from: ['answered'],
    to: 'escalated',
    by: ['system'],
    at: 'buyerAnswerAt',
    when: 'partial_offer',
    button: '運営に判断を依頼する',
    told: '飲食店の回答がなかったため、運営が判断します',
    tells: ['restaurant', 'farm', 'staff'],
  },
  decide: {
    no: 'C6',
    from: ['escalated'],
    to: 'decided',
    by: ['staff'],
    needsReason: true,
    button: '決定する',
    told: '運営が決定しました',
    tells: ['restaurant', 'farm'],
  },
  noDecision: {
    no: 'C6a',
    from: ['escalated'],
    to: 'settled',
    by: ['system'],
    at: 'lastWordAt',
    button: '飲食店の報告どおりにする',
    told: '期限までに決定しなかったため、当社負担で報告どおりになりました',
    tells: ['restaurant', 'farm', 'staff'],
  },
  recheck: {
    no: 'C7',
    from: ['decided'],
    to: 'escalated',
    by: ['buyer', 'farm'],
    until: 'recheckUntil',
    when: 'not_rechecked',
    needsReason: true,
    button: '再審査を依頼',
    told: '再審査を依頼しました',
    tells: ['restaurant', 'farm', 'staff'],
  },
  carryOut: {
    no: 'C8',
    from: ['decided'],
    to: 'settled',
    by: ['system'],
    at: 'recheckUntil',
    button: '決定どおりに処理する',
    told: '決定どおりに処理しました',
    tells: ['restaurant', 'farm'],
  },
  withdraw: {
    no: 'C9',
    from: ['opened', 'answered', 'escalated'],
    to: 'withdrawn',
    by: ['buyer'],
    when: 'about_goods',
    button: '報告を取り下げる',
    told: '報告を取り下げました',
    tells: ['farm'],
  },
} as const satisfies Record<string, ClaimRule>

export type ClaimTransition = keyof typeof claimProcess
export const claimTransitions = Object.keys(claimProcess) as ClaimTransition[]
export const claimRuleOf = (name: ClaimTransition): ClaimRule => claimProcess[name]

/** The facts about a claim, its order, and the limits that both sides have agreed to. */
export type ClaimFacts = {
  /** Null: not opened yet. */
  state: ClaimState | null
  orderState: OrderState
  reason: ClaimReason
  photo: boolean
  /** Without tax, of the claimed lines. */
  amountYen: number
  /** Up to this amount both sides let it be settled automatically; above `largeYen` silence is no answer. */
  automaticYen: number
  largeYen: number
  /** Whether this restaurant's claim rate is within the usual range. */
  rateBelowThreshold: boolean
  offeredPercent: number | null
  rechecked: boolean
  openedAt: Date
  answeredAt: Date | null
  escalatedAt: Date | null
  decidedAt: Date | null
  /** Until when visible defects may be reported (T_inspect), and hidden ones. */
  visibleUntil: Date
  hiddenUntil: Date
  hidden: boolean
}

export type ClaimRefusal =
  | 'wrong_actor'
  | 'wrong_state'
  | 'too_late'
  | 'too_early'
  | 'photo_missing'
  | 'not_delivered'
  | 'other_way'

/** Our terms: a farm answers within two days, a kitchen within one, staff within ten working days. */
const farmHours = 48
const buyerHours = 24
const recheckHours = 72
const lastWordDays = 14

export function momentOfClaim(claim: ClaimFacts, moment: ClaimMoment): Date {
  switch (moment) {
    case 'farmAnswerAt':
      return addHours(claim.openedAt, farmHours)
    case 'buyerAnswerAt':
      return addHours(claim.answeredAt ?? claim.openedAt, buyerHours)
    case 'lastWordAt':
      return endOfDay(jstDateOf(addHours(claim.escalatedAt ?? claim.openedAt, lastWordDays * 24)))
    case 'recheckUntil':
      return addHours(claim.decidedAt ?? claim.openedAt, recheckHours)
  }
}

const endOfDay = (day: JstDate) => momentOf(day, 24 * 60)

/** Checks a transition of a claim: who, from which state, when, and under which condition. */
export function checkClaim(
  claim: ClaimFacts,
  name: ClaimTransition,
  by: ActorKind,
  now: Date,
): Result<ClaimRule, ClaimRefusal> {
  const rule = claimRuleOf(name)
  if (!rule.by.includes(by)) return refuse('wrong_actor')
  const here = claim.state === null ? rule.from.length === 0 : rule.from.includes(claim.state)
  if (!here) return refuse('wrong_state')
  if (rule.when === 'may_open') {
    const refused = blockersOfOpening(claim, by, now)
    if (refused) return refuse(refused)
  } else if (rule.when && !conditions[rule.when](claim)) return refuse('other_way')
  if (rule.until && now > momentOfClaim(claim, rule.until)) return refuse('too_late', { moment: rule.until })
  if (rule.at && by === 'system' && now < momentOfClaim(claim, rule.at)) return refuse('too_early', { moment: rule.at })
  return ok(rule)
}

/**
 * After both periods only staff may open one. Missing items cannot be photographed; and they are visible on opening the
 * box, so they must be reported within the first period.
 */
function blockersOfOpening(claim: ClaimFacts, by: ActorKind, now: Date): ClaimRefusal | null {
  const delivered: readonly OrderState[] = ['delivered', 'inspected', 'finalized']
  if (!delivered.includes(claim.orderState)) return 'not_delivered'
  if (!claim.photo && !needsNoPhoto.includes(claim.reason)) return 'photo_missing'
  if (by === 'staff') return null
  const hidden = claim.hidden && !needsNoPhoto.includes(claim.reason)
  return now > (hidden ? claim.hiddenUntil : claim.visibleUntil) ? 'too_late' : null
}

export const needsNoPhoto: readonly ClaimReason[] = ['short', 'not_arrived']

const conditions: Record<Exclude<ClaimCondition, 'may_open'>, (claim: ClaimFacts) => boolean> = {
  settles_itself: ({ reason, photo, amountYen, automaticYen, rateBelowThreshold }) =>
    automatic.includes(reason) && photo && amountYen <= automaticYen && rateBelowThreshold,
  small: ({ amountYen, largeYen }) => amountYen <= largeYen,
  large: ({ amountYen, largeYen }) => amountYen > largeYen,
  full_offer: ({ offeredPercent }) => offeredPercent === 100,
  partial_offer: ({ offeredPercent }) => offeredPercent !== 100,
  not_rechecked: ({ rechecked }) => !rechecked,
  about_goods: ({ reason }) => reason !== 'sent_back',
}
/** 欠品、破損、傷み. */
const automatic: readonly ClaimReason[] = ['short', 'damaged', 'spoiled']

export type ClaimAction = { name: ClaimTransition; button: string; refusal: 'too_late' | null }

/** The buttons for an actor on a claim; transitions that are not theirs, or not possible now, have none. */
export function claimActionsFor(claim: ClaimFacts, by: ActorKind, now: Date): ClaimAction[] {
  return claimTransitions.flatMap((name): ClaimAction[] => {
    if (!claimRuleOf(name).by.includes(by)) return []
    const judged = checkClaim(claim, name, by, now)
    if (judged.ok) return [{ name, button: judged.value.button, refusal: null }]
    return judged.refusal === 'too_late' ? [{ name, button: claimRuleOf(name).button, refusal: judged.refusal }] : []
  })
}

/** The next automatic step of a claim; null once it is settled or withdrawn. */
export function nextClaimTimer(claim: ClaimFacts): { name: ClaimTransition; at: Date } | null {
  const due = claimTransitions.flatMap((name) => {
    const rule = claimRuleOf(name)
    if (!rule.at || claim.state === null || !rule.from.includes(claim.state)) return []
    if (rule.when && rule.when !== 'may_open' && !conditions[rule.when](claim)) return []
    return [{ name, at: momentOfClaim(claim, rule.at) }]
  })
  return due.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null
}
