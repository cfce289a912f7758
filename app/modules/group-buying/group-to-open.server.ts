import { kitchenOf, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { type FarmId, type KitchenId, newId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { quoteCart } from '#modules/cart/quote.ts'
import { readCart } from '#modules/cart/read-cart.server.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { quoteGroup } from './group-quote.ts'
import { hostOf } from './group-store.server.ts'

export type GroupToOpen = {
  farm: { id: FarmId; name: string; crest: string }
  kitchen: string
  lines: { name: string; packLabel: string; qty: number; unitLabel: string; amountYen: Yen }[]
  goodsYen: Yen
  /** The days on which the box can come, and the farm's cutoff for each. */
  days: { deliveryOn: JstDate; cutoffAt: Date }[]
  /** The freight without tax of these goods alone, and for this kitchen if so many more send as much. */
  aloneYen: Yen
  previews: { more: number; yen: Yen }[]
}

/** What the cart has of a farm, as it would be opened to neighbours; `NotFound` if it has nothing of it. */
export const groupToOpen = query(
  'group_buy.see',
  async (
    ctx,
    { farmId, kitchenId: named }: { farmId: FarmId; kitchenId?: KitchenId | undefined },
  ): Promise<GroupToOpen> => {
    const buyer = requireBuyer(ctx.actor)
    seeOrNotFound(ctx.actor, 'group_buy.see', buyer)
    const kitchenId = kitchenOf(buyer, named)
    const cart = await readCart(ctx, buyer, kitchenId)
    const inCart = cart.farms.find((farm) => farm.farmId === farmId)
    if (!inCart) throw new NotFound('farm')
    const { ride: _, ...farm } = { ...inCart, open: [], ways: [], chosenWay: null, chosenDay: null }
    const rates = await taxRates(ctx)
    const question = { now: ctx.now, kitchen: cart.kitchen, wishedOn: cart.wishedOn, taxRates: rates, farms: [farm] }
    const [quoted] = quoteCart(question).farms
    if (!quoted) throw new NotFound('farm')
    const host = await hostOf(ctx, { ...buyer, kitchenId })
    const previewOf = (more: number) => {
      const part = () => ({ kitchenId: newId<'kitchen'>(), kitchen: cart.kitchen, farm })
      const parts = Array.from({ length: more + 1 }, part)
      const [kitchen] = parts
      if (!kitchen || !quoted.day) return []
      const terms = {
        id: newId<'groupBuy'>(),
        kitchenId: kitchen.kitchenId,
        deliveryOn: quoted.day.deliveryOn,
        slot: quoted.slot,
        closesAt: ctx.now,
      }
      const quote = quoteGroup({ now: ctx.now, terms, host, freight: farm.freight, parts, taxRates: rates })
      // of equal parts the largest, so that no chef is shown a yen less than they may pay
      return { more, yen: yen(Math.max(0, ...(quote?.shares ?? []).map((share) => share.yen))) }
    }
    return {
      farm: { id: farm.farmId, name: farm.name, crest: farm.crest },
      kitchen: cart.kitchen.name,
      lines: quoted.lines.map(({ name, packLabel, qty, unitLabel, amountYen }) => ({
        ...{ name, packLabel, qty, unitLabel, amountYen },
      })),
      goodsYen: quoted.goodsYen,
      days: quoted.days.flatMap((day) => (day.possible ? { deliveryOn: day.deliveryOn, cutoffAt: day.cutoffAt } : [])),
      aloneYen: quoted.fullFreightYen,
      previews: [1, 2].flatMap(previewOf),
    }
  },
)
