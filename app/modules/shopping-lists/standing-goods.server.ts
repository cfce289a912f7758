import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { LeftOut } from '#kernel/enums.ts'
import type { FarmId, KitchenId, ProductId, ShoppingListId } from '#kernel/ids.ts'
import { type JstDate, type Weekday, weekdayOf } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { quoteCart } from '#modules/cart/quote.ts'
import { readCart } from '#modules/cart/read-cart.server.ts'
import { learnQty } from './learn-qty.ts'
import { factsOf, linesOfList } from './list-lines.server.ts'
import { cameToKitchen } from './list-store.server.ts'
import { whySleeps } from './sleep.ts'
import { type StandingDay, standingDays } from './standing-days.ts'
import { type CanCome, whatCanCome } from './what-can-come.ts'

/** How many days ahead a standing order is shown and planned. */
const horizonDays = 28

export type StandingGoods = {
  farmIds: FarmId[]
  productIds: ProductId[]
  days(weekdays: readonly Weekday[], skipped: ReadonlySet<JstDate>): StandingDay[]
  /** What it would order for a day as of now, and what it would leave out, with reasons. */
  on(day: JstDate, ceilingYen: Yen): CanCome
}

/** The products of a standing order as of now: read once, and usable for any day. */
export async function standingGoods(
  ctx: Ctx,
  buyer: BuyerActor,
  { kitchenId, listId }: { kitchenId: KitchenId; listId: ShoppingListId },
): Promise<StandingGoods> {
  const rows = await linesOfList(ctx, listId)
  const productIds = rows.map(({ productId }) => productId)
  const history = await cameToKitchen(ctx, kitchenId, productIds)
  const goods = rows.map(({ productId, qty }) => ({ productId: productId, qty }))
  const cart = await readCart(ctx, buyer, kitchenId, goods)
  const question = { now: ctx.now, kitchen: cart.kitchen, wishedOn: null, taxRates: cart.taxRates }
  return {
    productIds,
    farmIds: [...new Set(rows.map(({ farmId }) => farmId))],
    days(weekdays, skipped) {
      // a farm's possible days do not depend on the harvest; the available quantity is calculated on the day
      const farms = cart.farms
        .filter(({ approved }) => approved)
        .map((farm) => ({ ...farm, lines: farm.lines.map((line) => ({ ...line, harvest: null })) }))
      const quote = quoteCart({ ...question, farms, horizonDays })
      return standingDays({ now: ctx.now, weekdays, skipped, farms: quote.farms, horizonDays })
    },
    on(day, ceilingYen) {
      const asleep: LeftOut[] = rows.flatMap((row) => {
        const why = whySleeps(factsOf(row), day)
        return why ? [{ productId: row.productId, name: row.name, why }] : []
      })
      const usual = new Map(
        rows.map((row) => [
          row.productId,
          learnQty(
            history.filter(({ productId }) => productId === row.productId),
            { weekday: weekdayOf(day), qty: row.qty, learns: row.learns },
          ).qty,
        ]),
      )
      const farms = cart.farms
        .map((farm) => ({
          ...farm,
          lines: farm.lines
            .filter(({ productId }) => !asleep.some((it) => it.productId === productId))
            .map((line) => ({ ...line, qty: usual.get(line.productId) ?? line.qty })),
        }))
        .filter(({ lines }) => lines.length > 0)
      const possible = whatCanCome({ ...question, farms }, { on: day, ceilingYen, order: productIds })
      return { ...possible, leftOut: [...possible.leftOut, ...asleep] }
    },
  }
}
