import { z } from 'zod'
import { authorize, authorizeProven, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatMoment } from '#kernel/format.ts'
import { type BankAccountId, type FarmId, newId, parseId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, Written } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { accountRefusals } from '#modules/banking/account-refusal-text.ts'
import { accountText } from '#modules/banking/account-text.ts'
import { accountInput, readAccount } from '#modules/banking/read-account.server.ts'
import { inspectCode, issueMailedCode, useCode as spendCode } from '#modules/identity/one-time-code.server.ts'
import { mailToOf, notify, notifyEach } from '#modules/notifications/notify.server.ts'
import { accountWaitsMs, bankAccountRefusals } from './bank-account-labels.ts'
import { bankAccountAsked, bankAccountChanged } from './payout-mails.server.tsx'
import { requireDesk } from './require-desk.ts'

/** What the number and the holder are encrypted for. */
export const accountPurpose = 'bank-account'

/** The farm that the user owns. */
function ownFarm(ctx: Ctx) {
  const { farmId, personId } = requireFarm(ctx.actor)
  const sides = { farmId, restaurantId: null }
  authorize(ctx.actor, 'bank_account.keep', sides)
  return { farmId, personId, sides }
}

/**
 * An owner gives the account into which the farm is paid, with a recent proof. Nothing changes until the link in the mail
 * to this owner is used. What was given before and not confirmed is forgotten.
 */
export const askBankAccount = mutation({
  name: 'bank_account.ask',
  permission: 'bank_account.change',
  input: accountInput,
  refusals: bankAccountRefusals(...accountRefusals, 'change_waits', 'no_email', 'key_reused'),
  guard: (ctx) => authorizeProven(ctx, 'bank_account.change', ownFarm(ctx).sides),
  run: async (ctx, input, { encryption }: { encryption: Encryption }) => {
    const { farmId, personId } = ownFarm(ctx)
    const { db, now } = ctx
    const read = await readAccount(input)
    if (!read.ok) return read
    const farm = await lockFarm(db, farmId)
    if (await waitingChange(db, farmId, now)) return refuse('change_waits')
    const person = await db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirstOrThrow()
    if (!person.email) return refuse('no_email')
    await db
      .updateTable('bankAccounts')
      .set({ endedAt: now, endReason: 'replaced' })
      .where('farmId', '=', farmId)
      .where('confirmedAt', 'is', null)
      .where('endedAt', 'is', null)
      .execute()
    const { number, holder, ...account } = read.value
    const id = newId<'bankAccount'>()
    const lastDigits = number.slice(-3)
    await db
      .insertInto('bankAccounts')
      .values({
        ...account,
        id,
        farmId,
        sealedNumber: encryption.seal(accountPurpose, number),
        lastDigits,
        sealedHolder: encryption.seal(accountPurpose, holder),
        askedBy: personId,
        askedAt: now,
        confirmedAt: null,
        usableFrom: null,
        endedAt: null,
        endReason: null,
        blockedAt: null,
      })
      .execute()
    const { id: codeId } = await issueMailedCode(db, now, encryption, {
      purpose: 'bank_account',
      owner: { personId },
      email: person.email,
      data: { accountId: id },
    })
    const text = accountText({ ...account, lastDigits })
    await notify(db, now, {
      key: `bank-account:${id}:asked`,
      kind: bankAccountAsked,
      to: person.email as Email,
      data: { farm: farm.name, account: text, codeId },
    })
    await recordEvent(db, ctx, { kind: 'bank_account_asked', aboutFarmId: farmId, data: { account: text } })
    return ok({ id })
  },
})

