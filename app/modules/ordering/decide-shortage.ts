import type { Proposal } from '#kernel/enums.ts'
import type { OrderLineId, ProductId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { ceilingOf, type LineTerms } from '#modules/pricing/line-terms.ts'
import { askDueAt, type Instruction, instructionOf } from './instruction.ts'
import type { OrderLine } from './order.ts'
import { reservedQuantity } from './reserved-quantity.ts'

/** A substitute that a farm offers, at its current price. */
export type Offer = { productId: ProductId; name: string; qty: number; terms: LineTerms }

/** What the farm can send of one line, and why it is less. */
export type Statement = { line: OrderLine; stated: number; reason: string | null; offer: Offer | null }

/** `instruction`: the chef's instruction has decided; `chef`: they were asked, and have answered. */
export type Settled = Statement & { confirmed: number; by: 'farm' | 'instruction' | 'chef' }

export type Decision =
  | { outcome: 'settled'; lines: readonly Settled[] }
  /** The chef has to be asked, until then. */
  | { outcome: 'ask'; until: Date }
  /** All or nothing, and it is not all: this line has ended the order. */
  | { outcome: 'end'; line: OrderLine }
  /** Every line is dropped or cannot be sent. */
  | { outcome: 'nothing' }

/** The chef's answer about a line: take what there is, drop the line, or as they had instructed in advance. */
export const chefAnswers = ['take', 'drop', 'instruction'] as const
export type ChefAnswer = (typeof chefAnswers)[number]

export type ProposalAnswer = { lineId: OrderLineId; answer: ChefAnswer }

/**
 * The answers that take exactly what the farm proposes. Null if they would not: with a substitute or all or nothing the
 * instruction decides as well, and an order of which nothing would be left is not ended with one press.
 */
export function asProposed(lines: readonly OrderLine[], proposal: Proposal): ProposalAnswer[] | null {
  const asked = new Map(proposal.lines.map((line) => [line.lineId, line]))
  const needsALook = lines.some((line) => {
    const said = asked.get(line.id)
    return said && (said.substitute || instructionOf(line).kind === 'all_or_nothing')
  })
  const left = lines.some((line) => (asked.get(line.id)?.stated ?? reservedQuantity(line)) > 0)
  if (needsALook || !left) return null
  return proposal.lines.map(({ lineId, stated }) => ({ lineId, answer: stated > 0 ? 'take' : 'drop' }))
}

type Question = {
  now: Date
  packAt: Date
  /** The chef's answers since they were asked. */
  answers?: ReadonlyMap<OrderLineId, ChefAnswer>
  /** The chef's time to answer is over, or the boxes are being packed. */
  timeIsUp?: boolean
}

/** Only what was named, up to the stated price; anything else is no substitute. */
export const isApproved = (offer: Offer, instruction: Instruction): boolean =>
  instruction.kind === 'substitute' &&
  offer.qty > 0 &&
  instruction.products.includes(offer.productId) &&
  ceilingOf(offer.terms, offer.qty) <= instruction.maxYen

/**
 * The result for an order with shortages: the chef's instructions decide, line by line, without waiting for people.
 * Pure: the farm's screen uses it as a preview, and the property test runs it ten thousand times.
 */
export function decideShortage(statements: readonly Statement[], question: Question): Decision {
  const settled: Settled[] = []
  const asks: Date[] = []
  for (const statement of statements) {
    const { line, stated } = statement
    if (stated >= reservedQuantity(line)) {
      settled.push({ ...statement, offer: null, confirmed: stated, by: 'farm' })
      continue
    }
    const instruction = instructionOf(line)
    if (instruction.kind === 'all_or_nothing') {
      if (!staysAsAccepted(statement)) return { outcome: 'end', line }
      settled.push(asAccepted(statement))
      continue
    }
    const answer = question.answers?.get(line.id)
    if (answer === 'take' || answer === 'drop') {
      settled.push(answer === 'take' ? took(statement, 'chef') : dropped(statement, 'chef'))
      continue
    }
    if (instruction.kind === 'ask' && !answer && !question.timeIsUp) {
      const until = askDueAt(instruction.until, question.now, question.packAt)
      if (until) {
        asks.push(until)
        continue
      }
    }
    settled.push(byInstruction(statement, instruction))
  }
  const [first] = asks.sort((a, b) => a.getTime() - b.getTime())
  if (first) return { outcome: 'ask', until: first }
  const left = settled.some(({ confirmed, offer }) => confirmed > 0 || offer !== null)
  return left ? { outcome: 'settled', lines: settled } : { outcome: 'nothing' }
}

/** What follows for a line that is short if the chef leaves it to their instruction, and whether an answer says the same. */
export function asInstructed(statement: Statement): { settled: Settled; answer: ChefAnswer } {
  const instruction = instructionOf(statement.line)
  const settled = instruction.kind === 'all_or_nothing' ? asAccepted(statement) : byInstruction(statement, instruction)
  if (settled.offer) return { settled, answer: 'instruction' }
  if (settled.confirmed === 0) return { settled, answer: 'drop' }
  return { settled, answer: settled.confirmed === statement.stated ? 'take' : 'instruction' }
}

function byInstruction(statement: Statement, instruction: Instruction): Settled {
  if (instruction.kind === 'substitute' && statement.offer && isApproved(statement.offer, instruction))
    return { ...statement, confirmed: statement.stated, by: 'instruction' }
  const plain = 'otherwise' in instruction ? instruction.otherwise : instruction.kind
  if (plain !== 'drop_line') return { ...statement, offer: null, confirmed: statement.stated, by: 'instruction' }
  return staysAsAccepted(statement) ? asAccepted(statement) : dropped(statement, 'instruction')
}

/** For a line increased after the farm accepted it: the accepted quantity. An increase never reduces it. */
const acceptedBefore = ({ quantities, orderedBefore }: OrderLine): number =>
  orderedBefore === null ? 0 : (quantities.confirmed?.qty ?? 0)
const staysAsAccepted = ({ line, stated }: Statement): boolean =>
  acceptedBefore(line) > 0 && stated >= acceptedBefore(line)
const asAccepted = (statement: Statement): Settled => ({
  ...statement,
  stated: acceptedBefore(statement.line),
  offer: null,
  confirmed: acceptedBefore(statement.line),
  by: 'instruction',
})

const dropped = (statement: Statement, by: Settled['by']): Settled => ({ ...statement, offer: null, confirmed: 0, by })
/** A chef who was asked has seen what there is, without substitutes: only their own list allows those. */
const took = (statement: Statement, by: Settled['by']): Settled => ({
  ...statement,
  offer: null,
  confirmed: statement.stated,
  by,
})

/** The farm's statement about one line. */
export type LineSaid = { lineId: OrderLineId; qty: number; reason?: string | null }
export type SaidRefusal = 'unknown_line' | 'bad_quantity' | 'more_than_ordered' | 'reason_missing'

/** The farm's statements, checked against the lines: no unknown line, no more than is held, less only with a reason. */
export function readStatements(
  lines: readonly OrderLine[],
  said: readonly LineSaid[],
  offers: ReadonlyMap<OrderLineId, Offer> = new Map(),
): Result<Statement[], SaidRefusal> {
  const known = new Set(lines.map((line) => line.id))
  if (said.some((answer) => !known.has(answer.lineId))) return refuse('unknown_line')
  const statements: Statement[] = []
  for (const line of lines) {
    const held = reservedQuantity(line)
    const answer = said.find((it) => it.lineId === line.id)
    const stated = answer?.qty ?? held
    if (!Number.isSafeInteger(stated) || stated < 0) return refuse('bad_quantity', { line: line.id })
    if (stated > held) return refuse('more_than_ordered', { line: line.id, max: held })
    const reason = answer?.reason ?? null
    if (stated < held && !reason) return refuse('reason_missing', { line: line.id })
    statements.push({ line, stated, reason, offer: stated < held ? (offers.get(line.id) ?? null) : null })
  }
  return ok(statements)
}
