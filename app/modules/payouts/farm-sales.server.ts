import { sql } from 'kysely'
import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, IssuedDocumentId } from '#kernel/ids.ts'
import { type JstDate, jstDate, jstDateOf } from '#kernel/jst.ts'
import type { FarmTerms } from '#kernel/payment-terms.ts'
import { searchKey } from '#kernel/text.ts'
import { type Yen, yen, zeroYen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import { resolveTaxPercent } from '#modules/pricing/tax/consumption-tax.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { openRunFreightYen } from '#modules/runs/run-freights.server.ts'
import { duePayouts, heldYenOf } from './due-payouts.server.ts'
import type { PayoutObstacle } from './pay-run-labels.ts'
import { readSettings } from './payout-settings.server.ts'
import { type Days, daysOfSpan, type SalesSpan, type SoldAxis } from './sales-span.ts'
import { lostOf, type Sold, soldBy, soldTotals } from './sold-goods.server.ts'
import { endOfMonth, endOfMonthBefore, isStatement, payableOf, payOn, startOfMonth } from './statement.ts'

/**
 * The sales of the farm one works for, its next payout and its statements. Who bought what, and what was lost of it, is of the
 * span.
 */
export const ownSales = query('statement.see', async (ctx, terms: FarmTerms, span: SalesSpan) => {
  const { farmId } = ownFarm(ctx)
  const today = jstDateOf(ctx.now)
  const days = daysOfSpan(span, today)
  return {
    ...(await soldTotals(ctx.db, farmId, today)),
    ...(await lostOf(ctx.db, farmId, days)),
    month: startOfMonth(today),
    ...days,
    byRestaurant: await soldBy(ctx.db, farmId, days, 'restaurant', { most: mostNamed }),
    byProduct: await soldBy(ctx.db, farmId, days, 'product', { most: mostNamed }),
    next: await nextPayout(ctx, farmId, terms),
    statements: await statementsOf(ctx.db, farmId),
  }
})

/** As many buyers, and as many products, are on the page; `salesBreakdown` has all. */
const mostNamed = 20

/** All buyers, or all products, of a span, for a file. */
export const salesBreakdown = query(
  'statement.see',
  async (ctx, { span, by }: { span: SalesSpan; by: SoldAxis }): Promise<Days & { rows: Sold[] }> => {
    const { farmId } = ownFarm(ctx)
    const days = daysOfSpan(span, jstDateOf(ctx.now))
    return { ...days, rows: await soldBy(ctx.db, farmId, days, by) }
  },
)

/** The next payout, for the first page of a farm; null for a member who may not see money. */
export const ownNextPayout = query('statement.see', async (ctx, terms: FarmTerms) => {
  const { farmId } = ownFarm(ctx)
  return nextPayout(ctx, farmId, terms)
})

function ownFarm(ctx: Ctx) {
  const farm = requireFarm(ctx.actor)
  authorize(ctx.actor, 'statement.see', farm)
  return farm
}

/**
 * `documentId` is null while the month runs: then it is what is final of it until today. `obstacle`: why it would not be paid
 * on its day as things are.
 */
export type NextPayout = {
  documentId: IssuedDocumentId | null
  month: JstDate
  payOn: JstDate
  yen: Yen
  heldYen: Yen
  obstacle: PayoutObstacle | null
}

/** Of the statement that is paid next, or expected from the month that runs; null where neither comes to anything. */
async function nextPayout(ctx: Ctx, farmId: FarmId, terms: FarmTerms): Promise<NextPayout | null> {
  const { db, now } = ctx
  const found = await db
    .selectFrom('issuedDocuments')
    .leftJoin('documentVoids', 'documentVoids.documentId', 'issuedDocuments.id')
    .leftJoin('issuedDocuments as later', 'later.supersedes', 'issuedDocuments.id')
    .select(['issuedDocuments.id', 'issuedDocuments.content'])
    .where('issuedDocuments.farmId', '=', farmId)
    .where('issuedDocuments.kind', '=', 'statement')
    .where('issuedDocuments.dueOn', '>=', jstDateOf(now))
    .where('documentVoids.documentId', 'is', null)
    .where('later.id', 'is', null)
    .orderBy('issuedDocuments.dueOn')
    .executeTakeFirst()
  if (!found || !isStatement(found.content) || found.content.netYen <= 0) return expectedPayout(ctx, farmId, terms)
  const { netYen, payOn, toOn } = found.content
  const held = await heldYenOf(db, found.id, payOn)
  const { leastYen } = await readSettings(db)
  const due = await duePayouts(db, { payOn, leastYen, farmId })
  const obstacle = due.find(({ documentId }) => documentId === found.id)?.obstacle ?? null
  return { documentId: found.id, month: startOfMonth(toOn), payOn, yen: yen(netYen - held), heldYen: held, obstacle }
}

async function expectedPayout(ctx: Ctx, farmId: FarmId, terms: FarmTerms): Promise<NextPayout | null> {
  const today = jstDateOf(ctx.now)
  // the statement of a month is issued some days after its end
  const months = [endOfMonthBefore(today), endOfMonth(today)]
  const { rows } = await sql<{ toOn: JstDate; farmYen: string; feeYen: string; runYen: string }>`
    select m.to_on as "toOn", sum(h.farm_yen) as "farmYen", sum(h.fee_yen) as "feeYen",
           ${openRunFreightYen(farmId, sql.ref('m.to_on'))} as "runYen"
      from unnest(${months}::date[]) m (to_on)
      join unclosed_charges u on u.party_id = ${farmId} and u.supplied_on <= m.to_on
     cross join lateral (select farm_yen, fee_yen from charges where id = u.charge_id offset 0) h
     where not exists (select from closings c where c.farm_id = ${farmId} and c.to_on >= m.to_on)
     group by 1 order by 1 limit 1`.execute(ctx.db)
  const [row] = rows
  if (!row) return null
  const percent = resolveTaxPercent(await taxRates(ctx), 'standard', row.toOn)
  const earned = payableOf({ farmYen: yen(Number(row.farmYen)), feeYen: yen(Number(row.feeYen)) }, percent)
  const expected = yen(Math.max(0, earned + Number(row.runYen)))
  if (expected === 0) return null
  return {
    documentId: null,
    month: startOfMonth(row.toOn),
    payOn: payOn(row.toOn, terms),
    yen: expected,
    heldYen: zeroYen,
    obstacle: null,
  }
}

const statementRows = (db: DbOrTx) =>
  db
    .selectFrom('issuedDocuments')
    .leftJoin('statementConfirmations', 'statementConfirmations.documentId', 'issuedDocuments.id')
    .leftJoin('documentVoids', 'documentVoids.documentId', 'issuedDocuments.id')
    .select([
      'issuedDocuments.id',
      'issuedDocuments.number',
      'issuedDocuments.farmId',
      'issuedDocuments.counterparty',
      'issuedDocuments.issuedOn',
      'issuedDocuments.fromOn',
      'issuedDocuments.toOn',
      'issuedDocuments.dueOn',
      'issuedDocuments.totalYen',
      'statementConfirmations.at as confirmedAt',
    ])
    .select(sql<number>`(content ->> 'netYen')::int8`.as('netYen'))
    .select(({ selectFrom }) =>
      selectFrom('statementObjections')
        .leftJoin('objectionAnswers', 'objectionAnswers.objectionId', 'statementObjections.id')
        .whereRef('statementObjections.documentId', '=', 'issuedDocuments.id')
        .where('objectionAnswers.objectionId', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .as('objections'),
    )
    .where('kind', '=', 'statement')
    .where('documentVoids.documentId', 'is', null)

const shownRow = <Row extends { netYen: number; objections: number | null }>({ netYen, objections, ...row }: Row) => ({
  ...row,
  netYen: yen(Number(netYen)),
  objections: Number(objections ?? 0),
})

const statementsOf = async (db: DbOrTx, farmId: FarmId) => {
  const rows = await statementRows(db)
    .where('issuedDocuments.farmId', '=', farmId)
    .orderBy('toOn', 'desc')
    .limit(60)
    .execute()
  return rows.map(shownRow)
}

const perPage = 50

export type StatementCursor = { on: JstDate; id: IssuedDocumentId }

/** Those of every farm, for staff, the newest first; with words those of farms whose name has them, or with that number. */
export const statementsForStaff = query(
  'statements.list_all',
  async (ctx: Ctx, { q, after }: { q: string; after: StatementCursor | null }) => {
    requireSignedIn(ctx)
    seeOrNotFound(ctx.actor, 'statements.list_all', null)
    const rows = await statementRows(ctx.db)
      .$if(q !== '', (all) =>
        all.where(
          sql<boolean>`(strpos(issued_documents.recipient_key, ${searchKey(q)}) > 0
            or strpos(issued_documents.number, ${q.normalize('NFKC').toUpperCase()}) > 0)`,
        ),
      )
      .$if(after !== null, (all) =>
        all.where(
          sql<boolean>`(issued_documents.issued_on, issued_documents.id) < (${after?.on}::date, ${after?.id}::uuid)`,
        ),
      )
      .orderBy('issuedDocuments.issuedOn', 'desc')
      .orderBy('issuedDocuments.id', 'desc')
      .limit(perPage + 1)
      .execute()
    const shown = rows.slice(0, perPage)
    const last = shown.at(-1)
    return {
      rows: shown.map(shownRow),
      next: rows.length > perPage && last ? { on: last.issuedOn, id: last.id } : null,
    }
  },
)

/** What farms object to and nobody has answered, the longest waiting first. */
export const openObjections = query('statements.list_all', async (ctx: Ctx) => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'statements.list_all', null)
  return objectionRows(ctx.db)
    .where('objectionAnswers.objectionId', 'is', null)
    .orderBy('statementObjections.at')
    .execute()
})

