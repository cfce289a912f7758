import type { Db } from '../../app/infra/db/kysely.server.ts'
import { type FarmId, newId, type OrderId, type RestaurantId } from '../../app/kernel/ids.ts'
import { jstDate, momentOf } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { recordCharge } from '../../app/modules/ledger/record-charge.server.ts'
import { taxOfDocument } from '../../app/modules/pricing/tax/consumption-tax.ts'

export type Charged = {
  restaurantId: RestaurantId
  farmId: FarmId
  orderId: OrderId
  on: string
  /** Goods of 8 %, without tax. */
  goods: number
  freight?: number
  sellerNumber?: string | null
}

/** A charge of an order as the ledger writes it when the order becomes final. */
export async function aCharge(db: Db, of: Charged): Promise<void> {
  const on = jstDate(of.on)
  const freight = yen(of.freight ?? 0)
  const tax = taxOfDocument([
    { amountYen: yen(of.goods), percent: 8 },
    ...(freight > 0 ? [{ amountYen: freight, percent: 10 }] : []),
  ])
  await db.transaction().execute((inside) =>
    recordCharge(
      { db: inside, now: momentOf(on, 700) },
      {
        eventKey: `order:${newId<'event'>()}`,
        kind: 'sale',
        orderId: of.orderId,
        adjustmentId: null,
        restaurantId: of.restaurantId,
        farmId: of.farmId,
        suppliedOn: on,
        goodsYen: yen(of.goods),
        freightYen: freight,
        untaxedYen: yen(0),
        perRate: tax.perRate,
        taxYen: tax.taxYen,
        totalYen: tax.totalIncYen,
        farmYen: tax.totalIncYen,
        feeYen: yen(Math.floor((of.goods * 12) / 100)),
        sellerNumber: of.sellerNumber === undefined ? 'T7000012050002' : of.sellerNumber,
      },
    ),
  )
}
