import type { NotNull } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { type ChargeId, type FarmId, newId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { type Yen, yen, zeroYen } from '#kernel/yen.ts'
import { recordEvents } from '#modules/audit-log/record-event.server.ts'
import { issueDocuments } from '#modules/issued-documents/issue-document.server.ts'
import { farmParty, issuerOf } from '#modules/issued-documents/issuer.ts'
import { printedSlips } from '#modules/issued-documents/printed-slips.server.ts'
import { writeClosings } from '#modules/issued-documents/write-closings.server.ts'
import { postEntries } from '#modules/ledger/post-entry.server.ts'
import { accountsOn } from '#modules/payouts/accounts-on.server.ts'
import { endOfMonthBefore, payOn, periodYen, startOfMonth, statementOf } from '#modules/payouts/statement.ts'
import { resolveTaxPercent } from '#modules/pricing/tax/consumption-tax.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import type { SeedFarm } from '../farms.ts'

/** By the last statement of each farm. */
export type LastStatements = Map<FarmId, { toOn: JstDate; netYen: Yen }>

/**
 * Closes the last month as `closeFarms` does, for all farms at once and without telling them: a year of single closings
 * would keep the first start waiting.
 */
export async function closeMonth(
  ctx: Ctx,
  { farms, operator, last }: { farms: readonly SeedFarm[]; operator: Operator; last: LastStatements },
): Promise<void> {
  const toOn = endOfMonthBefore(jstDateOf(ctx.now))
  const charges = Map.groupBy(await openCharges(ctx, toOn), ({ farmId }) => farmId)
  if (charges.size === 0) return
  const printed = await printedSlips(
    ctx.db,
    [...charges.values()].flat().map(({ id }) => id),
  )
  const slips = Map.groupBy(
    printed.map(({ slip }) => slip),
    ({ farmId }) => farmId,
  )
  const feePercent = resolveTaxPercent(await taxRates(ctx), 'standard', toOn)
  const accounts = await accountsOn(ctx.db, [...slips.keys()], payOn(toOn, operator.farmTerms))
  const closed = farms.flatMap(({ row, registration }) => {
    const ofFarm = slips.get(row.id)
    const [first] = ofFarm ?? []
    if (!ofFarm || !first) return []
    const before = last.get(row.id)
    const fromOn = before ? addDays(before.toOn, 1) : startOfMonth(first.suppliedOn)
    const content = statementOf({
      fromOn,
      toOn,
      issuer: issuerOf(operator),
      to: farmParty({ ...row, registrationNumber: registration }),
      terms: operator.farmTerms,
      issuedOn: jstDateOf(ctx.now),
      slips: ofFarm,
      feePercent,
      carriedYen: yen(Math.min(0, before?.netYen ?? zeroYen)),
      account: accounts.get(row.id) ?? null,
    })
    last.set(row.id, { toOn, netYen: content.netYen })
    const chargeIds = (charges.get(row.id) ?? []).map(({ id }) => id)
    return [{ id: newId<'closing'>(), farmId: row.id, fromOn, toOn, chargeIds, content }]
  })
  await writeClosings(ctx, 'farm', closed)
  await postEntries(
    ctx,
    closed.map(({ id, farmId, content: { fee } }) => ({
      eventKey: `statement:${id}`,
      kind: 'statement',
      memo: '',
      onDay: toOn,
      postings: [
        { account: 'payable', farmId, yen: fee.taxYen },
        { account: 'output_tax', yen: yen(-fee.taxYen) },
      ],
    })),
  )
  await recordEvents(
    ctx.db,
    ctx,
    closed.map(({ farmId, content: { netYen, payOn } }) => ({
      kind: 'statement_issued',
      aboutFarmId: farmId,
      data: { toOn, netYen, payOn },
    })),
  )
  await issueDocuments(
    ctx,
    closed.map(({ id, farmId, fromOn, content }) => ({
      content,
      farmId,
      closingId: id,
      fromOn,
      toOn,
      dueOn: content.payOn,
      totalYen: periodYen(content),
      issuedBy: '自動',
    })),
  )
}

const openCharges = ({ db }: Ctx, toOn: JstDate): Promise<{ id: ChargeId; farmId: FarmId }[]> =>
  db
    .selectFrom('charges')
    .leftJoin('closingCharges', (join) => join.onRef('chargeId', '=', 'charges.id').on('side', '=', 'farm'))
    .select(['charges.id', 'charges.farmId'])
    .where('charges.suppliedOn', '<=', toOn)
    .where('chargeId', 'is', null)
    .where('charges.farmId', 'is not', null)
    .$narrowType<{ farmId: NotNull }>()
    .execute()