const objectionRows = (db: DbOrTx) =>
  db
    .selectFrom('statementObjections')
    .innerJoin('issuedDocuments', 'issuedDocuments.id', 'statementObjections.documentId')
    .innerJoin('charges', 'charges.id', 'statementObjections.chargeId')
    .innerJoin('orders', 'orders.id', 'charges.orderId')
    .leftJoin('adjustments', 'adjustments.id', 'charges.adjustmentId')
    .leftJoin('objectionAnswers', 'objectionAnswers.objectionId', 'statementObjections.id')
    .select([
      'statementObjections.id',
      'statementObjections.line',
      'statementObjections.lineName',
      'statementObjections.heldYen',
      'statementObjections.words',
      'statementObjections.at',
      'issuedDocuments.id as documentId',
      'issuedDocuments.number as statement',
      'issuedDocuments.counterparty',
      'charges.orderId',
      'charges.totalYen',
      'objectionAnswers.accepted',
      'objectionAnswers.words as answer',
    ])
    .select(({ fn, ref }) => fn.coalesce(ref('adjustments.number'), ref('orders.number')).as('slip'))

/** A statement with what the farm said of it. */
export const statementDetail = query('statement.see', async (ctx: Ctx, id: IssuedDocumentId) => {
  requireSignedIn(ctx)
  const found = await statementRows(ctx.db).select('content').where('issuedDocuments.id', '=', id).executeTakeFirst()
  if (!found?.farmId || !isStatement(found.content)) throw new NotFound('statement')
  seeOrNotFound(ctx.actor, 'statement.see', { farmId: found.farmId })
  const { content, ...row } = found
  const objections = await objectionRows(ctx.db)
    .where('documentId', '=', id)
    .orderBy('statementObjections.at')
    .execute()
  return { ...shownRow(row), content, slipObjections: objections }
})

