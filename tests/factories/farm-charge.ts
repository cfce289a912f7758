import type { Db } from '../../app/infra/db/kysely.server.ts'
import type { FarmId, KitchenId, ProductId, RestaurantId } from '../../app/kernel/ids.ts'
import { at, type JstDate, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { recordCharge } from '../../app/modules/ledger/record-charge.server.ts'
import { taxOfDocument } from '../../app/modules/pricing/tax/consumption-tax.ts'
import { aReceivedOrder } from './received.ts'
import { registeredOnDay } from './registration.ts'

type Charged = {
  farmId: FarmId
  restaurantId: RestaurantId
  kitchenId: KitchenId
  productId: ProductId
  on: string
  goods: number
  fee?: number
  freight?: number
  /** 返品や修正: a final order may also come out below zero, for these tests. */
  sellerNumber?: string | null
}

/** A final order and its charge: goods at 8 %, freight at 10 %, our fee 12 % of the goods. */
export async function aFarmCharge(db: Db, { goods, freight = 0, on, sellerNumber = null, ...of }: Charged) {
  const made = await aReceivedOrder(db, { ...of, on, lines: [{ productId: of.productId, yen: Math.max(1, goods) }] })
  const tax = taxOfDocument([
    { amountYen: yen(goods), percent: 8 },
    { amountYen: yen(freight), percent: 10 },
  ])
  const day: JstDate = jstDate(on)
  if (sellerNumber !== null) await registeredOnDay(db, of.farmId, sellerNumber, day)
  await db.transaction().execute((tx) =>
    recordCharge(
      { db: tx, now: at(`${on} 18:00`) },
      {
        eventKey: `order:${made.orderId}`,
        kind: 'sale',
        orderId: made.orderId,
        adjustmentId: null,
        restaurantId: of.restaurantId,
        farmId: of.farmId,
        suppliedOn: day,
        goodsYen: yen(goods),
        freightYen: yen(freight),
        untaxedYen: yen(0),
        perRate: tax.perRate.filter(({ baseYen }) => baseYen !== 0),
        taxYen: tax.taxYen,
        totalYen: tax.totalIncYen,
        farmYen: tax.totalIncYen,
        feeYen: yen(of.fee ?? Math.trunc(goods * 0.12)),
        sellerNumber,
      },
    ),
  )
  return made
}
