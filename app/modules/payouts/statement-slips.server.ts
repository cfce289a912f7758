import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { ChargeId } from '#kernel/ids.ts'
import { yen } from '#kernel/yen.ts'
import type { PrintedLine } from '#modules/issued-documents/document-content.ts'
import { registrationOn } from '#modules/organisations/registration/registrations.server.ts'
import type { StatementSlip } from './statement.ts'

const reasonOfFee = '締切後のキャンセル'

/** The slips of some charges as they are printed, by day of supply: what was billed for the farm. */
export async function slipsOf(db: DbOrTx, chargeIds: readonly ChargeId[]): Promise<StatementSlip[]> {
  const charges = await db
    .selectFrom('charges')
    .innerJoin('orders', 'orders.id', 'charges.orderId')
    .innerJoin('farms', 'farms.id', 'charges.farmId')
    .innerJoin('restaurants', 'restaurants.id', 'charges.restaurantId')
    .innerJoin('kitchens', 'kitchens.id', 'orders.kitchenId')
    .leftJoin('adjustments', 'adjustments.id', 'charges.adjustmentId')
    .selectAll('charges')
    .select([
      'orders.number',
      'farms.name as farm',
      'restaurants.name as restaurant',
      'kitchens.name as kitchen',
      'adjustments.number as adjustmentNumber',
      'adjustments.reason',
    ])
    .select(registrationOn(sql.ref('charges.farm_id'), sql.ref('charges.supplied_on')).as('farmNumber'))
    .where('charges.id', 'in', chargeIds)
    .orderBy('charges.suppliedOn')
    .orderBy('charges.at')
    .orderBy('charges.id')
    .execute()
  const sold = await soldLines(db, chargeIds)
  const corrected = await correctedLines(db, chargeIds)
  return charges.map((charge) => ({
    orderId: charge.orderId,
    number: charge.adjustmentNumber ?? charge.number,
    kind: charge.kind,
    suppliedOn: charge.suppliedOn,
    bookedOn: charge.bookedOn,
    farmId: charge.farmId,
    farm: charge.farm,
    farmNumber: charge.farmNumber,
    restaurant: charge.restaurant,
    kitchen: charge.kitchen,
    reason: charge.kind === 'cancel_fee' ? reasonOfFee : (charge.reason ?? ''),
    lines: (charge.kind === 'sale' ? sold : corrected).get(charge.id) ?? [],
    freightYen: charge.freightYen,
    untaxedYen: charge.untaxedYen,
    perRate: charge.perRate,
    totalYen: charge.totalYen,
    farmYen: charge.farmYen,
    feeYen: charge.feeYen,
  }))
}

async function soldLines(db: DbOrTx, chargeIds: readonly ChargeId[]): Promise<Map<ChargeId, PrintedLine[]>> {
  const rows = await db
    .selectFrom('charges')
    .innerJoin('orderLines', 'orderLines.orderId', 'charges.orderId')
    .select([
      'charges.id',
      'orderLines.name',
      'orderLines.packLabel',
      'orderLines.unitLabel',
      'orderLines.billedQty',
      'orderLines.billedGrams',
      'orderLines.billedYen',
      'orderLines.priceYen',
      'orderLines.taxPercent',
    ])
    .where('charges.id', 'in', chargeIds)
    .where('charges.kind', '=', 'sale')
    .where('orderLines.billedQty', '>', 0)
    .orderBy('orderLines.ordinal')
    .execute()
  return groupLines(
    rows.map(({ id, name, packLabel, ...row }) => ({
      id,
      name: `${name} ${packLabel}`,
      qty: row.billedQty ?? 0,
      unit: row.unitLabel,
      grams: row.billedGrams,
      priceYen: row.priceYen,
      yen: row.billedYen ?? yen(0),
      taxPercent: row.taxPercent,
    })),
  )
}

/** The freight that was corrected is in the charge itself. */
async function correctedLines(db: DbOrTx, chargeIds: readonly ChargeId[]): Promise<Map<ChargeId, PrintedLine[]>> {
  const rows = await db
    .selectFrom('charges')
    .innerJoin('adjustmentLines', 'adjustmentLines.adjustmentId', 'charges.adjustmentId')
    .innerJoin('orderLines', 'orderLines.id', 'adjustmentLines.orderLineId')
    .select(['charges.id', 'orderLines.name', 'orderLines.packLabel'])
    .select(['adjustmentLines.yen', 'adjustmentLines.taxPercent'])
    .where('charges.id', 'in', chargeIds)
    .orderBy('orderLines.ordinal')
    .execute()
  return groupLines(
    rows.map(({ id, name, packLabel, yen, taxPercent }) => ({
      id,
      name: `${name} ${packLabel}`,
      qty: 1,
      unit: '式',
      grams: null,
      priceYen: yen,
      yen,
      taxPercent,
    })),
  )
}

function groupLines(rows: readonly (PrintedLine & { id: ChargeId })[]): Map<ChargeId, PrintedLine[]> {
  const perCharge = Map.groupBy(rows, ({ id }) => id)
  return new Map([...perCharge].map(([id, lines]) => [id, lines.map(({ id: _, ...line }) => line)]))
}
