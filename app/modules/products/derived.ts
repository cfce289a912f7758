import type { Method } from '#kernel/enums.ts'
import { type ProductValues, textOf } from './product.ts'
import { readGoods } from './read-products.ts'

/**
 * Recalculates derived values (5kg箱, the weight and size of the box) that the farm has not overridden: an amount that
 * stays on the box although its content has changed would be wrong.
 */
export function withoutDerived(
  before: ProductValues,
  values: ProductValues,
  methods: readonly Method[],
): ProductValues {
  const emptied = { packLabel: '', grossGrams: null, boxLitres: null }
  const read = readGoods({ ...before, ...emptied, stock: 0 }, { methods })
  if (!read.ok) return values
  const { packLabel, grossGrams, sizePoints } = read.goods
  const derived = { packLabel, grossGrams, boxLitres: sizePoints }
  const stays = (name: keyof typeof emptied) =>
    before[name] !== derived[name] ||
    (values[name] !== undefined && textOf(name, values[name]) !== textOf(name, before[name]))
  const anew = (['packLabel', 'grossGrams', 'boxLitres'] as const).filter((name) => !stays(name))
  return { ...values, ...Object.fromEntries(anew.map((name) => [name, emptied[name]])) }
}
