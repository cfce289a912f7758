import { sql } from 'kysely'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { type FarmId, newId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { settleDays } from '#kernel/payment-terms.ts'
import { ok } from '#kernel/result.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { issueDocument } from '#modules/issued-documents/issue-document.server.ts'
import { farmParty, issuerOf } from '#modules/issued-documents/issuer.ts'
import { printedSlips } from '#modules/issued-documents/printed-slips.server.ts'
import { writeClosings } from '#modules/issued-documents/write-closings.server.ts'
import { postEntry } from '#modules/ledger/post-entry.server.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { registrationOn } from '#modules/organisations/registration/registrations.server.ts'
import { resolveTaxPercent } from '#modules/pricing/tax/consumption-tax.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { closeRunFreights, farmsWithRunFreights, runFreightsUntil } from '#modules/runs/run-freights.server.ts'
import { accountsOn } from './accounts-on.server.ts'
import { endOfMonthBefore, isStatement, payOn, periodYen, startOfMonth, statementOf } from './statement.ts'
import { statementIssued } from './statement-mails.server.tsx'

/** Closes the months that have settled for every farm with charges in them; what is closed already is left alone. */
export const closeMonths = repeatable({
  name: 'statements.close',
  permission: 'statements.close',
  input: {},
  refusals: noRefusals,
  run: async (ctx, _input, operator: Operator) => {
    authorize(ctx.actor, 'statements.close', null)
    return ok(await closeFarms(ctx, operator))
  },
})

/** How many statements were issued, and which farms failed. */
export type FarmsClosed = { issued: number; failed: { id: FarmId; why: string }[] }

/**
 * One farm in each transaction: a run that stops in the middle is continued by the next one. A farm that fails is left out
 * and named; the others are not held up.
 */
export async function closeFarms(ctx: Ctx, operator: Operator): Promise<FarmsClosed> {
  const toOn = lastSettledMonth(ctx.now)
  const closed: FarmsClosed = { issued: 0, failed: [] }
  for (const { farmId } of await farmsDue(ctx.db, toOn))
    try {
      const isNew = await ctx.db.transaction().execute((db) => closeFarm({ ...ctx, db }, { farmId, toOn, operator }))
      if (isNew) closed.issued += 1
    } catch (error) {
      closed.failed.push({ id: farmId, why: String(error) })
    }
  return closed
}

/** The end of the last month whose orders have all become final: what came later would be paid a month late. */
export const lastSettledMonth = (now: Date): JstDate => endOfMonthBefore(addDays(jstDateOf(now), -settleDays))

const notClosed = (db: DbOrTx, toOn: JstDate) =>
  db
    .selectFrom('charges')
    .where('charges.suppliedOn', '<=', toOn)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('closingCharges')
            .select('chargeId')
            .whereRef('chargeId', '=', 'charges.id')
            .where('side', '=', 'farm'),
        ),
      ),
    )

/** The farms with charges, or freight of runs, until the end of a month for which they have no statement yet. */
export async function farmsDue(db: DbOrTx, toOn: JstDate) {
  const charged = await farmsCharged(db, toOn)
  const known = new Set(charged.map(({ farmId }) => farmId))
  const others = (await farmsWithRunFreights(db, toOn)).filter(({ farmId }) => !known.has(farmId))
  return [...charged, ...others.map((farm) => ({ ...farm, slips: 0 }))]
}

/** First who is not closed yet, which is known quickly: most of the time no farm is left. */
async function farmsCharged(db: DbOrTx, toOn: JstDate) {
  const { rows } = await sql<{ farmId: FarmId; farm: string; slips: number }>`
    with open as materialized (
      select f.id, f.name from farms f
       where not exists (select from closings c where c.farm_id = f.id and c.to_on = ${toOn}))
    select open.id as "farmId", open.name as farm, due.slips
      from open cross join lateral (
        select count(*)::int as slips from charges h
         where h.farm_id = open.id and h.supplied_on <= ${toOn}
           and not exists (select from closing_charges cc where cc.charge_id = h.id and cc.side = 'farm')) due
     where due.slips > 0 order by open.id`.execute(db)
  return rows
}

