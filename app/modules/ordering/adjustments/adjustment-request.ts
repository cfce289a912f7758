import type { OrderState, Quantity } from '#kernel/enums.ts'
import { type Grams, priceOfWeight } from '#kernel/grams.ts'
import type { AdjustmentRequestId, OrderLineId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { timesYen, type Yen, yen } from '#kernel/yen.ts'
import { amountOf } from '#modules/pricing/line-terms.ts'
import { isBelievable } from '../believable-weight.ts'
import { amountAt, knownStage, type OrderLine } from '../order.ts'
import type { OrderingRefusal } from '../refusal-text.ts'

export const adjustmentRequestStates = ['asked', 'agreed', 'done', 'declined', 'withdrawn', 'lapsed'] as const
export type AdjustmentRequestState = (typeof adjustmentRequestStates)[number]

export const requestedKinds = ['weight', 'return'] as const

/** Of one line: the right weight of all that was shipped of it, or what of it came back to the farm. */
export type RequestedChange = { lineId: OrderLineId } & (
  | { kind: 'weight'; qty: null; grams: Grams }
  | { kind: 'return'; qty: number; grams: Grams | null }
)

/** `yen`: the effect on the line without tax, as far as it is known now; below zero the restaurant pays less. */
type RequestedLine = RequestedChange & { yen: Yen }

export type AdjustmentRequest = {
  id: AdjustmentRequestId
  state: AdjustmentRequestState
  reason: string
  /** Of the restaurant, with its answer. */
  words: string
  askedAt: Date
  /** Without an answer by then nothing changes. */
  dueAt: Date
  answeredAt: Date | null
  lines: RequestedLine[]
}

/** From the shipment on; before it a line is packed again. */
export const correctableStates: readonly OrderState[] = ['shipped', 'delivered', 'inspected', 'finalized']

/** Days after the delivery day on which a farm may still ask, and days that the restaurant has to answer. */
export const requestTerms = { askDays: 30, answerDays: 7 } as const

export const mayAskOn = (deliveryOn: JstDate, now: Date): boolean =>
  jstDateOf(now) <= addDays(deliveryOn, requestTerms.askDays)

/** An open question whose time is over counts as declined: nothing changes. */
export const stateAt = (state: AdjustmentRequestState, dueAt: Date, now: Date): AdjustmentRequestState =>
  state === 'asked' && now > dueAt ? 'lapsed' : state

/** Pure: what the farm states, checked against what was shipped; the first statement about a line counts. */
export function decideRequest(
  lines: readonly OrderLine[],
  said: readonly RequestedChange[],
): Result<RequestedChange[], OrderingRefusal> {
  const decided: RequestedChange[] = []
  for (const change of said) {
    const line = lines.find(({ id }) => id === change.lineId)
    const shipped = line?.quantities.shipped
    if (!line || !shipped) return refuse('unknown_line')
    if (decided.some(({ lineId }) => lineId === line.id)) continue
    const wrong = change.kind === 'weight' ? wrongWeight(line, shipped, change) : wrongReturn(line, shipped, change)
    if (wrong) return refuse(wrong.refusal, { line: line.id, ...(wrong.max !== undefined && { max: wrong.max }) })
    if (change.kind === 'return' || change.grams !== shipped.grams) decided.push(change)
  }
  return decided.length > 0 ? ok(decided) : refuse('nothing_changed')
}

type Wrong = { refusal: OrderingRefusal; max?: string } | null

function wrongWeight(line: OrderLine, shipped: Quantity, { grams }: { grams: Grams }): Wrong {
  if (!line.catchWeight) return { refusal: 'not_catch_weight' }
  return isBelievable(line, shipped.qty, grams) ? null : { refusal: 'weight_not_believable' }
}

function wrongReturn(line: OrderLine, shipped: Quantity, { qty, grams }: { qty: number; grams: Grams | null }): Wrong {
  if (!line.catchWeight && grams !== null) return { refusal: 'not_catch_weight' }
  if (line.catchWeight && grams === null) return { refusal: 'weight_missing' }
  if (qty > shipped.qty) return { refusal: 'more_than_shipped', max: `${shipped.qty}${line.unitLabel}` }
  if (grams !== null && grams > (shipped.grams ?? 0))
    return { refusal: 'more_than_shipped', max: `${(shipped.grams ?? 0) / 1_000}kg` }
  return null
}

/**
 * What a change means for its line, in yen without tax. `stands`: what the line comes to now. A weight that was too high
 * lowers the line to the right one, and no further if a claim has lowered it before; one that was too low raises it, never
 * above what was agreed (不定貫の上限). What came back is taken off at the agreed price.
 */
export function yenOfChange(line: OrderLine, change: RequestedChange, stands: Yen): Yen {
  if (change.kind === 'return') {
    const worth =
      change.grams === null ? timesYen(line.priceYen, change.qty) : priceOfWeight(change.grams, line.priceYen)
    return yen(-Math.min(worth, stands))
  }
  const shipped = line.quantities.shipped ?? { qty: 0, grams: null }
  const before = amountOf(line, shipped)
  const right = amountOf(line, { qty: shipped.qty, grams: change.grams })
  return right <= before
    ? yen(Math.min(0, right - stands))
    : yen(Math.min(right - before, Math.max(0, line.ceilingYen - stands)))
}

/** The amount of a line as far as it is known before the bill is final. */
export const amountBeforeBill = (line: OrderLine): Yen => amountAt(line, knownStage(line))
