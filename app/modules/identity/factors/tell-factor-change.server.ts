import type { DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { formatMoment } from '#kernel/format.ts'
import type { EventId } from '#kernel/ids.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { factorChanges } from './factor-mail.server.tsx'
import type { FactorOwner } from './factor-owner.ts'

type Change = { event: EventId; kind: keyof typeof factorChanges; detail?: string }

/** Notifies the owner by mail, in the transaction of the change; once per history event. */
export async function tellFactorChange(
  db: DbOrTx,
  now: Date,
  owner: FactorOwner,
  { event, kind, detail }: Change,
): Promise<void> {
  const account =
    'personId' in owner
      ? await db.selectFrom('people').select(['name', 'email']).where('id', '=', owner.personId).executeTakeFirst()
      : await db.selectFrom('admins').select(['name', 'email']).where('id', '=', owner.adminId).executeTakeFirst()
  // a user without an address sees it in their own settings
  if (!account?.email) return
  await notify(db, now, {
    key: `factor:${event}`,
    kind: factorChanges[kind],
    to: account.email as Email,
    data: { name: account.name, when: formatMoment(now), detail: detail ?? null },
  })
}
