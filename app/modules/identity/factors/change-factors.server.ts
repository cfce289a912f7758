import { sql } from 'kysely'
import { authorize, authorizeProven } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { ok, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { renewBackupCodes } from './backup-codes.server.ts'
import { aboutOwner, type FactorOwner, OwnerIn, ownedBy } from './factor-owner.ts'
import { factorRefusals } from './factor-refusals.ts'
import { requireSecondFactor, SecondFactorIn } from './prove-second-factor.server.ts'
import { tellFactorChange } from './tell-factor-change.server.ts'
import { forgetTotpSecret } from './totp-secrets.server.ts'

export type Factors = {
  /** Since when a code of an app is required; null if it is not. */
  totpSince: Date | null
  /** Backup codes that are not used yet. */
  backupCodes: number
  passkeys: number
}

/** What protects an account besides its password. */
export const factorsOf = query('factors.see', async (ctx: Ctx, owner: FactorOwner): Promise<Factors> => {
  authorize(ctx.actor, 'factors.see', owner)
  return readFactors(ctx.db, owner)
})

/** The same without a permission check; for the use cases of signing in. */
export async function readFactors(db: DbOrTx, owner: FactorOwner): Promise<Factors> {
  const [column, id] = ownedBy(owner)
  const { rows } = await sql<Factors>`
    select (select confirmed_at from totp_secrets where ${sql.ref(column)} = ${id}) as "totpSince",
           (select count(*) from backup_codes where ${sql.ref(column)} = ${id} and used_at is null) as "backupCodes",
           (select count(*) from passkeys where ${sql.ref(column)} = ${id}) as passkeys`.execute(db)
  return rows[0] ?? { totpSince: null, backupCodes: 0, passkeys: 0 }
}

/**
 * Turns the second step off, together with its backup codes; requires the second factor itself. Not possible for staff,
 * who always need one.
 */
export const removeTotp = repeatable({
  name: 'factors.remove_totp',
  permission: 'factors.remove',
  input: { owner: OwnerIn, answer: SecondFactorIn.nullable() },
  refusals: factorRefusals('wrong_code', 'too_many_codes'),
  run: async (ctx, { owner, answer }, encryption: Encryption) => {
    authorizeProven(ctx, 'factors.remove', owner)
    const proven = await requireSecondFactor(ctx, encryption, owner, answer)
    if (!proven.ok) return proven
    return ctx.db.transaction().execute(async (db) => {
      await forgetFactors(db, owner, { passkeys: false })
      const event = await recordEvent(db, ctx, { kind: 'second_factor_off', ...aboutOwner(owner) })
      await tellFactorChange(db, ctx.now, owner, { event, kind: 'second_factor_off' })
      return ok(null)
    })
  },
})

/**
 * Ten new backup codes, which replace the old ones; only for accounts with a second factor, which is required for it.
 */
export const newBackupCodes = repeatable({
  name: 'factors.renew_backup_codes',
  permission: 'factors.change',
  input: { owner: OwnerIn, answer: SecondFactorIn.nullable() },
  refusals: factorRefusals('no_second_factor', 'wrong_code', 'too_many_codes'),
  run: async (ctx, { owner, answer }, encryption: Encryption) => {
    authorizeProven(ctx, 'factors.change', owner)
    const { totpSince, passkeys } = await factorsOf(ctx, owner)
    if (!totpSince && !('adminId' in owner && passkeys > 0)) return refuse('no_second_factor')
    const proven = await requireSecondFactor(ctx, encryption, owner, answer)
    if (!proven.ok) return proven
    return ctx.db.transaction().execute(async (db) => {
      const backupCodes = await renewBackupCodes(db, ctx.now, encryption, owner)
      const event = await recordEvent(db, ctx, { kind: 'backup_codes_renewed', ...aboutOwner(owner) })
      await tellFactorChange(db, ctx.now, owner, { event, kind: 'backup_codes_renewed' })
      return ok({ backupCodes })
    })
  },
})

/** Deletes the secret of the app and the backup codes, and optionally the passkeys. */
export async function forgetFactors(db: DbOrTx, owner: FactorOwner, also: { passkeys: boolean }): Promise<void> {
  const [column, id] = ownedBy(owner)
  await forgetTotpSecret(db, owner)
  await db.deleteFrom('backupCodes').where(column, '=', id).execute()
  if (also.passkeys) await db.deleteFrom('passkeys').where(column, '=', id).execute()
}
