import type { OrderLineId, ProductId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { ceilingOf, type LineTerms } from '#modules/pricing/line-terms.ts'
import { heldOf } from './held-of.ts'
import { askDueAt, type Instruction, instructionOf } from './instruction.ts'
import type { OrderLine } from './order.ts'

/** Goods that a farm offers instead, at their price of now. */
export type Offer = { productId: ProductId; name: string; qty: number; terms: LineTerms }

/** What the farm can send of one line, and why it is less. */
export type Statement = { line: OrderLine; stated: number; reason: string | null; offer: Offer | null }

/** `instruction`: the chef's standing word has decided; `chef`: they were asked, and have answered. */
export type Settled = Statement & { confirmed: number; by: 'farm' | 'instruction' | 'chef' }

export type Decision =
  | { outcome: 'settled'; lines: readonly Settled[] }
  /** Somebody has to be asked, until then. */
  | { outcome: 'ask'; until: Date }
  /** All or nothing, and it is not all: this line has ended it. */
  | { outcome: 'end'; line: OrderLine }
  /** Every line is dropped or cannot be sent. */
  | { outcome: 'nothing' }

/** The chef's answer about a line: take what was offered, or leave it. */
export type ChefAnswer = 'take' | 'drop'

type Question = {
  now: Date
  packAt: Date
  /** What the chef has said since they were asked. */
  answers?: ReadonlyMap<OrderLineId, ChefAnswer>
  /** The moment until which they were waited for has come, or the boxes are being packed. */
  timeIsUp?: boolean
}

/** Only what was named, and only as dear as was said: everything else is no substitute. */
export const isApproved = (offer: Offer, instruction: Instruction): boolean =>
  instruction.kind === 'substitute' &&
  offer.qty > 0 &&
  instruction.products.includes(offer.productId) &&
  ceilingOf(offer.terms, offer.qty) <= instruction.maxYen

/**
 * What becomes of an order of which some lines fall short: the chef's instructions decide, line by line, so that nobody
 * waits. Pure: the farm's screen shows beforehand what this will say, and the property test asks it ten thousand times.
 */
export function decideShortage(statements: readonly Statement[], question: Question): Decision {
  const settled: Settled[] = []
  const asks: Date[] = []
  for (const statement of statements) {
    const { line, stated } = statement
    if (stated >= heldOf(line)) {
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
    if (answer) {
      settled.push(answer === 'take' ? took(statement, 'chef') : dropped(statement, 'chef'))
      continue
    }
    if (instruction.kind === 'ask' && !question.timeIsUp) {
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

function byInstruction(statement: Statement, instruction: Instruction): Settled {
  if (instruction.kind === 'substitute' && statement.offer && isApproved(statement.offer, instruction))
    return { ...statement, confirmed: statement.stated, by: 'instruction' }
  const plain = 'otherwise' in instruction ? instruction.otherwise : instruction.kind
  if (plain !== 'drop_line') return { ...statement, offer: null, confirmed: statement.stated, by: 'instruction' }
  return staysAsAccepted(statement) ? asAccepted(statement) : dropped(statement, 'instruction')
}

/** Of a line that has grown since the farm accepted it: what it was then. It never becomes less because it was to be more. */
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
/** Whoever was asked was shown what there is, and nothing instead of it: that only their own list allows. */
const took = (statement: Statement, by: Settled['by']): Settled => ({
  ...statement,
  offer: null,
  confirmed: statement.stated,
  by,
})

/** One line, as the farm says it. */
export type LineSaid = { lineId: OrderLineId; qty: number; reason?: string | null }
export type SaidRefusal = 'unknown_line' | 'bad_quantity' | 'more_than_ordered' | 'reason_missing'

/** What the farm says, held against the lines: none unknown, none more than is held, less only with a reason. */
export function readStatements(
  lines: readonly OrderLine[],
  said: readonly LineSaid[],
  offers: ReadonlyMap<OrderLineId, Offer> = new Map(),
): Result<Statement[], SaidRefusal> {
  const known = new Set(lines.map((line) => line.id))
  if (said.some((answer) => !known.has(answer.lineId))) return refuse('unknown_line')
  const statements: Statement[] = []
  for (const line of lines) {
    const held = heldOf(line)
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
