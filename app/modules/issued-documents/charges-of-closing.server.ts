import type { DbOrTx } from '#authorization/ctx.ts'
import type { ChargeId, ClosingId } from '#kernel/ids.ts'

/** The charges of a period; a closing is of one side. */
export async function chargesOfClosing(db: DbOrTx, closingId: ClosingId): Promise<ChargeId[]> {
  const rows = await db.selectFrom('closingCharges').select('chargeId').where('closingId', '=', closingId).execute()
  return rows.map(({ chargeId }) => chargeId)
}
