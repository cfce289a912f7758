import { randomBytes } from 'node:crypto'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { backupCodeCount, backupCodeFrom, readBackupCode } from './backup-code.ts'
import { type FactorOwner, ownedBy, ownerColumns, ownerWord } from './factor-owner.ts'

/**
 * Ten new codes, which replace all earlier ones. They are returned once; only a mark that our vault can make is stored.
 */
export async function renewBackupCodes(
  db: DbOrTx,
  now: Date,
  encryption: Encryption,
  owner: FactorOwner,
): Promise<string[]> {
  await db
    .deleteFrom('backupCodes')
    .where(...whose(owner))
    .execute()
  return addBackupCodes(db, now, encryption, owner, backupCodeCount)
}

/** Additional codes. */
export async function addBackupCodes(
  db: DbOrTx,
  now: Date,
  encryption: Encryption,
  owner: FactorOwner,
  count: number,
): Promise<string[]> {
  const codes = Array.from({ length: count }, () => backupCodeFrom(randomBytes(10)))
  await db
    .insertInto('backupCodes')
    .values(
      codes.map((code) => ({
        hash: markOf(encryption, owner, code),
        ...ownerColumns(owner),
        createdAt: now,
        usedAt: null,
      })),
    )
    .execute()
  return codes
}

/** Uses a code up. Of concurrent calls exactly one returns true. */
export async function spendBackupCode(
  db: DbOrTx,
  now: Date,
  encryption: Encryption,
  owner: FactorOwner,
  typed: string,
): Promise<boolean> {
  const code = readBackupCode(typed)
  if (!code) return false
  const used = await db
    .updateTable('backupCodes')
    .set({ usedAt: now })
    .where('hash', '=', markOf(encryption, owner, code))
    .where(...whose(owner))
    .where('usedAt', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

const whose = (owner: FactorOwner) => {
  const [column, id] = ownedBy(owner)
  return [column, '=', id] as const
}

const markOf = (encryption: Encryption, owner: FactorOwner, code: string) =>
  encryption.mark('backup-code', `${ownerWord(owner)}:${code}`)
