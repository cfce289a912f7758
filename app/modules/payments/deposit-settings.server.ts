import { z } from 'zod'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { newId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, RowVersion } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { bankKanaRefusalText, readBankKana } from '#modules/banking/account-kana.ts'
import { accountDigits } from '#modules/banking/bank-statement.ts'
import { digitsOf } from '#modules/banking/yucho.ts'
import { requireChangesDeposits, requireSeesDeposits } from './deposit-access.ts'
import { depositRefusals } from './refusal-text.ts'

export const readDepositSettings = (db: DbOrTx) =>
  db.selectFrom('depositSettings').select(['booksBankFees', 'version']).executeTakeFirstOrThrow()

/** Our accounts, the virtual accounts of restaurants, and who bears the fees of banks. */
export const depositSettings = query('deposits.see', async (ctx: Ctx) => {
  requireSeesDeposits(ctx)
  return {
    ...(await readDepositSettings(ctx.db)),
    accounts: await ctx.db
      .selectFrom('ownBankAccounts')
      .select(['id', 'name', 'bank', 'branch', 'number', 'holderKana', 'virtualAccounts', 'endedAt', 'version'])
      .orderBy('at')
      .execute(),
    virtualAccounts: await ctx.db
      .selectFrom('virtualAccounts as v')
      .innerJoin('restaurants as r', 'r.id', 'v.restaurantId')
      .select(['v.number', 'v.restaurantId', 'r.name'])
      .where('v.endedAt', 'is', null)
      .orderBy('v.number')
      .execute(),
    restaurants: await ctx.db
      .selectFrom('restaurants')
      .select(['id', 'name'])
      .where('status', '=', 'approved')
      .orderBy('kana')
      .execute(),
  }
})

/** Digits in any width, with or without hyphens. */
const Digits = (shape: RegExp, sentence: string) =>
  z.string(sentence).transform(digitsOf).pipe(z.string().regex(shape, sentence))

/** The holder of our account, in the letters of banks. */
export const HolderIn = z
  .string()
  .max(200)
  .transform((typed, issue): string => {
    const kana = readBankKana(typed)
    if (kana.ok) return kana.value
    issue.addIssue({ code: 'custom', message: bankKanaRefusalText(kana.refusal, kana.detail?.letters) })
    return z.NEVER
  })

export const AccountNameIn = z.string('名称を入力してください。').trim().min(1, '名称を入力してください。').max(100)

/** An account of ours, whose files are accepted from now on. */
export const addOwnBankAccount = mutation({
  name: 'deposits.add_account',
  permission: 'deposits.change',
  input: {
    name: AccountNameIn,
    bank: Digits(/^\d{4}$/, '銀行番号は4桁の数字で入力してください。'),
    branch: Digits(/^\d{3}$/, '支店番号は3桁の数字で入力してください。'),
    number: Digits(/^\d{7,10}$/, '口座番号は7桁の数字で入力してください。').transform(accountDigits),
    holderKana: HolderIn,
    virtualAccounts: z.boolean(),
  },
  refusals: depositRefusals('account_exists', 'key_reused'),
  run: async (ctx, { key: _, ...account }) => {
    requireChangesDeposits(ctx)
    const eventId = await recordEvent(ctx.db, ctx, { kind: 'own_bank_account_added', data: { name: account.name } })
    const made = await ctx.db
      .insertInto('ownBankAccounts')
      .values({ ...account, id: newId<'ownBankAccount'>(), eventId, at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return made ? ok({ id: made.id }) : refuse('account_exists')
  },
})

/** Gives a restaurant its virtual account, in place of an earlier one; without a number it has none any more. */
export const assignVirtualAccount = mutation({
  name: 'deposits.assign_virtual_account',
  permission: 'deposits.change',
  input: { restaurantId: IdOf<'restaurant'>('飲食店'), number: z.string().trim().max(20).optional() },
  refusals: depositRefusals('number_taken', 'bad_number', 'key_reused'),
  run: async (ctx, { restaurantId, number: typed = '' }) => {
    requireChangesDeposits(ctx)
    const number = typed.normalize('NFKC').replace(/[-−\s]/g, '')
    if (number !== '' && !/^\d{10}$/.test(number)) return refuse('bad_number')
    const taken = await ctx.db
      .selectFrom('virtualAccounts')
      .select('restaurantId')
      .where('number', '=', number)
      .where('endedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (taken && taken.restaurantId !== restaurantId) return refuse('number_taken')
    if (taken) return ok({ changed: false })
    const ended = await ctx.db
      .updateTable('virtualAccounts')
      .set({ endedAt: ctx.now })
      .where('restaurantId', '=', restaurantId)
      .where('endedAt', 'is', null)
      .returning('number')
      .execute()
    if (number === '' && ended.length === 0) return ok({ changed: false })
    const eventId = await recordEvent(ctx.db, ctx, {
      kind: number === '' ? 'virtual_account_ended' : 'virtual_account_assigned',
      aboutRestaurantId: restaurantId,
      data: { before: ended[0]?.number ?? null, now: number || null },
    })
    if (number !== '')
      await ctx.db.insertInto('virtualAccounts').values({ number, restaurantId, eventId, fromAt: ctx.now }).execute()
    return ok({ changed: true })
  },
})

/** Whether a fee of the bank that a payer deducted is ours. It applies to what is matched from then on. */
export const switchBankFees = mutation({
  name: 'deposits.switch_bank_fees',
  permission: 'deposits.change',
  input: { booksBankFees: z.boolean(), version: RowVersion },
  refusals: depositRefusals('changed_meanwhile', 'key_reused'),
  run: async (ctx, { booksBankFees, version }) => {
    requireChangesDeposits(ctx)
    const changed = await ctx.db
      .updateTable('depositSettings')
      .set({ booksBankFees, version: version + 1 })
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst()
    if (!changed) return refuse('changed_meanwhile')
    await recordEvent(ctx.db, ctx, { kind: 'bank_fees_switched', data: { now: booksBankFees } })
    return ok({ booksBankFees })
  },
})
