import type { Db } from '../../app/infra/db/kysely.server.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { setCartLine } from '../../app/modules/cart/change-cart.server.ts'
import { openGroupBuy } from '../../app/modules/group-buying/open-group-buy.server.ts'
import { aKey, as, type Market } from './market.ts'

/** As a form sends it: for Thursday, closing three hours before the farm's cutoff (noon of Tuesday). */
export const aGroupBuyInput = {
  deliveryOn: jstDate('2026-11-27'),
  slot: 'am' as const,
  closeHours: 3,
  leastKitchens: 2,
  message: '9時以降に裏口で渡します',
}

/** The market's chef opens a box of a farm to neighbours, with so many of its product; its code. */
export async function aGroupBuy(
  db: Db,
  market: Market,
  { farm: index = 0, qty = 2, ...more }: Partial<typeof aGroupBuyInput> & { farm?: number; qty?: number } = {},
): Promise<string> {
  const farm = market.farms[index]
  if (!farm) throw new Error('a market has farms')
  const chef = as(db, market.chef)
  const { kitchenId } = market
  const put = await setCartLine(chef, { kitchenId, productId: farm.productId, qty })
  const opened = await openGroupBuy(chef, { kitchenId, farmId: farm.farmId, ...aGroupBuyInput, ...more, key: aKey() })
  if (!put.ok || !opened.ok) throw new Error(opened.ok ? 'refused' : opened.refusal)
  return opened.value.code
}
