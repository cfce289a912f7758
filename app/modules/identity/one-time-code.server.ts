import { createHash, randomBytes } from 'node:crypto'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { CodePurpose } from '#kernel/enums.ts'
import { type AdminId, type InvitationId, type MailedCodeId, newId, type PersonId } from '#kernel/ids.ts'
import { mailedCode } from '#modules/notifications/mailed-code.server.ts'

/** How long each kind of secret is valid, in milliseconds (docs/decisions/0003). */
const hour = 3_600_000
export const codeLifeMs: Record<CodePurpose, number> = {
  verify_email: 24 * hour,
  reset_password: hour,
  change_email: 24 * hour,
  recover_email: 7 * 24 * hour,
  second_factor: 10 * 60_000,
  passkey: 5 * 60_000,
  admin_invitation: 24 * hour,
  device: 400 * 24 * hour,
  member_invitation: 7 * 24 * hour,
  phone_code: 10 * 60_000,
  social: 15 * 60_000,
  stop_change: 72 * hour,
  bank_account: hour,
}

type Owner = { personId: PersonId } | { adminId: AdminId } | null
export type NewCode = { purpose: CodePurpose; owner: Owner; email?: string; data?: Record<string, unknown> }
export type OneTimeCode = {
  personId: PersonId | null
  adminId: AdminId | null
  email: string | null
  data: Record<string, unknown>
  tries: number
  createdAt: Date
}

/** Makes a single-use secret: 43 letters of base64url, of which only the SHA-256 is stored. */
export async function issueCode(db: DbOrTx, now: Date, wanted: NewCode): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await keepCode(db, now, wanted, code)
  return code
}

/**
 * Makes a secret that works once and goes out by mail. The stored mail gets the id (`codeIn` of its kind) in the place of
 * the secret, which the vault makes from it when the mail is sent. `code`: for a caller that shows it at once.
 */
export async function issueMailedCode(
  db: DbOrTx,
  now: Date,
  encryption: Encryption,
  wanted: NewCode,
): Promise<{ id: MailedCodeId; code: string }> {
  const id = newId<'mailedCode'>()
  const code = mailedCode(encryption, id)
  await keepCode(db, now, wanted, code)
  return { id, code }
}

async function keepCode(db: DbOrTx, now: Date, { purpose, owner, email, data }: NewCode, code: string): Promise<void> {
  await db
    .insertInto('oneTimeCodes')
    .values({
      hash: hashOf(code),
      purpose,
      personId: owner && 'personId' in owner ? owner.personId : null,
      adminId: owner && 'adminId' in owner ? owner.adminId : null,
      email: email ?? null,
      data: JSON.stringify(data ?? {}),
      createdAt: now,
      expiresAt: new Date(now.getTime() + codeLifeMs[purpose]),
      usedAt: null,
    })
    .execute()
}

const seen = ['personId', 'adminId', 'email', 'data', 'tries', 'createdAt'] as const

/** What a secret stands for; null if it is unknown, used or expired: one answer for all three. Changes nothing. */
export async function inspectCode(
  db: DbOrTx,
  now: Date,
  purpose: CodePurpose,
  code: string,
): Promise<OneTimeCode | null> {
  const row = await db
    .selectFrom('oneTimeCodes')
    .select(seen)
    .where('hash', '=', hashOf(code))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Uses a secret up. Of concurrent calls exactly one succeeds; the others get null, as after its expiry. */
export async function useCode(db: DbOrTx, now: Date, purpose: CodePurpose, code: string): Promise<OneTimeCode | null> {
  const row = await db
    .updateTable('oneTimeCodes')
    .set({ usedAt: now })
    .where('hash', '=', hashOf(code))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(seen)
    .executeTakeFirst()
  return row ?? null
}

/** What a used (or voided) secret stood for, for the page that reports it afterwards. */
export async function spentCode(db: DbOrTx, purpose: CodePurpose, code: string): Promise<OneTimeCode | null> {
  const row = await db
    .selectFrom('oneTimeCodes')
    .select(seen)
    .where('hash', '=', hashOf(code))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

/** Counts a wrong answer given with the secret; after `most` of them the secret is void. */
export async function countTry(db: DbOrTx, now: Date, code: string, most: number): Promise<void> {
  await db
    .updateTable('oneTimeCodes')
    .set(({ eb }) => ({
      tries: eb('tries', '+', 1),
      usedAt: eb
        .case()
        .when('tries', '>=', most - 1)
        .then(now)
        .else(eb.ref('usedAt'))
        .end(),
    }))
    .where('hash', '=', hashOf(code))
    .execute()
}

/**
 * Counts an answer before it is checked, so that twenty concurrent ones cannot all count as the first; returns what the
 * secret stands for, or null if it is unknown, used or expired, or has had its `most` answers.
 */
export async function takeTry(
  db: DbOrTx,
  now: Date,
  { purpose, code, most }: { purpose: CodePurpose; code: string; most: number },
): Promise<OneTimeCode | null> {
  const row = await db
    .updateTable('oneTimeCodes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', hashOf(code))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('tries', '<', most)
    .returning(seen)
    .executeTakeFirst()
  return row ?? null
}

/** Voids every unused secret of this kind, when a new one is requested or the task was done another way. */
export async function voidCodes(
  db: DbOrTx,
  now: Date,
  purpose: CodePurpose,
  owner: { personId: PersonId } | { adminId: AdminId },
): Promise<void> {
  const [column, id] =
    'personId' in owner ? (['personId', owner.personId] as const) : (['adminId', owner.adminId] as const)
  await db
    .updateTable('oneTimeCodes')
    .set({ usedAt: now })
    .where('purpose', '=', purpose)
    .where(column, '=', id)
    .where('usedAt', 'is', null)
    .execute()
}

/** Voids the link of an invitation to an organisation. */
export async function voidInvitationCodes(db: DbOrTx, now: Date, id: InvitationId): Promise<void> {
  await db
    .updateTable('oneTimeCodes')
    .set({ usedAt: now })
    .where('purpose', '=', 'member_invitation')
    .where((is) => is(is.ref('data', '->>').key('invitationId'), '=', id))
    .where('usedAt', 'is', null)
    .execute()
}

/** Deletes all secrets of an account that is being removed. */
export async function forgetCodesOf(db: DbOrTx, personId: PersonId): Promise<void> {
  await db.deleteFrom('oneTimeCodes').where('personId', '=', personId).execute()
}

/** Deletes secrets that expired a month ago; they are no longer needed, not even to say that they were used. */
export async function forgetOldCodes({ db, now }: { db: DbOrTx; now: Date }): Promise<number> {
  const gone = await db
    .deleteFrom('oneTimeCodes')
    .where('expiresAt', '<', new Date(now.getTime() - 30 * 24 * hour))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

const hashOf = (code: string) => createHash('sha256').update(code).digest()
