import type { DbOrTx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { newId } from '#kernel/ids.ts'
import { type FactorOwner, ownedBy, ownerColumns } from './factor-owner.ts'
import { stepOf } from './totp.server.ts'

const purpose = 'totp'

/** Stores a secret whose first code was correct; from now on it is required. */
export async function keepTotpSecret(
  db: DbOrTx,
  now: Date,
  encryption: Encryption,
  { owner, secret, step }: { owner: FactorOwner; secret: string; step: number | null },
): Promise<void> {
  await forgetTotpSecret(db, owner)
  await db
    .insertInto('totpSecrets')
    .values({
      id: newId<'totpSecret'>(),
      ...ownerColumns(owner),
      sealedSecret: encryption.seal(purpose, secret),
      lastStep: step,
      createdAt: now,
      confirmedAt: now,
    })
    .execute()
}

export async function forgetTotpSecret(db: DbOrTx, owner: FactorOwner): Promise<void> {
  const [column, id] = ownedBy(owner)
  await db.deleteFrom('totpSecrets').where(column, '=', id).execute()
}

/** The secret that protects an account, and the step of the last used code; null if there is none. */
export async function totpSecretOf(db: DbOrTx, encryption: Encryption, owner: FactorOwner) {
  const [column, id] = ownedBy(owner)
  const row = await db
    .selectFrom('totpSecrets')
    .select(['id', 'sealedSecret', 'lastStep'])
    .where(column, '=', id)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  const secret = row && encryption.open(purpose, row.sealedSecret)
  return row && secret ? { id: row.id, secret, lastStep: row.lastStep } : null
}

/** Whether a code is correct and unused. Of concurrent calls exactly one returns true (RFC 6238 §5.2). */
export async function spendTotpCode(
  db: DbOrTx,
  now: Date,
  encryption: Encryption,
  owner: FactorOwner,
  code: string,
): Promise<boolean> {
  const kept = await totpSecretOf(db, encryption, owner)
  const step = kept && stepOf(kept.secret, code, now)
  if (!kept || step === null) return false
  const used = await db
    .updateTable('totpSecrets')
    .set({ lastStep: step })
    .where('id', '=', kept.id)
    .where((is) => is.or([is('lastStep', 'is', null), is('lastStep', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
