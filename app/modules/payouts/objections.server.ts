import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type ChargeId, type IssuedDocumentId, newId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, Text, Whole, Written } from '#kernel/schema.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import type { DocumentContent } from '#modules/issued-documents/document-content.ts'
import { entriesOf } from '#modules/issued-documents/slip-entries.ts'
import { payoutOfLine } from './disputed.ts'
import { answerDays, isStatement } from './statement.ts'

type StatementRefusal =
  | 'unknown_slip'
  | 'unknown_line'
  | 'confirmed'
  | 'objection_open'
  | 'objected'
  | 'answered'
  | IdempotencyRefusal

const refusalText: Record<StatementRefusal, string> = {
  unknown_slip: 'この支払通知書にない明細です。画面を開き直し、明細を選択してください。',
  unknown_line: 'この明細にない行です。画面を開き直し、行を選択してください。',
  confirmed: 'この支払通知書は確認済みです。誤りがある場合は、お問い合わせから連絡してください。',
  objection_open: '回答待ちの異議があります。運営の回答後に確認してください。',
  objected: 'この対象には、すでに異議を送信しています。',
  answered: 'この異議には、すでに回答しています。',
  key_reused: 'この画面の情報が古くなっています。開き直して、もう一度お試しください。',
}

const statementRefusals = <R extends StatementRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: StatementRefusal): string => refusalText[refusal],
})

const documentId = IdOf<'issuedDocument'>('支払通知書')

/**
 * The farm says that a line of its statement is wrong, or a whole slip. Until it is answered, the amount of that is not paid.
 * Who objected to the whole slip has said all of it.
 */