/** The link of the mail, used by a signed-in owner: the account is used three days later; all owners are told. */
export const confirmBankAccount = repeatable({
  name: 'bank_account.confirm',
  permission: 'bank_account.keep',
  input: { code: z.string().max(100).default('') },
  refusals: bankAccountRefusals('code_unusable'),
  run: async (ctx, { code }) => {
    const { farmId } = ownFarm(ctx)
    return ctx.db.transaction().execute(async (db) => {
      await lockFarm(db, farmId)
      const given = await inspectCode(db, ctx.now, 'bank_account', code)
      const id = parseId<'bankAccount'>(given?.data.accountId)
      const usableFrom = new Date(ctx.now.getTime() + accountWaitsMs)
      const account =
        id &&
        (await db
          .updateTable('bankAccounts')
          .set({ confirmedAt: ctx.now, usableFrom })
          .where('id', '=', id)
          .where('farmId', '=', farmId)
          .where('confirmedAt', 'is', null)
          .where('endedAt', 'is', null)
          .returningAll()
          .executeTakeFirst())
      if (!account) return refuse('code_unusable')
      await spendCode(db, ctx.now, 'bank_account', code)
      await tellOwners(db, ctx.now, { account, what: 'waits', when: usableFrom })
      const data = { account: accountText(account) }
      await recordEvent(db, ctx, { kind: 'bank_account_confirmed', aboutFarmId: farmId, data })
      return ok({ usableFrom })
    })
  },
})

/** An owner takes back an account that is not used yet. This needs no recent proof. */
export const cancelBankAccount = repeatable({
  name: 'bank_account.cancel',
  permission: 'bank_account.keep',
  input: { id: IdOf<'bankAccount'>('口座') },
  refusals: bankAccountRefusals('ended'),
  run: async (ctx, { id }) => {
    const { farmId } = ownFarm(ctx)
    return ctx.db.transaction().execute(async (db) => {
      const ended = await endWaiting(db, ctx.now, { id, farmId, reason: 'cancelled' })
      if (!ended) return refuse('ended')
      await recordEvent(db, ctx, { kind: 'bank_account_cancelled', aboutFarmId: farmId })
      return ok(null)
    })
  },
})

/** Staff stop an account that is not used yet, when they doubt who gave it. */
export const stopBankAccount = repeatable({
  name: 'bank_account.stop',
  permission: 'bank_account.stop',
  input: { id: IdOf<'bankAccount'>('口座'), reason: Written(400, '理由を入力してください。履歴に残ります。') },
  refusals: bankAccountRefusals('ended', 'reason_missing'),
  run: async (ctx, { id, reason }) => {
    requireDesk(ctx)
    authorize(ctx.actor, 'bank_account.stop', null)
    if (reason === '') return refuse('reason_missing')
    return ctx.db.transaction().execute(async (db) => {
      const row = await db.selectFrom('bankAccounts').select('farmId').where('id', '=', id).executeTakeFirst()
      if (!row) throw new NotFound('bank account')
      const ended = await endWaiting(db, ctx.now, { id, farmId: row.farmId, reason: 'stopped' })
      if (!ended) return refuse('ended')
      await recordEvent(db, ctx, { kind: 'bank_account_stopped', aboutFarmId: row.farmId, reason })
      return ok(null)
    })
  },
})

async function endWaiting(
  db: DbOrTx,
  now: Date,
  { id, farmId, reason }: { id: BankAccountId; farmId: FarmId; reason: 'cancelled' | 'stopped' },
): Promise<boolean> {
  await lockFarm(db, farmId)
  const account = await db
    .updateTable('bankAccounts')
    .set({ endedAt: now, endReason: reason })
    .where('id', '=', id)
    .where('farmId', '=', farmId)
    .where('endedAt', 'is', null)
    .where((is) => is.or([is('usableFrom', 'is', null), is('usableFrom', '>', now)]))
    .returningAll()
    .executeTakeFirst()
  if (!account) return false
  await tellOwners(db, now, { account, what: reason, when: now })
  return true
}

