import { authorize } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { Forbidden, NotFound } from '#kernel/errors.ts'
import type { PayRunId } from '#kernel/ids.ts'
import { type JstDate, momentOf } from '#kernel/jst.ts'
import { IdOf } from '#kernel/schema.ts'
import { accountsInUse } from './bank-account.server.ts'
import { documentsMoreDisputed } from './due-payouts.server.ts'
import { requireDesk } from './require-desk.ts'

export const runId = IdOf<'payRun'>('振込')

/** The administrator who may make and change runs. */
export function requireFinance(ctx: Ctx) {
  requireDesk(ctx)
  const { actor } = ctx
  authorize(actor, 'payouts.run', null)
  if (actor.kind !== 'staff') throw new Forbidden('payouts.run')
  return actor.adminId
}

/** A run, locked: who changes it at once waits. */
export const lockRun = (db: DbOrTx, id: PayRunId) =>
  db
    .selectFrom('payRuns')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('pay run'))

/** The payouts of a run, with the accounts into which they go. */
export const itemsOf = (db: DbOrTx, id: PayRunId) =>
  db
    .selectFrom('payRunItems as i')
    .innerJoin('bankAccounts as a', 'a.id', 'i.bankAccountId')
    .innerJoin('issuedDocuments as d', 'd.id', 'i.documentId')
    .innerJoin('farms', 'farms.id', 'i.farmId')
    .select(['i.id', 'i.ordinal', 'i.farmId', 'i.documentId', 'i.bankAccountId', 'i.yen', 'i.heldYen', 'i.outcome'])
    .select(['a.bankCode', 'a.bankName', 'a.bankKana', 'a.branchCode', 'a.branchName', 'a.branchKana', 'a.type'])
    .select(['a.sealedNumber', 'a.sealedHolder', 'a.lastDigits', 'd.number', 'farms.name as farm'])
    .where('i.runId', '=', id)
    .orderBy('i.ordinal')
    .execute()

/**
 * The farms whose payout is not right any more: the account is not the one in use on the day of the run or is blocked, the
 * statement was declared void or replaced, or more of it is in dispute than is held. Each once, in the order of the run.
 */
export async function farmsChanged(db: DbOrTx, { id, payOn }: { id: PayRunId; payOn: JstDate }): Promise<string[]> {
  const items = await itemsOf(db, id)
  const inUse = await accountsInUse(db, momentOf(payOn, 24 * 60)).execute()
  const usable = new Set(inUse.flatMap((account) => (account.blockedAt ? [] : [account.id])))
  const gone = await db
    .selectFrom('issuedDocuments as d')
    .leftJoin('documentVoids as v', 'v.documentId', 'd.id')
    .leftJoin('issuedDocuments as n', 'n.supersedes', 'd.id')
    .select('d.id')
    .where(
      'd.id',
      'in',
      items.map(({ documentId }) => documentId),
    )
    .where((is) => is.or([is('v.documentId', 'is not', null), is('n.id', 'is not', null)]))
    .execute()
  const wrong = new Set([...gone.map((it) => it.id), ...(await documentsMoreDisputed(db, items))])
  const changed = items.filter((it) => wrong.has(it.documentId) || !usable.has(it.bankAccountId))
  return [...new Set(changed.map(({ farm }) => farm))]
}

const mostNamed = 5

/** 「佐藤農園、田中農園他3農園」 */
export const namesOf = (farms: readonly string[]): string =>
  farms.slice(0, mostNamed).join('、') + (farms.length > mostNamed ? `他${farms.length - mostNamed}農園` : '')
