import { requireBuyer } from '#authorization/authorize.ts'
import type { Blocker } from '#kernel/enums.ts'
import type { ProductId, ShoppingListId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, monthOf, type Weekday, weekdayOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { fitQuantity } from '#modules/cart/fit-quantity.ts'
import { type CartLine, type QuotedFarm, type QuotedLine, quoteCart } from '#modules/cart/quote.ts'
import { readCart, type StoredCart } from '#modules/cart/read-cart.server.ts'
import { type Learned, learnQty } from './learn-qty.ts'
import { factsOf, type LineRow, linesOfList, type Shown, shownOf } from './list-lines.server.ts'
import { cameToKitchen, ownList, type ShoppingList } from './list-store.server.ts'
import type { Came } from './lists-from-history.ts'
import { nearestInstead } from './nearest-instead.server.ts'
import type { SinceLast } from './price-since.ts'
import { wakesInMonth, whySleeps } from './sleep.ts'

/** `unitYen`: of one, without tax; products by weight at their usual weight, and `ceilingUnitYen` at their maximum. */
export type OpenShoppingListLine = Shown & {
  /** Of the farm. */
  place: string
  qty: number
  learned: Learned
  unitYen: number
  ceilingUnitYen: number
  /** Since it last came; null if it never has. */
  since: SinceLast | null
  catchWeight: boolean
  minQty: number
  maxQty: number
  orderStep: number
  availableQty: number
  /** When it comes, if its farm cannot deliver on the day. Null: on the day. */
  comesOn: JstDate | null
}

export type SleepingLine = Shown & {
  why: Blocker
  /** The month in which it becomes available again. */
  wakesIn: number | null
  instead: OpenShoppingListLine | null
}

export type OpenShoppingList = ShoppingList & {
  /** The day for which the quantities are: the requested one, else the next possible delivery day. */
  on: JstDate
  cutoffAt: Date | null
  /** The days on which anything of it can be delivered. */
  days: JstDate[]
  awake: OpenShoppingListLine[]
  asleep: SleepingLine[]
}

/**
 * A list opened for ordering on a day: the usual quantities of that weekday, today's prices, unavailable products with
 * why and until when, and for each of these the nearest substitutes.
 */
export const openList = query(
  'list.see',
  async (
    ctx,
    { listId, on: asked }: { listId: ShoppingListId; on?: JstDate | undefined },
  ): Promise<OpenShoppingList> => {
    const buyer = requireBuyer(ctx.actor)
    const list = await ownList(ctx, listId, 'see')
    const rows = await linesOfList(ctx, listId)
    const ids = rows.map(({ productId }) => productId)
    const history = await cameToKitchen(ctx, list.kitchenId, ids)
    const goods = rows.map(({ productId, qty }) => ({ productId: productId, qty }))
    const cart = await readCart(ctx, buyer, list.kitchenId, goods)
    const quoted = (farms: StoredCart['farms'], wishedOn: JstDate | null) =>
      quoteCart({ now: ctx.now, kitchen: cart.kitchen, wishedOn, farms, taxRates: cart.taxRates })

    const awakeNow = rows.filter((row) => !whySleeps(factsOf(row), asked ?? jstDateOf(ctx.now)))
    const first = quoted(withOnly(cart.farms, new Set(awakeNow.map(({ productId }) => productId))), asked ?? null)
    const on = asked ?? soonestDay(first.farms, list.weekdays) ?? addDays(jstDateOf(ctx.now), 1)

    const learned = new Map(rows.map((row) => [row.productId, learnedOf(row, history, on)]))
    const sleeping = rows.flatMap((row): { row: LineRow; why: Blocker }[] => {
      const why = whySleeps(factsOf(row), on)
      return why ? [{ row, why }] : []
    })
    const asleepIds = new Set(sleeping.map(({ row }) => row.productId))
    const awakeIds = new Set(ids.filter((id) => !asleepIds.has(id)))
    const farms = withOnly(cart.farms, awakeIds).map((farm) => ({
      ...farm,
      lines: farm.lines.map((line) => ({ ...line, qty: fitted(line, learned.get(line.productId)?.qty ?? line.qty) })),
    }))
    const quote = quoted(farms, on)
    const noDay = new Set(quote.farms.filter(({ day }) => !day).map(({ farmId }) => farmId))
    for (const row of rows)
      if (noDay.has(row.farmId) && awakeIds.has(row.productId)) sleeping.push({ row, why: 'no_delivery' })
    const place = new Map(ids.map((id, index) => [id, index]))
    const awake = quote.farms
      .filter(({ day }) => day)
      .flatMap((farm) =>
        farm.lines.map((line) => ({
          ...toOpen(farm, line, on, learned.get(line.productId) ?? asWanted(line)),
          since: sinceLast(line, history),
        })),
      )
      .sort((a, b) => (place.get(a.productId) ?? 0) - (place.get(b.productId) ?? 0))
    const instead = await insteadOf(sleeping.filter(({ why }) => why !== 'gone').map(({ row }) => row))
    return {
      ...list,
      on,
      cutoffAt: firstCutoff(quote.farms, on),
      days: possibleDays(first.farms),
      awake,
      asleep: sleeping.map(({ row, why }) => ({
        ...shownOf(row),
        why,
        wakesIn: why === 'out_of_season' ? wakesInMonth(row.seasonMonths, on) : null,
        instead: instead.get(row.productId) ?? null,
      })),
    }

    /** The nearest substitutes of each, as they could be ordered for the day; only those deliverable on the day. */
    async function insteadOf(of: readonly LineRow[]): Promise<Map<ProductId, OpenShoppingListLine>> {
      const found = await nearestInstead(ctx, {
        productIds: of.map(({ productId }) => productId),
        notThese: ids,
        month: monthOf(on),
        farmIds: [...new Set(rows.map(({ farmId }) => farmId))],
      })
      if (found.length === 0) return new Map()
      const wanted = found.map(({ productId, insteadOf, grams, ofGrams }) => {
        const usual = learned.get(insteadOf)?.qty ?? 1
        return { productId, qty: Math.max(1, grams && ofGrams ? Math.round((usual * ofGrams) / grams) : usual) }
      })
      const offered = await readCart(ctx, buyer, list.kitchenId, oncePerProduct(wanted))
      const possible = new Map(
        offered.farms.flatMap((farm) =>
          farm.lines.flatMap((line) => {
            const shown = besideTheRest(farm, line)
            return shown ? [[line.productId, shown] as const] : []
          }),
        ),
      )
      const chosen = new Map<ProductId, OpenShoppingListLine>()
      const taken = new Set<ProductId>()
      for (const { productId, insteadOf } of found) {
        const line = possible.get(productId)
        if (!line || chosen.has(insteadOf) || taken.has(productId)) continue
        chosen.set(insteadOf, line)
        taken.add(productId)
      }
      return chosen
    }

    /** A line together with the list's other products of its farm; null if it could not be ordered like that. */
    function besideTheRest(farm: StoredCart['farms'][number], line: CartLine): OpenShoppingListLine | null {
      const qty = fitted(line, line.qty)
      if (!farm.approved || !line.listed || line.availableQty < qty) return null
      const rest = farms.find(({ farmId }) => farmId === farm.farmId)?.lines ?? []
      const [quotedFarm] = quoted([{ ...farm, lines: [...rest, { ...line, qty }] }], on).farms
      const own = quotedFarm?.lines.at(-1)
      if (!quotedFarm || !own || quotedFarm.problem || own.problem || quotedFarm.day?.deliveryOn !== on) return null
      return toOpen(quotedFarm, own, on, { qty, why: 'first', of: 0 })
    }
  },
)

function sinceLast({ productId, priceYen }: QuotedLine, history: Awaited<ReturnType<typeof cameToKitchen>>) {
  const last = history.find((came) => came.productId === productId)
  return last ? { on: last.on, yen: priceYen - last.priceYen } : null
}

const asWanted = (line: QuotedLine): Learned => ({ qty: line.qty, why: 'first', of: 0 })

const oncePerProduct = <G extends { productId: ProductId }>(goods: readonly G[]): G[] => [
  ...new Map(goods.map((it) => [it.productId, it])).values(),
]

const withOnly = (farms: StoredCart['farms'], ids: ReadonlySet<ProductId>) =>
  farms
    .map((farm) => ({ ...farm, lines: farm.lines.filter(({ productId }) => ids.has(productId)) }))
    .filter(({ lines }) => lines.length > 0)

/** The first day on which anything can be delivered; of a list for certain weekdays, the first such weekday. */
function soonestDay(farms: readonly QuotedFarm[], weekdays: readonly Weekday[]): JstDate | null {
  const days = possibleDays(farms)
  return days.find((day) => weekdays.includes(weekdayOf(day))) ?? days[0] ?? null
}

const possibleDays = (farms: readonly QuotedFarm[]): JstDate[] =>
  [...new Set(farms.flatMap(({ days }) => days.flatMap((day) => (day.possible ? [day.deliveryOn] : []))))].sort()

function firstCutoff(farms: readonly QuotedFarm[], on: JstDate): Date | null {
  const times = farms.flatMap(({ day }) => (day?.deliveryOn === on ? [day.cutoffAt.getTime()] : []))
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

/** The usual quantity, within what is sold; if fewer are available, the checkout says so. */
const fitted = (line: { availableQty: number; minQty: number; maxQty: number; orderStep: number }, qty: number) =>
  fitQuantity(qty, {
    availableQty: line.availableQty,
    minQty: line.minQty,
    maxQty: line.maxQty,
    orderStep: line.orderStep,
  }) || line.minQty

function learnedOf(row: LineRow, history: readonly Came[], on: JstDate): Learned {
  return learnQty(
    history.filter(({ productId }) => productId === row.productId),
    { weekday: weekdayOf(on), qty: row.qty, learns: row.learns },
  )
}

const toOpen = (farm: QuotedFarm, line: QuotedLine, on: JstDate, learned: Learned): OpenShoppingListLine => ({
  productId: line.productId,
  name: line.name,
  packLabel: line.packLabel,
  unitLabel: line.unitLabel,
  picture: line.picture,
  category: line.category,
  farm: { id: farm.farmId, name: farm.name, crest: farm.crest },
  place: farm.place,
  qty: line.qty,
  learned,
  unitYen: Math.round(line.amountYen / line.qty),
  ceilingUnitYen: Math.round(line.ceilingYen / line.qty),
  since: null,
  catchWeight: line.catchWeight,
  minQty: line.minQty,
  maxQty: line.maxQty,
  orderStep: line.orderStep,
  availableQty: line.availableQty,
  comesOn: farm.day && farm.day.deliveryOn !== on ? farm.day.deliveryOn : null,
})
