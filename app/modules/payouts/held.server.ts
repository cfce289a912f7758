import type { DbOrTx } from '#authorization/ctx.ts'
import { openClaimStates } from '#kernel/enums.ts'
import type { FarmId } from '#kernel/ids.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'
import { payableOf } from './statement.ts'

const feePercent = 10

/**
 * What is not paid to a farm while it is disputed: the slips to which it objects, and the claims that are open although
 * the order was billed. Only these amounts; the rest of a statement is paid.
 */
export async function heldYen(db: DbOrTx, farmId: FarmId): Promise<Yen> {
  const objected = await db
    .selectFrom('statementObjections')
    .innerJoin('charges', 'charges.id', 'statementObjections.chargeId')
    .leftJoin('objectionAnswers', 'objectionAnswers.objectionId', 'statementObjections.id')
    .select(['charges.orderId', 'charges.farmYen', 'charges.feeYen'])
    .where('statementObjections.farmId', '=', farmId)
    .where('objectionAnswers.objectionId', 'is', null)
    .execute()
  const whole = new Set(objected.map(({ orderId }) => orderId))
  const claims = await db
    .selectFrom('claims')
    .innerJoin('charges', 'charges.orderId', 'claims.orderId')
    .innerJoin('orderLines', 'orderLines.id', 'claims.orderLineId')
    .select(['claims.orderId', 'claims.amountYen', 'orderLines.taxPercent'])
    .where('claims.farmId', '=', farmId)
    .where('claims.state', 'in', openClaimStates)
    .where('charges.kind', '=', 'sale')
    .execute()
  return yen(
    sumYen(objected.map((slip) => payableOf(slip, feePercent))) +
      sumYen(
        claims
          // a slip that is held as a whole is not held twice
          .filter(({ orderId }) => !whole.has(orderId))
          .map(({ amountYen, taxPercent }) => taxOfDocument([{ amountYen, percent: taxPercent }]).totalIncYen),
      ),
  )
}
