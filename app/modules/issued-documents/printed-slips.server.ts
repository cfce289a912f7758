import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { ChargeId, RestaurantId } from '#kernel/ids.ts'
import { yen } from '#kernel/yen.ts'
import type { ChargeOfOrder } from '#modules/ledger/tables.ts'
import { partOf } from '#modules/ordering/order-store.server.ts'
import { registrationOn } from '#modules/organisations/registration/registrations.server.ts'
import { decimalOf } from '#modules/pricing/part-text.ts'
import type { PrintedLine, StatementContent } from './document-content.ts'

/** As a statement prints it; an invoice leaves out what concerns the farm alone. */
export type SlipOfCharge = { chargeId: ChargeId; restaurantId: RestaurantId; slip: StatementContent['slips'][number] }

/** The slips of these charges as they are printed, oldest first: three queries, however many there are. */
export async function printedSlips(db: DbOrTx, chargeIds: readonly ChargeId[]): Promise<SlipOfCharge[]> {
  if (chargeIds.length === 0) return []
  const charges = await db
    .selectFrom('charges')
    .innerJoin('orders', 'orders.id', 'charges.orderId')
    .innerJoin('farms', 'farms.id', 'charges.farmId')
    .innerJoin('restaurants', 'restaurants.id', 'charges.restaurantId')
    .innerJoin('kitchens', 'kitchens.id', 'orders.kitchenId')
    .leftJoin('adjustments', 'adjustments.id', 'charges.adjustmentId')
    .selectAll('charges')
    .select([
      'orders.number as order',
      'farms.name as farm',
      'restaurants.name as restaurant',
      'kitchens.name as kitchen',
    ])
    .select(['adjustments.number as adjustment', 'adjustments.reason'])
    .select(registrationOn(sql.ref('charges.farm_id'), sql.ref('charges.supplied_on')).as('farmNumber'))
    .where((is) => is('charges.id', '=', is.fn.any(is.val(chargeIds))))
    .orderBy('charges.suppliedOn')
    .orderBy('orders.number')
    .orderBy('charges.id')
    .$narrowType<ChargeOfOrder>()
    .execute()
  const sold = await soldLines(db, chargeIds)
  const adjusted = await adjustedLines(db, chargeIds)
  return charges.map((charge) => ({
    chargeId: charge.id,
    restaurantId: charge.restaurantId,
    slip: {
      orderId: charge.orderId,
      number: charge.adjustment ?? charge.order,
      kind: charge.kind,
      suppliedOn: charge.suppliedOn,
      bookedOn: charge.bookedOn,
      farmId: charge.farmId,
      farm: charge.farm,
      farmNumber: charge.farmNumber,
      restaurant: charge.restaurant,
      kitchen: charge.kitchen,
      reason: charge.reason ?? (charge.kind === 'cancel_fee' ? '取消料' : ''),
      lines: (charge.kind === 'sale' ? sold : adjusted).get(charge.id) ?? [],
      freightYen: charge.freightYen,
      untaxedYen: charge.untaxedYen,
      perRate: charge.perRate,
      totalYen: charge.totalYen,
      farmYen: charge.farmYen,
      feeYen: charge.feeYen,
    },
  }))
}

/** What was billed of each order. */
async function soldLines(db: DbOrTx, chargeIds: readonly ChargeId[]): Promise<Map<ChargeId, PrintedLine[]>> {
  const rows = await db
    .selectFrom('charges')
    .innerJoin('orderLines', 'orderLines.orderId', 'charges.orderId')
    .select(['charges.id as chargeId', 'name', 'packLabel', 'unitLabel', 'catchWeight', 'priceYen', 'taxPercent'])
    .select(['billedQty', 'billedGrams', 'billedYen', 'billedMissing', 'billedMissingOf'])
    .where((is) => is('charges.id', '=', is.fn.any(is.val(chargeIds))))
    .where('charges.kind', '=', 'sale')
    .where('billedQty', '>', 0)
    .orderBy('charges.id')
    .orderBy('ordinal')
    .execute()
  return grouped(
    rows.map((row) => ({
      chargeId: row.chargeId,
      name: `${row.name} ${row.packLabel}`.trim(),
      qty: decimalOf({ qty: row.billedQty ?? 0, missing: partOf(row.billedMissing, row.billedMissingOf) }),
      unit: row.unitLabel,
      grams: row.catchWeight ? row.billedGrams : null,
      priceYen: row.priceYen,
      yen: row.billedYen ?? yen(0),
      taxPercent: row.taxPercent,
    })),
  )
}

/** What an adjustment changes of the goods; its freight stands beside them. */
async function adjustedLines(db: DbOrTx, chargeIds: readonly ChargeId[]): Promise<Map<ChargeId, PrintedLine[]>> {
  const rows = await db
    .selectFrom('charges')
    .innerJoin('adjustmentLines', 'adjustmentLines.adjustmentId', 'charges.adjustmentId')
    .innerJoin('orderLines', 'orderLines.id', 'adjustmentLines.orderLineId')
    .select(['charges.id as chargeId', 'name', 'packLabel', 'adjustmentLines.yen', 'adjustmentLines.taxPercent'])
    .where((is) => is('charges.id', '=', is.fn.any(is.val(chargeIds))))
    .orderBy('charges.id')
    .orderBy('orderLines.ordinal')
    .execute()
  return grouped(
    rows.map(({ chargeId, name, packLabel, yen: amount, taxPercent }) => ({
      chargeId,
      name: `${name} ${packLabel}`.trim(),
      qty: 1,
      unit: '式',
      grams: null,
      priceYen: amount,
      yen: amount,
      taxPercent,
    })),
  )
}

const grouped = (rows: readonly (PrintedLine & { chargeId: ChargeId })[]): Map<ChargeId, PrintedLine[]> =>
  new Map(
    [...Map.groupBy(rows, ({ chargeId }) => chargeId)].map(([id, ofOne]) => [
      id,
      ofOne.map(({ chargeId: _, ...line }) => line),
    ]),
  )
