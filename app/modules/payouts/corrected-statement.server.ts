import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { ClosingId, FarmId, IssuedDocumentId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { chargesOfClosing } from '#modules/issued-documents/charges-of-closing.server.ts'
import type { StatementContent } from '#modules/issued-documents/document-content.ts'
import { farmParty, issuerOf } from '#modules/issued-documents/issuer.ts'
import { printedSlips } from '#modules/issued-documents/printed-slips.server.ts'
import { registrationOn } from '#modules/organisations/registration/registrations.server.ts'
import { runFreightsOfClosing } from '#modules/runs/run-freights.server.ts'
import { accountsOn } from './accounts-on.server.ts'
import { hasOpenObjection } from './objections.server.ts'
import { payOn, statementOf } from './statement.ts'

type Old = { content: StatementContent; closingId: ClosingId; farmId: FarmId }

/** What a statement says if it is issued anew: the same charges and carried amount, and again 14 days to answer. */
export async function correctedStatement(
  ctx: Ctx,
  operator: Operator,
  { content, closingId, farmId }: Old,
): Promise<StatementContent> {
  const farm = await ctx.db
    .selectFrom('farms')
    .selectAll()
    .select(registrationOn(sql.ref('id'), content.toOn).as('registrationNumber'))
    .where('id', '=', farmId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const slips = await printedSlips(ctx.db, await chargesOfClosing(ctx.db, closingId))
  return statementOf({
    fromOn: content.fromOn,
    toOn: content.toOn,
    issuer: issuerOf(operator),
    to: farmParty(farm),
    terms: operator.farmTerms,
    issuedOn: jstDateOf(ctx.now),
    slips: slips.map(({ slip }) => slip),
    runFreights: await runFreightsOfClosing(ctx.db, farmId, closingId),
    feePercent: content.fee.percent,
    carriedYen: content.carriedYen,
    account: (await accountsOn(ctx.db, [farmId], payOn(content.toOn, operator.farmTerms))).get(farmId) ?? null,
  })
}

/** Why a statement stays as it is: a transfer pays it, or an objection to it waits for its answer. */
export async function statementInUse(
  { db }: Pick<Ctx, 'db'>,
  id: IssuedDocumentId,
): Promise<'in_pay_run' | 'objection_open' | null> {
  const paid = await db
    .selectFrom('payRunItems')
    .select('id')
    .where('documentId', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (paid) return 'in_pay_run'
  return (await hasOpenObjection(db, id)) ? 'objection_open' : null
}
