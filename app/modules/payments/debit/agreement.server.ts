import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { NotFound } from '#kernel/errors.ts'
import { type DebitAgreementId, newId, type RestaurantId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, Written } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { accountRefusals } from '#modules/banking/account-refusal-text.ts'
import { accountText } from '#modules/banking/account-text.ts'
import { accountInput, readAccount } from '#modules/banking/read-account.server.ts'
import { ownRestaurant, requireChangesDebits, requireSeesDebits } from './debit-access.ts'
import { type AgreementState, debitRefusals } from './debit-labels.ts'
import { tellAgreement } from './debit-mails.server.tsx'
import { readDebitSettings } from './debit-settings.server.ts'

/** What the number and the holder are encrypted for. */
export const debitPurpose = 'debit-account'

const agreementId = IdOf<'debitAgreement'>('口座振替の申し込み')

/** An owner asks that a bank account is debited. The bank agrees on paper, and staff write down what it answers. */
export const askDebit = mutation({
  name: 'debit.ask',
  permission: 'organisation.manage',
  input: accountInput,
  refusals: debitRefusals('not_offered', 'savings', 'agreement_waits', 'key_reused', ...accountRefusals),
  run: async (ctx, input, { encryption }: { encryption: Encryption }) => {
    const { restaurantId, personId } = ownRestaurant(ctx)
    const { db, now } = ctx
    if ((await readDebitSettings(db)).collectorCode === '') return refuse('not_offered')
    const read = await readAccount(input)
    if (!read.ok) return read
    const { number, holder, type, ...account } = read.value
    if (type === '4') return refuse('savings')
    await lockRestaurant(db, restaurantId)
    const waiting = await liveAgreements(db, restaurantId)
    if (waiting.some(({ agreedAt }) => agreedAt === null)) return refuse('agreement_waits')
    const { rows } = await sql<{ customer: string }>`
      select lpad(nextval('debit_customers')::text, 20, '0') as customer`.execute(db)
    const id = newId<'debitAgreement'>()
    const lastDigits = number.slice(-3)
    await db
      .insertInto('debitAgreements')
      .values({
        ...account,
        type,
        id,
        restaurantId,
        customer: rows[0]?.customer ?? '',
        sealedNumber: encryption.seal(debitPurpose, number),
        lastDigits,
        sealedHolder: encryption.seal(debitPurpose, holder),
        askedBy: personId,
        askedAt: now,
        agreedAt: null,
        endedAt: null,
        endReason: null,
      })
      .execute()
    const data = { account: accountText({ ...account, type, lastDigits }) }
    await recordEvent(db, ctx, { kind: 'debit_asked', aboutRestaurantId: restaurantId, data })
    return ok({ id })
  },
})

/** An owner takes back what the bank has not agreed to yet. */
export const withdrawDebit = repeatable({
  name: 'debit.withdraw',
  permission: 'organisation.manage',
  input: { id: agreementId },
  refusals: debitRefusals('agreement_ended'),
  run: async (ctx, { id }) => {
    const { restaurantId } = ownRestaurant(ctx)
    return ctx.db.transaction().execute(async (db) => {
      await lockRestaurant(db, restaurantId)
      const ended = await db
        .updateTable('debitAgreements')
        .set({ endedAt: ctx.now, endReason: 'withdrawn' })
        .where('id', '=', id)
        .where('restaurantId', '=', restaurantId)
        .where('agreedAt', 'is', null)
        .where('endedAt', 'is', null)
        .executeTakeFirst()
      if (ended.numUpdatedRows === 0n) return refuse('agreement_ended')
      await recordEvent(db, ctx, { kind: 'debit_withdrawn', aboutRestaurantId: restaurantId })
      return ok(null)
    })
  },
})

/** What the bank of the restaurant answers. An agreement takes the place of an earlier one. */
export const answerDebit = mutation({
  name: 'debit.answer',
  permission: 'debits.change',
  input: {
    id: agreementId,
    answer: z.enum(['agreed', 'refused'], { error: '金融機関の回答を選択してください。' }),
    reason: z.string().trim().max(400, '400文字以内で入力してください。').default(''),
  },
  refusals: debitRefusals('agreement_ended', 'reason_missing', 'key_reused'),
  run: async (ctx, { id, answer, reason }) => {
    requireChangesDebits(ctx)
    if (answer === 'refused' && reason === '') return refuse('reason_missing')
    const { db, now } = ctx
    const agreement = await lockAgreement(db, id)
    if (agreement.agreedAt || agreement.endedAt) return refuse('agreement_ended')
    const { restaurantId } = agreement
    if (answer === 'agreed')
      await db
        .updateTable('debitAgreements')
        .set({ endedAt: now, endReason: 'replaced' })
        .where('restaurantId', '=', restaurantId)
        .where('agreedAt', 'is not', null)
        .where('endedAt', 'is', null)
        .execute()
    const isAgreed = answer === 'agreed'
    await db
      .updateTable('debitAgreements')
      .set(isAgreed ? { agreedAt: now } : { endedAt: now, endReason: 'refused', note: reason })
      .where('id', '=', id)
      .execute()
    const account = accountText(agreement)
    await recordEvent(db, ctx, {
      kind: isAgreed ? 'debit_agreed' : 'debit_refused',
      aboutRestaurantId: restaurantId,
      ...(reason && { reason }),
      data: { account },
    })
    await tellAgreement(ctx, { id, restaurantId, what: answer, account, reason })
    return ok(null)
  },
})

