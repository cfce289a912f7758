import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { BankAccountId, FarmId, IssuedDocumentId } from '#kernel/ids.ts'
import { type JstDate, momentOf } from '#kernel/jst.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { accountText } from '#modules/banking/account-text.ts'
import { accountsInUse } from './bank-account.server.ts'
import { claimedYen, objectedYen } from './disputed.ts'
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
 * What is due until a day, by the accounts that are in use on that day. Of an open claim only its amount is held, with the tax
 * of its line, and of an objection only its line or its slip (nothing of one that gives back); the rest of the statement is
 * paid, and what was held when all of them are settled. What stays below the least amount waits until the farm's statements
 * reach it together. Of one farm, where one is named.
 */
export async function duePayouts(
  db: DbOrTx,
  { payOn, leastYen, farmId: only }: { payOn: JstDate; leastYen: Yen; farmId?: FarmId },
): Promise<DuePayout[]> {
  const statements = dueStatements(db, payOn)
  const rows = await (only ? statements.where('d.farmId', '=', only) : statements).execute()
  const endOfDay = momentOf(payOn, 24 * 60)
  const inUse = accountsInUse(db, endOfDay)
  const found = await (only ? inUse.where('farmId', '=', only) : inUse).execute()
  const accounts = new Map(found.map((account) => [account.farmId, account]))
  const due = rows.flatMap((row): DuePayout[] => {
    const { farmId, claimedYen, objectedYen, netYen, paidYen, paidNet, paidBefore, ...statement } = row
    const rest = Number(netYen) - Number(paidYen)
    const heldYen = heldOf({ claimedYen, objectedYen, rest })
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

type Disputed = { claimedYen: string; objectedYen: string }

const disputedOf = ({ claimedYen, objectedYen }: Disputed): number => Number(claimedYen) + Number(objectedYen)

const heldOf = ({ rest, ...disputed }: Disputed & { rest: number }): number => Math.min(rest, disputedOf(disputed))

/** Those of these statements of which more is in dispute now than was held when its payout was put into a run. */
export async function documentsMoreDisputed(
  db: DbOrTx,
  items: readonly { documentId: IssuedDocumentId; heldYen: Yen }[],
): Promise<IssuedDocumentId[]> {
  const ids = items.map(({ documentId }) => documentId)
  const rows = await statements(db)
    .where((is) => is('d.id', '=', is.fn.any(is.val(ids))))
    .execute()
  const disputed = new Map(rows.map((row) => [row.documentId, disputedOf(row)]))
  return items.flatMap(({ documentId, heldYen }) => ((disputed.get(documentId) ?? 0) > heldYen ? [documentId] : []))
}

/** What of a statement is not paid on its day, as a run would hold it now. */
export async function heldYenOf(db: DbOrTx, documentId: IssuedDocumentId, payOn: JstDate): Promise<Yen> {
  const row = await dueStatements(db, payOn).where('d.id', '=', documentId).executeTakeFirst()
  return yen(row ? heldOf({ ...row, rest: Number(row.netYen) - Number(row.paidYen) }) : 0)
}

/** What was paid of statements, and what of them is in dispute. */
const statements = (db: DbOrTx) =>
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
          .select(({ fn, val }) => fn.coalesce(fn.sum<string>(claimedYen), val('0')).as('claimedYen'))
          .where('c.state', 'in', ['opened', 'answered', 'escalated', 'decided'])
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('closingCharges as k')
                .innerJoin('charges', 'charges.id', 'k.chargeId')
                .select('k.chargeId')
                .whereRef('k.closingId', '=', 'd.closingId')
                .whereRef('charges.orderId', '=', 'c.orderId')
                .where('k.side', '=', 'farm')
                // its bill: a correction of the same order may be on another statement
                .where('charges.kind', '=', 'sale'),
            ),
          )
          .as('claimed'),
      (join) => join.onTrue(),
    )
    .select(['d.id as documentId', 'd.number', 'farms.id as farmId', 'farms.name as farm'])
    .select(['paid.paidYen', 'paid.paidNet', 'claimed.claimedYen', 'd.netYen'])
    .select(
      sql<string>`(
        select coalesce(sum(of_slip.yen), 0) from (
          select least(sum(${objectedYen}), greatest(0, max(s.farm_yen - s.fee_yen))) as yen
            from statement_objections o join charges s on s.id = o.charge_id
           where o.document_id = d.id
             and not exists (select from objection_answers a where a.objection_id = o.id)
           group by s.id) of_slip)`.as('objectedYen'),
    )

const dueStatements = (db: DbOrTx, payOn: JstDate) =>
  statements(db)
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
    .whereRef('d.netYen', '>', 'paid.paidYen')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('documentVoids as v').select('v.documentId').whereRef('v.documentId', '=', 'd.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('issuedDocuments as n').select('n.id').whereRef('n.supersedes', '=', 'd.id'))),
    )
    .orderBy('d.dueOn')
    .orderBy('d.number')
