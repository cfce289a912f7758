import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { OwnBankAccountId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, RowVersion } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { tryHoldImports } from './clear-returned.server.ts'
import { requireChangesDeposits } from './deposit-access.ts'
import { AccountNameIn, HolderIn } from './deposit-settings.server.ts'
import { depositRefusals } from './refusal-text.ts'

const idIn = IdOf<'ownBankAccount'>('口座')

/**
 * Corrects how an account of ours is called, whose it is, and whether the code of the payer in its files is a virtual
 * account; its number stays. The code is refused once there are rows that are told apart by it: they would not be
 * recognised in a later file, and the same money would come in twice. Rows with an id of the bank are.
 */
export const correctOwnBankAccount = mutation({
  name: 'deposits.correct_account',
  permission: 'deposits.change',
  input: { id: idIn, version: RowVersion, name: AccountNameIn, holderKana: HolderIn, virtualAccounts: z.boolean() },
  refusals: depositRefusals('account_changed', 'rows_by_code', 'import_running', 'key_reused'),
  run: async (ctx, { id, version, name, holderKana, virtualAccounts }) => {
    requireChangesDeposits(ctx)
    if (!(await tryHoldImports(ctx))) return refuse('import_running')
    const before = await lockedAccount(ctx, id)
    if (before.version !== version) return refuse('account_changed')
    const now = { name, holderKana, virtualAccounts }
    const { name: oldName, holderKana: oldHolder, virtualAccounts: oldSwitch } = before
    if (oldName === name && oldHolder === holderKana && oldSwitch === virtualAccounts) return ok({ changed: false })
    if (oldSwitch !== virtualAccounts) {
      const { count } = await ctx.db
        .selectFrom('bankRows')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('accountId', '=', id)
        .where('rowKey', 'not like', 'id:%')
        .executeTakeFirstOrThrow()
      if (Number(count) > 0) return refuse('rows_by_code', { count: Number(count) })
    }
    await recordEvent(ctx.db, ctx, {
      kind: 'own_bank_account_corrected',
      data: {
        accountId: id,
        before: { name: oldName, holderKana: oldHolder, virtualAccounts: oldSwitch },
        now,
      },
    })
    await ctx.db
      .updateTable('ownBankAccounts')
      .set({ ...now, version: version + 1 })
      .where('id', '=', id)
      .execute()
    return ok({ changed: true })
  },
})

/** From now on no file of the account is imported, or is again. What was imported stays, and so does its number. */
export const endOwnBankAccount = mutation({
  name: 'deposits.end_account',
  permission: 'deposits.change',
  input: { id: idIn, version: RowVersion, ends: z.boolean() },
  refusals: depositRefusals('account_changed', 'import_running', 'key_reused'),
  run: async (ctx, { id, version, ends }) => {
    requireChangesDeposits(ctx)
    if (!(await tryHoldImports(ctx))) return refuse('import_running')
    const before = await lockedAccount(ctx, id)
    if (before.version !== version || (before.endedAt !== null) === ends) return refuse('account_changed')
    await recordEvent(ctx.db, ctx, {
      kind: ends ? 'own_bank_account_ended' : 'own_bank_account_resumed',
      data: { accountId: id, name: before.name },
    })
    await ctx.db
      .updateTable('ownBankAccounts')
      .set({ endedAt: ends ? ctx.now : null, version: version + 1 })
      .where('id', '=', id)
      .execute()
    return ok({ ended: ends })
  },
})

const lockedAccount = (ctx: Ctx, id: OwnBankAccountId) =>
  ctx.db
    .selectFrom('ownBankAccounts')
    .select(['name', 'holderKana', 'virtualAccounts', 'endedAt', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('own bank account'))