export const objectToSlip = mutation({
  name: 'statement.object',
  permission: 'statement.answer',
  input: {
    documentId,
    slip: Text(1, 60, '明細を選択してください。').describe('明細の番号（注文番号または修正番号）'),
    line: Whole({ min: 0, max: 9_999 }).default(0).describe('明細の何行目か（1から）。0は明細全体'),
    words: Written(1_000, '誤りの内容を入力してください。'),
  },
  refusals: statementRefusals('unknown_slip', 'unknown_line', 'confirmed', 'objected', 'key_reused'),
  run: async (ctx, { documentId, slip, line, words }) => {
    const { farmId, personId, number, content } = await ownStatement(ctx, documentId)
    const charge = await slipOf(ctx.db, documentId, slip)
    if (!charge) return refuse('unknown_slip')
    const named = line === 0 ? null : lineOf(content, slip, line)
    if (line !== 0 && !named) return refuse('unknown_line')
    if (await isConfirmed(ctx.db, documentId)) return refuse('confirmed')
    const said = { documentId, chargeId: charge.id }
    if (named && (await isWholeObjected(ctx.db, said))) return refuse('objected')
    const made = await ctx.db
      .insertInto('statementObjections')
      .values({
        ...said,
        id: newId<'objection'>(),
        farmId,
        line: named ? line : null,
        lineName: named?.name ?? null,
        heldYen: named?.heldYen ?? null,
        words,
        personId,
        at: ctx.now,
      })
      .onConflict((conflict) => conflict.columns(['documentId', 'chargeId', 'line']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return refuse('objected')
    await recordEvent(ctx.db, ctx, {
      kind: 'statement_objected',
      aboutFarmId: farmId,
      reason: words.slice(0, 400),
      data: { number, slip, ...(named && { line, name: named.name }) },
    })
    return ok({ slip, name: named?.name ?? null })
  },
})

/** The farm confirms its statement. */
export const confirmStatement = mutation({
  name: 'statement.confirm',
  permission: 'statement.answer',
  input: { documentId },
  refusals: statementRefusals('confirmed', 'objection_open', 'key_reused'),
  run: async (ctx, { documentId }) => {
    const { farmId, personId, number } = await ownStatement(ctx, documentId)
    if (await isConfirmed(ctx.db, documentId)) return refuse('confirmed')
    if (await hasOpenObjection(ctx.db, documentId)) return refuse('objection_open')
    await ctx.db.insertInto('statementConfirmations').values({ documentId, personId, at: ctx.now }).execute()
    await recordEvent(ctx.db, ctx, { kind: 'statement_confirmed', aboutFarmId: farmId, data: { number } })
    return ok({ number })
  },
})

/** Staff answer: accepted, they correct the order, and the correction is on the next statement; or refused, with why. */
export const answerObjection = mutation({
  name: 'objection.answer',
  permission: 'objection.answer',
  input: {
    objectionId: IdOf<'objection'>('異議'),
    accepted: z.boolean('認めるかどうかを選択してください。'),
    words: Written(1_000, '理由を入力してください。農園にそのまま表示されます。'),
  },
  refusals: statementRefusals('answered', 'key_reused'),
  run: async (ctx, { objectionId, accepted, words }) => {
    authorize(ctx.actor, 'objection.answer', null)
    if (ctx.actor.kind !== 'staff') throw new NotFound('objection')
    const objection = await ctx.db
      .selectFrom('statementObjections')
      .innerJoin('charges', 'charges.id', 'statementObjections.chargeId')
      .select(['statementObjections.farmId', 'charges.orderId'])
      .where('statementObjections.id', '=', objectionId)
      .executeTakeFirst()
    if (!objection) throw new NotFound('objection')
    const made = await ctx.db
      .insertInto('objectionAnswers')
      .values({ objectionId, accepted, words, adminId: ctx.actor.adminId, at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('objectionId')
      .executeTakeFirst()
    if (!made) return refuse('answered')
    await recordEvent(ctx.db, ctx, {
      kind: 'objection_answered',
      aboutFarmId: objection.farmId,
      reason: words.slice(0, 400),
      data: { accepted },
    })
    return ok({ accepted, orderId: objection.orderId })
  },
})

/** No answer in time counts as confirmed; a statement with an open objection waits for its answer. How many. */
export async function confirmSilent({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const due = await db
    .selectFrom('issuedDocuments')
    .leftJoin('statementConfirmations', 'statementConfirmations.documentId', 'issuedDocuments.id')
    .select('issuedDocuments.id')
    .where('kind', '=', 'statement')
    .where('issuedOn', '<', addDays(jstDateOf(now), -answerDays))
    .where('statementConfirmations.documentId', 'is', null)
    .execute()
  let confirmed = 0
  for (const { id } of due)
    confirmed += await db.transaction().execute(async (db) => {
      await lockStatement(db, id)
      if (await hasOpenObjection(db, id)) return 0
      const made = await db
        .insertInto('statementConfirmations')
        .values({ documentId: id, personId: null, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('documentId')
        .execute()
      return made.length
    })
  return confirmed
}

/** The statement, which stays locked so that it is confirmed or objected to, and not both at once. */
async function ownStatement(ctx: Ctx, id: IssuedDocumentId) {
  const { farmId, personId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'statement.answer', { farmId })
  const found = await lockStatement(ctx.db, id)
  if (found?.farmId !== farmId) throw new NotFound('statement')
  return { farmId, personId, number: found.number, content: found.content }
}

/** A line as the slip prints it, and what is held of the payout for it. */
function lineOf(content: DocumentContent, number: string, line: number) {
  const slip = isStatement(content) ? content.slips.find((it) => it.number === number) : undefined
  const entry = slip && entriesOf(slip)[line - 1]
  return slip && entry ? { name: entry.name.slice(0, 400), heldYen: payoutOfLine(slip, entry) } : null
}

async function isWholeObjected(
  db: DbOrTx,
  { documentId, chargeId }: { documentId: IssuedDocumentId; chargeId: ChargeId },
): Promise<boolean> {
  const found = await db
    .selectFrom('statementObjections')
    .select('id')
    .where('documentId', '=', documentId)
    .where('chargeId', '=', chargeId)
    .where('line', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

const lockStatement = (db: DbOrTx, id: IssuedDocumentId) =>
  db
    .selectFrom('issuedDocuments')
    .select(['farmId', 'number', 'content'])
    .where('id', '=', id)
    .where('kind', '=', 'statement')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The charge behind a slip of a statement, by the number that is printed. */
const slipOf = (db: DbOrTx, id: IssuedDocumentId, slip: string) =>
  db
    .selectFrom('issuedDocuments')
    .innerJoin('closingCharges', 'closingCharges.closingId', 'issuedDocuments.closingId')
    .innerJoin('charges', 'charges.id', 'closingCharges.chargeId')
    .innerJoin('orders', 'orders.id', 'charges.orderId')
    .leftJoin('adjustments', 'adjustments.id', 'charges.adjustmentId')
    .select('charges.id')
    .where('issuedDocuments.id', '=', id)
    .where(({ fn, ref }) => fn.coalesce(ref('adjustments.number'), ref('orders.number')), '=', slip)
    .executeTakeFirst()

async function isConfirmed(db: DbOrTx, documentId: IssuedDocumentId): Promise<boolean> {
  const found = await db
    .selectFrom('statementConfirmations')
    .select('documentId')
    .where('documentId', '=', documentId)
    .executeTakeFirst()
  return found !== undefined
}

export async function hasOpenObjection(db: DbOrTx, documentId: IssuedDocumentId): Promise<boolean> {
  const found = await db
    .selectFrom('statementObjections')
    .leftJoin('objectionAnswers', 'objectionAnswers.objectionId', 'statementObjections.id')
    .select('statementObjections.id')
    .where('documentId', '=', documentId)
    .where('objectionAnswers.objectionId', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
