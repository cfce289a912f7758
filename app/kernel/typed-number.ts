import { formatNumber } from './format.ts'
import { type Grams, grams } from './grams.ts'
import { ok, type RefusalDetail, type Result, refuse } from './result.ts'
import { plainDigits } from './text.ts'
import { type Yen, yen } from './yen.ts'

/**
 * Parsing of numbers as users type them, one function each: the field calls it on blur, the server calls it again when
 * the form arrives, so the two cannot differ.
 */

export type NumberRefusal = 'empty' | 'not_a_number' | 'not_whole' | 'too_fine' | 'too_small' | 'too_large'

/** The bounds are inclusive; `decimals` is the allowed number of decimal places. */
export type NumberRule = { min?: number; max?: number; decimals?: number }

/** `１，２００`, `¥1,200`, `1,200円` → 1200. Halves of a yen and words (`十二`) are refused, not guessed. */
export function readNumber(typed: string, { min, max, decimals = 0 }: NumberRule = {}): Result<number, NumberRefusal> {
  const digits = plainDigits(typed)
  if (digits === '') return refuse('empty')
  const match = /^([+-]?)(\d{1,15})(?:\.(\d+))?$/.exec(digits)
  if (!match) return refuse('not_a_number')
  const behind = (match[3] ?? '').replace(/0+$/, '')
  if (behind.length > decimals) return decimals === 0 ? refuse('not_whole') : refuse('too_fine', { decimals })
  const value = Number(`${match[1]}${match[2]}${behind && `.${behind}`}`)
  if (min !== undefined && value < min) return refuse('too_small', { min })
  if (max !== undefined && value > max) return refuse('too_large', { max })
  return ok(value)
}

const mostYen = 999_999_999

/** Whole yen, from 0 unless a rule says otherwise. */
export function readYen(typed: string, { min = 0, max = mostYen }: Omit<NumberRule, 'decimals'> = {}) {
  const read = readNumber(typed, { min, max })
  return read.ok ? ok<Yen>(yen(read.value)) : read
}

export type WeightUnit = 'g' | 'kg'

/** The bounds are grams. */
export type WeightRule = { unit: WeightUnit; min?: Grams; max?: Grams }

const mostGrams = grams(10_000_000)

/**
 * A weight in whole grams. Without a unit the number is in the unit of the field; a typed unit wins (`500g` in a field
 * of kilograms is 500 g). Finer than a gram is refused.
 */
export function readWeight(typed: string, { unit, min = grams(0), max = mostGrams }: WeightRule) {
  const [, figure = '', said] = /^(.*?)(kg|g|キロ|グラム)?$/i.exec(plainDigits(typed)) ?? []
  const inKilograms = said ? /^(kg|キロ)$/i.test(said) : unit === 'kg'
  const read = readNumber(figure, { decimals: inKilograms ? 3 : 0 })
  if (!read.ok) return read
  const weight = Math.round(read.value * (inKilograms ? 1000 : 1))
  if (weight < min) return refuse('too_small' as const, { min: weightText(min, unit), unit })
  if (weight > max) return refuse('too_large' as const, { max: weightText(max, unit), unit })
  return ok<Grams>(grams(weight))
}

/** 2,685 g in a field of kilograms: `2.685`; in a field of grams: `2,685`. */
export const weightText = (weight: number, unit: WeightUnit): string =>
  unit === 'g' ? formatNumber(weight) : trimmed(formatNumber(Math.floor(weight / 1000)), weight % 1000)

const trimmed = (whole: string, rest: number) =>
  rest === 0 ? whole : `${whole}.${String(rest).padStart(3, '0').replace(/0+$/, '')}`

/** 1200.5 as `1,200.5`: how the field shows the value that it read. */
export function numberText(value: number): string {
  const [whole = '', behind] = String(Math.abs(value)).split('.')
  return `${value < 0 ? '-' : ''}${formatNumber(Number(whole))}${behind ? `.${behind}` : ''}`
}

const shown = (fact: RefusalDetail[string] | undefined) => (typeof fact === 'number' ? numberText(fact) : String(fact))

const sentences: Record<NumberRefusal, (detail: RefusalDetail) => string> = {
  empty: () => '入力されていません。数字で入力してください（例 12）',
  not_a_number: () => '数字で入力してください（例 12）',
  not_whole: () => '小数は使用できません。整数で入力してください（例 12）',
  too_fine: ({ decimals }) => `桁数が多すぎます。小数点以下は${decimals}桁以内で入力してください`,
  too_small: ({ min, unit = '' }) => `小さすぎます。${shown(min)}${unit}以上で入力してください`,
  too_large: ({ max, unit = '' }) => `大きすぎます。${shown(max)}${unit}以下で入力してください`,
}

/** The cause, then what to do. */
export const numberRefusalText = (refusal: NumberRefusal, detail: RefusalDetail = {}): string =>
  sentences[refusal](detail)

/**
 * What the arrow keys make of a number: one step up (1) or down (-1), within the bounds. An empty field goes to the
 * lower bound, or one step from 0; what is not a number is unchanged.
 */
export function steppedText(typed: string, steps: 1 | -1, step: number, rule: NumberRule): string {
  const { min, max, decimals = 0 } = rule
  const read = readNumber(typed, { decimals })
  if (!read.ok && read.refusal !== 'empty') return typed
  const next = read.ok ? read.value + steps * step : (min ?? steps * step)
  const inside = Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, next))
  return numberText(Number(inside.toFixed(decimals)))
}
