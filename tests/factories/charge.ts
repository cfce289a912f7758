import type { Db } from '../../app/infra/db/kysely.server.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { type FarmId, type IssuedDocumentId, newId, type OrderId, type RestaurantId } from '../../app/kernel/ids.ts'
import { at, jstDate, momentOf } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { closePeriods } from '../../app/modules/billing/close-period.server.ts'
import { recordCharge } from '../../app/modules/ledger/record-charge.server.ts'
import { taxOfDocument } from '../../app/modules/pricing/tax/consumption-tax.ts'
import { registeredOnDay } from './registration.ts'

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
  const sellerNumber = of.sellerNumber === undefined ? 'T7000012050002' : of.sellerNumber
  if (sellerNumber !== null) await registeredOnDay(db, of.farmId, sellerNumber, on)
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
        sellerNumber,
      },
    ),
  )
}

/** The invoice of October of a restaurant that was charged for one order. */
export async function anInvoice(db: Db, of: Omit<Charged, 'on' | 'goods'>): Promise<IssuedDocumentId> {
  await aCharge(db, { ...of, on: '2026-10-20', goods: 10_000 })
  const ctx = { actor: { kind: 'system' }, db, now: at('2026-11-04 03:00') } as const
  await closePeriods(ctx, operatorOf(readSettings({ APP_ENV: 'test' })), [of.restaurantId])
  const { id } = await db
    .selectFrom('issuedDocuments')
    .select('id')
    .where('restaurantId', '=', of.restaurantId)
    .executeTakeFirstOrThrow()
  return id
}
