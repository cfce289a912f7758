import type { Actor } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { AccountChangeOutcome } from '#kernel/enums.ts'
import { formatMoment } from '#kernel/format.ts'
import type { AccountChangeId, AdminId } from '#kernel/ids.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { personFactorReset } from '../account-mails.server.tsx'
import { adminEmailChanged } from '../admins/admin-mails.server.tsx'
import { resetFactors } from '../admins/invite-admin.server.tsx'
import { moveTo, tellOldAddress } from '../change-email.server.ts'
import { forgetFactors } from '../factors/change-factors.server.ts'
import { voidCodes } from '../one-time-code.server.ts'
import { isAddressTaken } from '../people-store.server.ts'
import { closeSessionsOf } from '../session-store.server.ts'
import {
  endChange,
  type LockedChange,
  lockAccount,
  lockChange,
  type OpenAccount,
} from './account-change-store.server.ts'

type System = Omit<Ctx, 'actor'> & { encryption: Encryption }
type Outcome = Extract<AccountChangeOutcome, 'applied' | 'failed'>
const system: Actor = { kind: 'system' }

/**
 * Applies every confirmed change whose 72 hours are over. Each in its own transaction and locked, so that exactly one
 * of several workers does it, and a failing one does not block the others. Returns the outcomes.
 */
export async function applyAccountChanges(parts: System): Promise<{ id: AccountChangeId; outcome: Outcome }[]> {
  const due = await parts.db
    .selectFrom('accountChanges')
    .select('id')
    .where('endedAt', 'is', null)
    .where('takesEffectAt', '<=', parts.now)
    .orderBy('takesEffectAt')
    .execute()
  const done: { id: AccountChangeId; outcome: Outcome }[] = []
  const failed: unknown[] = []
  for (const { id } of due) {
    try {
      const outcome = await parts.db.transaction().execute((db) => applyChange({ ...parts, db }, id))
      if (outcome) done.push({ id, outcome })
    } catch (error) {
      // another account took the address concurrently: the next run will find it taken
      if (!isAddressTaken(error)) failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} account changes failed`)
  return done
}

/** null if another worker has done it, or its owner has stopped it. */
async function applyChange(parts: Omit<System, 'db'> & { db: DbOrTx }, id: AccountChangeId): Promise<Outcome | null> {
  const change = await lockChange(parts.db, id)
  if (change.endedAt) return null
  const account = await lockAccount(parts.db, change.owner)
  const applied = account !== null && (await applyTo(parts, account, change))
  const outcome = applied ? 'applied' : 'failed'
  await endChange(parts.db, { actor: system, now: parts.now }, change, outcome)
  return outcome
}

/** False if the account is not as it was when the change was confirmed. */
async function applyTo(
  parts: Omit<System, 'db'> & { db: DbOrTx },
  account: OpenAccount,
  change: LockedChange,
): Promise<boolean> {
  const { owner } = change
  if (change.kind === 'email') {
    if (account.email !== change.oldEmail || change.newEmail === null) return false
    const move = { ...parts, from: account.email, to: change.newEmail }
    return 'personId' in owner ? movePerson(move, account, owner.personId) : moveAdmin(move, account, owner.adminId)
  }
  if ('adminId' in owner) {
    const { name } = await parts.db
      .selectFrom('admins')
      .select('name')
      .where('id', '=', change.confirmedBy)
      .executeTakeFirstOrThrow()
    await resetFactors(parts.db, parts.now, { adminId: owner.adminId, encryption: parts.encryption, confirmedBy: name })
    return true
  }
  await forgetFactors(parts.db, owner, { passkeys: true })
  await closeSessionsOf(parts.db, owner)
  for (const purpose of ['second_factor', 'passkey'] as const) await voidCodes(parts.db, parts.now, purpose, owner)
  if (account.email)
    await notify(parts.db, parts.now, {
      key: `account-change:${change.id}:applied`,
      kind: personFactorReset,
      to: account.email as Email,
      data: { name: account.name },
    })
  return true
}

type Move = Omit<System, 'db'> & { db: DbOrTx; from: string | null; to: string }

/** Every session ends, and the old address, if it was proven, is sent the link that restores it within seven days. */
async function movePerson(
  { from, to, ...parts }: Move,
  { name, isProven }: OpenAccount,
  personId: Parameters<typeof moveTo>[1],
): Promise<boolean> {
  if (!(await moveTo(parts, personId, to))) return false
  if (from && isProven)
    await tellOldAddress(
      parts.db,
      parts.now,
      { id: personId, name, email: from, isProven },
      { to, encryption: parts.encryption },
    )
  return true
}

async function moveAdmin({ db, now, from, to }: Move, { name }: OpenAccount, adminId: AdminId): Promise<boolean> {
  if (await db.selectFrom('admins').select('id').where('email', '=', to).executeTakeFirst()) return false
  await db.updateTable('admins').set({ email: to }).where('id', '=', adminId).execute()
  await closeSessionsOf(db, { adminId })
  for (const purpose of ['second_factor', 'admin_invitation'] as const) await voidCodes(db, now, purpose, { adminId })
  for (const address of from ? [from, to] : [to])
    await notify(db, now, {
      key: `admin:${adminId}:email:${now.toISOString()}:${address}`,
      kind: adminEmailChanged,
      to: address as Email,
      data: { name, to, when: formatMoment(now) },
    })
  return true
}