/** The bank, or the restaurant on paper, has ended what was agreed: nothing is collected from this account any more. */
export const stopDebit = mutation({
  name: 'debit.stop',
  permission: 'debits.change',
  input: { id: agreementId, reason: Written(400, '理由を入力してください。履歴に残ります。') },
  refusals: debitRefusals('agreement_ended', 'reason_missing', 'key_reused'),
  run: async (ctx, { id, reason }) => {
    requireChangesDebits(ctx)
    if (reason === '') return refuse('reason_missing')
    const { db, now } = ctx
    const agreement = await lockAgreement(db, id)
    if (!agreement.agreedAt || agreement.endedAt) return refuse('agreement_ended')
    const { restaurantId } = agreement
    await db
      .updateTable('debitAgreements')
      .set({ endedAt: now, endReason: 'stopped', note: reason })
      .where('id', '=', id)
      .execute()
    const account = accountText(agreement)
    await recordEvent(db, ctx, { kind: 'debit_stopped', aboutRestaurantId: restaurantId, reason, data: { account } })
    await tellAgreement(ctx, { id, restaurantId, what: 'stopped', account, reason })
    return ok(null)
  },
})

const lockRestaurant = (db: DbOrTx, id: RestaurantId) =>
  db.selectFrom('restaurants').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()

async function lockAgreement(db: DbOrTx, id: DebitAgreementId) {
  const found = await db.selectFrom('debitAgreements').select('restaurantId').where('id', '=', id).executeTakeFirst()
  if (!found) throw new NotFound('debit agreement')
  await lockRestaurant(db, found.restaurantId)
  return db.selectFrom('debitAgreements').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

const shown = ['id', 'bankName', 'branchName', 'type', 'lastDigits', 'customer', 'askedAt', 'agreedAt'] as const

const liveAgreements = (db: DbOrTx, restaurantId: RestaurantId) =>
  db
    .selectFrom('debitAgreements')
    .select(shown)
    .where('restaurantId', '=', restaurantId)
    .where('endedAt', 'is', null)
    .execute()

/** What the owner sees: whether it is chosen and offered, the account in use, and the one that the bank has not agreed to yet. */
export const ownDebit = query('organisation.manage', async (ctx: Ctx) => {
  const { restaurantId } = ownRestaurant(ctx)
  const live = await liveAgreements(ctx.db, restaurantId)
  const last = await ctx.db
    .selectFrom('debitAgreements')
    .select(['endReason', 'note', 'endedAt'])
    .where('restaurantId', '=', restaurantId)
    .where('endReason', 'in', ['refused', 'stopped'])
    .orderBy('endedAt', 'desc')
    .executeTakeFirst()
  const { paymentMethod } = await ctx.db
    .selectFrom('restaurants')
    .select('paymentMethod')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow()
  return {
    chosen: paymentMethod === 'direct_debit',
    offered: (await readDebitSettings(ctx.db)).collectorCode !== '',
    agreed: live.find(({ agreedAt }) => agreedAt !== null) ?? null,
    asked: live.find(({ agreedAt }) => agreedAt === null) ?? null,
    last: live.length === 0 && last?.endReason ? { reason: last.endReason, note: last.note, at: last.endedAt } : null,
  }
})

const mostShown = 200

/** For staff: what banks have not answered yet first, then what is agreed, with what came of the last debit. */
export const debitAgreements = query('debits.see', async (ctx: Ctx) => {
  requireSeesDebits(ctx)
  const rows = await ctx.db
    .selectFrom('debitAgreements as a')
    .innerJoin('restaurants as r', 'r.id', 'a.restaurantId')
    .select(shown.map((column) => `a.${column}` as const))
    .select(['r.name as restaurant', 'r.paymentMethod'])
    .select(({ selectFrom }) =>
      selectFrom('debitItems as i')
        .select('i.outcome')
        .whereRef('i.agreementId', '=', 'a.id')
        .where('i.outcome', '<>', 'cancelled')
        .orderBy('i.endedAt', 'desc')
        .limit(1)
        .as('lastOutcome'),
    )
    .where('a.endedAt', 'is', null)
    .orderBy('a.agreedAt', (order) => order.desc().nullsFirst())
    .orderBy('a.askedAt')
    .limit(mostShown)
    .execute()
  return rows.map(({ agreedAt, askedAt, ...row }) => {
    const state: AgreementState = agreedAt ? 'agreed' : 'asked'
    return { ...row, account: accountText(row), since: jstDateOf(agreedAt ?? askedAt), state }
  })
})