/** Nothing is paid to this account any more, until the farm has given another one. */
export async function blockAccount(db: DbOrTx, now: Date, id: BankAccountId): Promise<void> {
  const account = await db
    .updateTable('bankAccounts')
    .set({ blockedAt: now })
    .where('id', '=', id)
    .where('blockedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (account) await tellOwners(db, now, { account, what: 'blocked', when: now })
}

type Account = Parameters<typeof accountText>[0] & { id: BankAccountId; farmId: FarmId }

async function tellOwners(
  db: DbOrTx,
  now: Date,
  { account, what, when }: { account: Account; what: 'waits' | 'cancelled' | 'stopped' | 'blocked'; when: Date },
): Promise<void> {
  const { name } = await db
    .selectFrom('farms')
    .select('name')
    .where('id', '=', account.farmId)
    .executeTakeFirstOrThrow()
  const owners = await ownersOf(db, [account.farmId])
  const data = { farm: name, account: accountText(account), what, when: formatMoment(when) }
  await notifyEach(
    db,
    now,
    bankAccountChanged,
    owners.map((owner) => ({
      key: `bank-account:${account.id}:${what}:${owner.personId}`,
      to: mailToOf(owner),
      data,
    })),
  )
}

/** The owners of these farms who can still sign in. */
export const ownersOf = (db: DbOrTx, farmIds: readonly FarmId[]) =>
  db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .select(['people.id as personId', 'people.email', 'memberships.farmId'])
    .where('memberships.farmId', 'in', farmIds)
    .where('memberships.role', '=', 'owner')
    .where('people.closedAt', 'is', null)
    .where('people.suspendedAt', 'is', null)
    .execute()

const lockFarm = (db: DbOrTx, farmId: FarmId) =>
  db
    .selectFrom('farms')
    .select('name')
    .where('id', '=', farmId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('farm'))

const shown = [
  'id',
  'farmId',
  'bankName',
  'branchName',
  'type',
  'lastDigits',
  'askedAt',
  'usableFrom',
  'blockedAt',
] as const

const openAccounts = (db: DbOrTx) => db.selectFrom('bankAccounts').where('endedAt', 'is', null)

const waitingChange = (db: DbOrTx, farmId: FarmId, now: Date) =>
  openAccounts(db).select(shown).where('farmId', '=', farmId).where('usableFrom', '>', now).executeTakeFirst()

/** The accounts into which these farms are paid at a moment, blocked ones included: the newest of each. */
export const accountsInUse = (db: DbOrTx, at: Date) =>
  openAccounts(db)
    .distinctOn('farmId')
    .selectAll()
    .where('usableFrom', '<=', at)
    .orderBy('farmId')
    .orderBy('usableFrom', 'desc')
    .orderBy('id', 'desc')

/** What the owner sees: the account in use, the one that waits for its day, and the one to be confirmed. */
export const ownBankAccounts = query('bank_account.keep', async (ctx: Ctx) => {
  const { farmId } = ownFarm(ctx)
  const { db, now } = ctx
  const inUse = await accountsInUse(db, now).clearSelect().select(shown).where('farmId', '=', farmId).executeTakeFirst()
  const unconfirmed = await openAccounts(db)
    .select(shown)
    .where('farmId', '=', farmId)
    .where('usableFrom', 'is', null)
    .executeTakeFirst()
  return {
    inUse: inUse ?? null,
    waiting: (await waitingChange(db, farmId, now)) ?? null,
    unconfirmed: unconfirmed ?? null,
  }
})

/** For staff: the accounts that are not used yet, beside the ones in use until then. */
export const waitingBankAccounts = query('payouts.see', async (ctx: Ctx) => {
  requireDesk(ctx)
  const { db, now } = ctx
  const waiting = await openAccounts(db)
    .innerJoin('farms', 'farms.id', 'bankAccounts.farmId')
    .select(shown.map((column) => `bankAccounts.${column}` as const))
    .select('farms.name as farm')
    .where('usableFrom', '>', now)
    .orderBy('usableFrom')
    .execute()
  const current = new Map((await accountsInUse(db, now).execute()).map((it) => [it.farmId, it]))
  return waiting.map((it) => {
    const now = current.get(it.farmId)
    return { ...it, text: accountText(it), before: now ? accountText(now) : null }
  })
})
