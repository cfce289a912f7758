import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { maskEmail } from '#kernel/email.ts'
import type { AccountChangeOutcome } from '#kernel/enums.ts'
import { Forbidden, NotFound } from '#kernel/errors.ts'
import type { AccountChangeId, AdminId, EventId } from '#kernel/ids.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { aboutOwner, type FactorOwner } from '../factors/factor-owner.ts'
import { lockPerson } from '../people-store.server.ts'

/** An open account: of a person, or of an administrator, whose address always counts as proven. */
export type OpenAccount = { owner: FactorOwner; name: string; email: string | null; isProven: boolean }

/** Locks an account until the transaction ends; null if it is closed, suspended or disabled. */
export async function lockAccount(db: DbOrTx, owner: FactorOwner): Promise<OpenAccount | null> {
  if ('personId' in owner) {
    const person = await lockPerson(db, owner.personId)
    return person && { owner, name: person.name, email: person.email, isProven: person.isProven }
  }
  const admin = await db
    .selectFrom('admins')
    .select(['name', 'email'])
    .where('id', '=', owner.adminId)
    .where('disabledAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return admin ? { owner, ...admin, isProven: true } : null
}

/** Locks a change until the transaction ends. The change is always locked before its account. */
export async function lockChange(db: DbOrTx, id: AccountChangeId) {
  const { personId, adminId, ...change } = await db
    .selectFrom('accountChanges')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('account change'))
  return { ...change, owner: ownerOf({ personId, adminId }) }
}

export type LockedChange = Awaited<ReturnType<typeof lockChange>>

type OwnerColumns = { personId: Parameters<typeof lockPerson>[1] | null; adminId: AdminId | null }

function ownerOf({ personId, adminId }: OwnerColumns): FactorOwner {
  if (personId) return { personId }
  if (adminId) return { adminId }
  throw new TypeError('an account change without an account')
}

/** Ends a locked change, and records it in the history of the account. */
export async function endChange(
  db: DbOrTx,
  by: Pick<Ctx, 'actor' | 'now'>,
  change: LockedChange,
  outcome: Exclude<AccountChangeOutcome, 'lapsed'>,
): Promise<EventId> {
  await db.updateTable('accountChanges').set({ endedAt: by.now, outcome }).where('id', '=', change.id).execute()
  return recordEvent(db, by, {
    kind: `account_change_${outcome}`,
    ...aboutOwner(change.owner),
    data: changeData(change),
  })
}

/** What the history records of a change; addresses only in abbreviated form. */
export const changeData = ({ kind, oldEmail, newEmail }: Pick<LockedChange, 'kind' | 'oldEmail' | 'newEmail'>) => ({
  change: kind,
  ...(kind === 'email' && oldEmail && { from: maskEmail(oldEmail) }),
  ...(newEmail && { to: maskEmail(newEmail) }),
})

/** The administrator who acts; other actors have already been refused. */
export function administratorOf({ actor }: Ctx): AdminId {
  if (actor.kind !== 'staff') throw new Forbidden('staff')
  return actor.adminId
}