/** For staff: which month was settled last, and the farms that have no statement for it yet. */
export const monthsDue = query('statements.list_all', async (ctx: Ctx) => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'statements.list_all', null)
  const toOn = lastSettledMonth(ctx.now)
  return { toOn, farms: await farmsDue(ctx.db, toOn) }
})

type Given = { farmId: FarmId; toOn: JstDate; operator: Operator }

/** False if there is nothing to close: a charge is in one statement, also when two processes close at once. */
async function closeFarm(ctx: Ctx, { farmId, toOn, operator }: Given): Promise<boolean> {
  const { db, now } = ctx
  const farm = await db
    .selectFrom('farms')
    .selectAll()
    .select(registrationOn(sql.ref('id'), toOn).as('registrationNumber'))
    .where('id', '=', farmId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const before = await db
    .selectFrom('closings')
    .select('toOn')
    .where('farmId', '=', farmId)
    .orderBy('toOn', 'desc')
    .executeTakeFirst()
  if (before && before.toOn >= toOn) return false
  const charges = await notClosed(db, toOn).where('charges.farmId', '=', farmId).select('charges.id').execute()
  const runFreights = await runFreightsUntil(db, farmId, toOn)
  if (charges.length === 0 && runFreights.length === 0) return false
  const chargeIds = charges.map(({ id }) => id)
  const slips = (await printedSlips(db, chargeIds)).map(({ slip }) => slip)
  const [first] = slips
  // a month that was missed is in the period of the next statement
  const firstOn = [first?.suppliedOn, runFreights[0]?.suppliedOn].filter((day) => day !== undefined).toSorted()[0]
  const fromOn = startOfMonth(before || !firstOn ? toOn : firstOn)
  const period = { fromOn: before ? addDays(before.toOn, 1) : fromOn, toOn }
  const content = statementOf({
    ...period,
    issuer: issuerOf(operator),
    to: farmParty(farm),
    terms: operator.farmTerms,
    issuedOn: jstDateOf(now),
    slips,
    runFreights,
    feePercent: resolveTaxPercent(await taxRates(ctx), 'standard', toOn),
    carriedYen: await carriedBefore(db, farmId),
    account: (await accountsOn(db, [farmId], payOn(toOn, operator.farmTerms))).get(farmId) ?? null,
  })
  const closingId = newId<'closing'>()
  await writeClosings(ctx, 'farm', [{ id: closingId, farmId, ...period, chargeIds }])
  await closeRunFreights(db, closingId, runFreights)
  await postEntry(ctx, {
    eventKey: `statement:${closingId}`,
    kind: 'statement',
    memo: '',
    onDay: toOn,
    postings: [
      { account: 'payable', farmId, yen: content.fee.taxYen },
      { account: 'output_tax', yen: yen(0 - content.fee.taxYen) },
    ],
  })
  const { netYen, confirmBy } = content
  await recordEvent(db, ctx, {
    kind: 'statement_issued',
    aboutFarmId: farmId,
    data: { toOn, netYen, payOn: content.payOn },
  })
  await tellOwners(
    db,
    now,
    { farmId },
    {
      key: `statement:${closingId}`,
      kind: statementIssued,
      data: { farm: farm.name, toOn, netYen, payOn: content.payOn, confirmBy },
    },
  )
  await issueDocument(ctx, {
    content,
    farmId,
    closingId,
    ...period,
    dueOn: content.payOn,
    totalYen: periodYen(content),
    issuedBy: 'name' in ctx.actor ? ctx.actor.name : '自動',
  })
  return true
}

/**
 * What the last statement left below zero: the one of the latest closing day that is neither void nor replaced. Numbers
 * begin anew each year, so they do not tell which is later.
 */
async function carriedBefore(db: DbOrTx, farmId: FarmId): Promise<Yen> {
  const last = await db
    .selectFrom('issuedDocuments as d')
    .select('content')
    .where('farmId', '=', farmId)
    .where('kind', '=', 'statement')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('documentVoids as v').select('v.documentId').whereRef('v.documentId', '=', 'd.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('issuedDocuments as n').select('n.id').whereRef('n.supersedes', '=', 'd.id'))),
    )
    .orderBy('toOn', 'desc')
    .orderBy('at', 'desc')
    .executeTakeFirst()
  return yen(Math.min(0, isStatement(last?.content) ? last.content.netYen : 0))
}
