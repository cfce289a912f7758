import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId, IssuedDocumentId, PayRunItemId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { accountText } from '#modules/banking/account-text.ts'

/** A transfer to a farm: released for its day, made, or come back. */
export type Payout = {
  id: PayRunItemId
  state: 'scheduled' | 'paid' | 'returned'
  payOn: JstDate
  yen: Yen
  heldYen: Yen
  documentId: IssuedDocumentId
  statement: string
  account: string
}

/** The transfers to a farm, newest first. A run that was made and not released promises nothing yet. */
export const payoutsOf = query('own_payouts.see', async (ctx: Ctx, farmId: FarmId): Promise<Payout[]> => {
  authorize(ctx.actor, 'own_payouts.see', { farmId })
  const rows = await ctx.db
    .selectFrom('payRunItems as i')
    .innerJoin('payRuns as r', 'r.id', 'i.runId')
    .innerJoin('bankAccounts as a', 'a.id', 'i.bankAccountId')
    .innerJoin('issuedDocuments as d', 'd.id', 'i.documentId')
    .select(['i.id', 'i.yen', 'i.heldYen', 'i.endedAt', 'i.documentId', 'r.payOn', 'r.sentAt', 'd.number'])
    .select(['a.bankName', 'a.branchName', 'a.type', 'a.lastDigits'])
    .where('i.farmId', '=', farmId)
    .where('r.releasedAt', 'is not', null)
    .where('r.cancelledAt', 'is', null)
    .orderBy('r.payOn', 'desc')
    .orderBy('i.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    state: row.endedAt ? 'returned' : row.sentAt ? 'paid' : 'scheduled',
    payOn: row.payOn,
    yen: row.yen,
    heldYen: row.heldYen,
    documentId: row.documentId,
    statement: row.number,
    account: accountText(row),
  }))
})