export type MonthOfYear = {
  month: JstDate
  goodsYen: Yen
  freightYen: Yen
  otherYen: Yen
  taxYen: Yen
  grossYen: Yen
  feeYen: Yen
}

/** For 青色申告: sales with tax by month of supply, and our fee with tax by month of its statement. */
export const yearFigures = query('statement.see', async (ctx: Ctx, year: number): Promise<MonthOfYear[]> => {
  const { farmId } = ownFarm(ctx)
  const { rows } = await sql<Record<'month' | 'goods' | 'freight' | 'other' | 'tax' | 'gross' | 'fee', string>>`
    select m.month::date::text as month, coalesce(c.goods, 0) as goods, coalesce(c.freight, 0) as freight,
           coalesce(c.gross - c.goods - c.freight - c.tax, 0) as other, coalesce(c.tax, 0) as tax, coalesce(c.gross, 0) as gross,
           coalesce(f.fee, 0) as fee
      from generate_series(make_date(${year}, 1, 1), make_date(${year}, 12, 1), interval '1 month') m(month)
      left join (select date_trunc('month', supplied_on) as month, sum(goods_yen) as goods, sum(freight_yen) as freight,
                        sum(tax_yen) as tax, sum(farm_yen) as gross
                   from charges where farm_id = ${farmId}
                    and supplied_on between make_date(${year}, 1, 1) and make_date(${year}, 12, 31) group by 1) c on c.month = m.month
      left join (select date_trunc('month', d.to_on) as month,
                        sum((d.content #>> '{fee,baseYen}')::int8 + (d.content #>> '{fee,taxYen}')::int8) as fee
                   from issued_documents d left join document_voids v on v.document_id = d.id
                   left join issued_documents n on n.supersedes = d.id
                  where d.farm_id = ${farmId} and d.kind = 'statement' and v.document_id is null and n.id is null
                  group by 1) f on f.month = m.month
     order by 1`.execute(ctx.db)
  const of = (text: string) => yen(Number(text))
  return rows.map((row) => ({
    month: jstDate(row.month),
    goodsYen: of(row.goods),
    freightYen: of(row.freight),
    otherYen: of(row.other),
    taxYen: of(row.tax),
    grossYen: of(row.gross),
    feeYen: of(row.fee),
  }))
})
