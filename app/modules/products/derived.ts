import type { Method } from '#kernel/enums.ts'
import { weightText } from '#kernel/typed-number.ts'
import type { TypedGoods } from './product-fields.ts'
import { readGoods } from './read-products.ts'

/**
 * Recalculates derived values (5kg箱, the weight and size of the box) that the farm has not overridden: an amount that
 * stays on the box although its content has changed would be wrong.
 */
export function withoutDerived(before: TypedGoods, typed: TypedGoods, methods: readonly Method[]): TypedGoods {
  const emptied = { packLabel: '', grossKg: '', litres: '' }
  const read = readGoods({ ...before, ...emptied, stock: '0' }, { methods })
  if (!read.ok) return typed
  const { packLabel, grossGrams, sizePoints } = read.goods
  const derived = { packLabel, grossKg: weightText(grossGrams, 'kg'), litres: String(sizePoints) }
  const stays = (name: keyof typeof emptied) =>
    before[name] !== derived[name] || (typed[name] !== undefined && typed[name] !== before[name])
  const anew = (['packLabel', 'grossKg', 'litres'] as const).filter((name) => !stays(name))
  return { ...typed, ...Object.fromEntries(anew.map((name) => [name, ''])) }
}
