import type { Blocker, LeftOut } from '#kernel/enums.ts'
import type { ProductId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { fitQuantity } from '#modules/cart/fit-quantity.ts'
import { qtyInOpen } from '#modules/cart/open-order.ts'
import { type CartFarm, type CartLine, type Quote, quoteCart } from '#modules/cart/quote.ts'
import { leftOn } from '#modules/products/catalog/harvest/harvest-window.ts'

export type Question = Parameters<typeof quoteCart>[0]
/** The wanted quantity, and the one that can be delivered. */
export type Reduced = { productId: ProductId; name: string; wanted: number; qty: number }
export type CanCome = { question: Question; quote: Quote; leftOut: LeftOut[]; reduced: Reduced[] }

/**
 * The part of a standing order that can be ordered on that day automatically: products on sale of farms that can
 * deliver then, as many as are available, no farm below its minimum order, and nothing above the ceiling (with freight
 * and tax, products by weight at their maximum). If it would cost more, it goes through `order`, the kitchen's own, and
 * leaves out whatever no longer fits. Everything left out has its reason; that may be everything.
 */
export function whatCanCome(
  asked: Question,
  { on, ceilingYen, order }: { on: JstDate; ceilingYen: Yen | null; order: readonly ProductId[] },
): CanCome {
  const question: Question = { ...asked, wishedOn: on }
  const leftOut: LeftOut[] = []
  const reduced: Reduced[] = []
  const leave = (lines: readonly CartLine[], why: Blocker) => {
    for (const { productId, name } of lines) leftOut.push({ productId, name, why })
  }

  const fitting = question.farms.flatMap((farm) => fitFarm(farm, question, on, { leave, reduced }))
  let kept = aboveMinimum({ ...question, farms: fitting }, leave)
  if (ceilingYen !== null && quoteCart({ ...question, farms: kept }).ceilingTotalYen > ceilingYen) {
    const within = underCeiling({ ...question, farms: kept }, ceilingYen, order)
    leave(
      linesOf(kept).filter((line) => !linesOf(within).includes(line)),
      'above_ceiling',
    )
    kept = aboveMinimum({ ...question, farms: within }, leave)
  }
  const rank = new Map(order.map((id, index) => [id, index]))
  leftOut.sort((a, b) => (rank.get(a.productId) ?? 0) - (rank.get(b.productId) ?? 0))
  const possible = { ...question, farms: kept }
  return {
    question: possible,
    quote: quoteCart(possible),
    leftOut,
    reduced: reduced.filter(({ productId }) => linesOf(kept).some((line) => line.productId === productId)),
  }
}

type Leave = (lines: readonly CartLine[], why: Blocker) => void
const linesOf = (farms: readonly CartFarm[]): CartLine[] => farms.flatMap(({ lines }) => lines)

/** One farm on that day, with the available quantity of each line; empty if it cannot deliver on the day. */
function fitFarm(
  farm: CartFarm,
  question: Question,
  on: JstDate,
  { leave, reduced }: { leave: Leave; reduced: Reduced[] },
): CartFarm[] {
  const anyHarvest = { ...farm, lines: farm.lines.map((line) => ({ ...line, harvest: null })) }
  const [quoted] = quoteCart({ ...question, farms: [anyHarvest] }).farms
  const day = quoted?.day
  if (!farm.approved) leave(farm.lines, 'farm_closed')
  else if (!day || day.deliveryOn !== on) leave(farm.lines, 'no_delivery')
  else if (quoted.joins?.asked) leave(farm.lines, 'answer_first')
  else if (quoted.problem === 'too_big_to_ship') leave(farm.lines, 'too_big_to_ship')
  else if (quoted.problem === 'no_freight') leave(farm.lines, 'no_delivery')
  else {
    const lines = farm.lines.flatMap((line) => {
      if (!line.listed) {
        leave([line], 'not_listed')
        return []
      }
      const qty = fitQuantity(line.qty, {
        availableQty: Math.min(
          line.availableQty,
          line.harvest === null ? line.availableQty : leftOn(line.harvest, day.shipOn),
        ),
        minQty: line.minQty,
        maxQty: line.maxQty - qtyInOpen(quoted.joins, line.productId),
        orderStep: line.orderStep,
      })
      if (qty === 0) {
        leave([line], 'sold_out')
        return []
      }
      if (qty !== line.qty) reduced.push({ productId: line.productId, name: line.name, wanted: line.qty, qty })
      return [{ ...line, qty }]
    })
    if (lines.length > 0) return [{ ...farm, lines }]
  }
  return []
}

function aboveMinimum(question: Question, leave: Leave): CartFarm[] {
  const { farms } = quoteCart(question)
  const below = farms.filter(({ problem }) => problem === 'below_min_order').map(({ farmId }) => farmId)
  return question.farms.filter((farm) => {
    if (!below.includes(farm.farmId)) return true
    leave(farm.lines, 'below_min_order')
    return false
  })
}

/** As much of it as fits, in the kitchen's own order. */
function underCeiling(question: Question, ceilingYen: Yen, order: readonly ProductId[]): CartFarm[] {
  const all = new Set(linesOf(question.farms).map(({ productId }) => productId))
  const kept = new Set<ProductId>()
  for (const productId of order) {
    if (!all.has(productId)) continue
    kept.add(productId)
    if (quoteCart({ ...question, farms: only(question.farms, kept) }).ceilingTotalYen > ceilingYen)
      kept.delete(productId)
  }
  return only(question.farms, kept)
}

const only = (farms: readonly CartFarm[], kept: ReadonlySet<ProductId>): CartFarm[] =>
  farms
    .map((farm) => ({ ...farm, lines: farm.lines.filter(({ productId }) => kept.has(productId)) }))
    .filter(({ lines }) => lines.length > 0)
