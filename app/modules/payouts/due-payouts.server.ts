import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { BankAccountId, FarmId, IssuedDocumentId } from '#kernel/ids.ts'
import { type JstDate, momentOf } from '#kernel/jst.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { accountsInUse } from './bank-account.server.ts'
import { accountText } from './bank-account-labels.ts'
import type { PayoutObstacle } from './pay-run-labels.ts'

/** A statement, or the rest of one, that is due on a day. */
export type DuePayout = {
  documentId: IssuedDocumentId
  number: string
  farmId: FarmId
  farm: string
  part: 'net' | 'held'
  /** What is paid: what is not paid yet, without what is held. */
  yen: Yen
  heldYen: Yen
  account: string | null
  bankAccountId: BankAccountId | null
  /** Null: it is paid. */
  obstacle: PayoutObstacle | null
}

/**
 * What is due until a day, by the accounts that are in use on that day. Of an open claim only its amount is held, with the
 * higher tax, and of an objection only its slip, so that never too much is paid; the rest of the statement is paid, and
 * what was held when all of them are settled. What stays below the least amount waits until the farm's statements reach it together.
 */
export async function duePayouts(
  db: DbOrTx,
  { payOn, leastYen }: { payOn: JstDate; leastYen: Yen },
): Promise<DuePayout[]> {
  const rows = await dueStatements(db, payOn).execute()
  const endOfDay = momentOf(payOn, 24 * 60)
  const accounts = new Map((await accountsInUse(db, endOfDay).execute()).map((account) => [account.farmId, account]))
  const due = rows.flatMap((row): DuePayout[] => {
    const { farmId, claimedYen, objectedYen, netYen, paidYen, paidNet, paidBefore, ...statement } = row
    const rest = Number(netYen) - Number(paidYen)
    const heldYen = Math.min(rest, Math.ceil((Number(claimedYen) * 11) / 10) + Number(objectedYen))
    // while anything is in dispute, nothing of what was held is paid
    if (paidNet && heldYen > 0) return []
    const account = accounts.get(farmId)
    const usable = account && !account.blockedAt ? account : null
    const obstacle = paidBefore
      ? 'replaced'
      : rest === heldYen
        ? 'disputed'
        : usable
          ? null
          : account
            ? 'blocked'
            : 'no_account'
    return [
      {
        ...statement,
        farmId,
        part: paidNet ? 'held' : 'net',
        yen: yen(rest - heldYen),
        heldYen: yen(heldYen),
        account: account ? accountText(account) : null,
        bankAccountId: usable?.id ?? null,
        obstacle,
      },
    ]
  })
  const payable = due.filter(({ obstacle }) => obstacle === null)
  const perFarm = Map.groupBy(payable, ({ farmId }) => farmId)
  const isBelow = (farmId: FarmId) => sumYen((perFarm.get(farmId) ?? []).map((it) => it.yen)) < leastYen
  return due.map((it) => (it.obstacle === null && isBelow(it.farmId) ? { ...it, obstacle: 'below_least' } : it))
}

const netYen = sql<string>`(d.content ->> 'netYen')::bigint`

const dueStatements = (db: DbOrTx, payOn: JstDate) =>
  db
    .selectFrom('issuedDocuments as d')
    .innerJoin('farms', 'farms.id', 'd.farmId')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('payRunItems as i')
          .select(({ fn, val }) => [
            fn.coalesce(fn.sum<string>('i.yen'), val('0')).as('paidYen'),
            sql<boolean>`coalesce(bool_or(i.part = 'net'), false)`.as('paidNet'),
          ])
          .whereRef('i.documentId', '=', 'd.id')
          .where('i.endedAt', 'is', null)
          .as('paid'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('claims as c')
          .select(({ fn, val }) => fn.coalesce(fn.sum<string>('c.amountYen'), val('0')).as('claimedYen'))
          .where('c.state', 'in', ['opened', 'answered', 'escalated', 'decided'])
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('closingCharges as k')
                .innerJoin('charges', 'charges.id', 'k.chargeId')
                .select('k.chargeId')
                .whereRef('k.closingId', '=', 'd.closingId')
                .whereRef('charges.orderId', '=', 'c.orderId')
                .where('k.side', '=', 'farm'),
            ),
          )
          .as('claimed'),
      (join) => join.onTrue(),
    )
    .select(['d.id as documentId', 'd.number', 'farms.id as farmId', 'farms.name as farm'])
    .select(['paid.paidYen', 'paid.paidNet', 'claimed.claimedYen', netYen.as('netYen')])
    .select(
      sql<string>`(
        select coalesce(sum(c.farm_yen - c.fee_yen), 0) from statement_objections o join charges c on c.id = o.charge_id
        where o.document_id = d.id
          and not exists (select from objection_answers a where a.objection_id = o.id))`.as('objectedYen'),
    )
    // a statement in whose place another one came after it was paid
    .select(
      sql<boolean>`exists (
        with recursive earlier as (
          select d.supersedes as id union all
          select o.supersedes from issued_documents o join earlier e on o.id = e.id
        )
        select from pay_run_items i join earlier e on e.id = i.document_id where i.ended_at is null)`.as('paidBefore'),
    )
    .where('d.kind', '=', 'statement')
    .where('d.dueOn', '<=', payOn)
    .where(netYen, '>', sql<string>`paid.paid_yen`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('documentVoids as v').select('v.documentId').whereRef('v.documentId', '=', 'd.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('issuedDocuments as n').select('n.id').whereRef('n.supersedes', '=', 'd.id'))),
    )
    .orderBy('d.dueOn')
    .orderBy('d.number')
