import type { OnShortage, PlainInstruction, ShortageTerms } from '#kernel/enums.ts'
import { formatYen } from '#kernel/format.ts'
import type { ProductId } from '#kernel/ids.ts'
import { addDays, addHours, jstDateOf, type MinuteOfDay, momentOf } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { onShortageWord } from './order-labels.ts'

/** What a chef allows in advance when a farm falls short (欠品時の指示), with its parameters. */
export type Instruction =
  | { kind: PlainInstruction }
  /** If one of the lines is short, the whole order with this farm is cancelled. */
  | { kind: 'all_or_nothing' }
  /** One of these products instead of what is missing, up to that price without tax; else `otherwise`. */
  | { kind: 'substitute'; products: readonly ProductId[]; maxYen: Yen; otherwise: PlainInstruction }
  /** Asks until that time of the day, and then applies `otherwise` automatically. */
  | { kind: 'ask'; until: MinuteOfDay; otherwise: PlainInstruction }

/** The safe default: send what is certain, and not what has changed. */
export const safeInstruction: PlainInstruction = 'drop_line'
export const usualAskUntil = (20 * 60) as MinuteOfDay

/** Read from a row, or from what an older page wrote: missing values get the cautious default. */
export function instructionOf(row: { onShortage: OnShortage; shortageTerms: ShortageTerms }): Instruction {
  const { substitutes = [], substituteMaxYen = yen(0), askUntil = usualAskUntil, otherwise } = row.shortageTerms
  switch (row.onShortage) {
    case 'substitute':
      return {
        kind: 'substitute',
        products: substitutes,
        maxYen: substituteMaxYen,
        otherwise: otherwise ?? safeInstruction,
      }
    case 'ask':
      return { kind: 'ask', until: askUntil, otherwise: otherwise ?? safeInstruction }
    default:
      return { kind: row.onShortage }
  }
}

/** The most specific instruction that was given counts: the line's, its list's, the restaurant's. */
export const nearestInstruction = (...given: readonly (Instruction | null | undefined)[]): Instruction =>
  given.find((it) => it !== null && it !== undefined) ?? { kind: 'ship_what_there_is' }

/** 18:30 */
export const timeWord = (minute: MinuteOfDay): string =>
  `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`

/** As the farm and the chef read it: 「20:00まで確認を待つ。回答がない場合は、この商品をキャンセルする」. */
export function instructionText(instruction: Instruction): string {
  switch (instruction.kind) {
    case 'substitute':
      // a reader who does not see money is not shown the limit (hide-money.ts)
      return `指定の代替品を${instruction.maxYen > 0 ? `${formatYen(instruction.maxYen)}（税抜）` : '上限額'}まで。ない場合は、${onShortageWord[instruction.otherwise]}`
    case 'ask':
      return `${timeWord(instruction.until)}まで確認を待つ。回答がない場合は、${onShortageWord[instruction.otherwise]}`
    default:
      return onShortageWord[instruction.kind]
  }
}

/** Everything has to be settled an hour before packing. */
const hoursBeforePacking = 1

/**
 * Until when the chef is asked: the next occurrence of that time, and never later than an hour before packing. Null if
 * it is too late to ask: then the instruction applies immediately.
 */
export function askDueAt(until: MinuteOfDay, now: Date, packAt: Date): Date | null {
  const latest = addHours(packAt, -hoursBeforePacking)
  if (latest <= now) return null
  const today = momentOf(jstDateOf(now), until)
  const asked = today > now ? today : momentOf(addDays(jstDateOf(now), 1), until)
  return new Date(Math.min(asked.getTime(), latest.getTime()))
}
