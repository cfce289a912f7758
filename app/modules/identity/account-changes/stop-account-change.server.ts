import { authorize } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { requirePerson, requireSelf } from '#authorization/recent-auth.ts'
import type { AccountChangeKind } from '#kernel/enums.ts'
import { type AccountChangeId, parseId } from '#kernel/ids.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { query, repeatable, step } from '#modules/audit-log/use-case.server.ts'
import { linkLimit } from '../account-limits.ts'
import type { LinkRefusal } from '../change-email.server.ts'
import { inspectCode, useCode as spendCode } from '../one-time-code.server.ts'
import { waitAfter } from '../throttle.server.ts'
import { endChange, lockChange } from './account-change-store.server.ts'

/** A confirmed change that its owner can still stop. */
export type StoppableChange = { kind: AccountChangeKind; to: string | null; takesEffectAt: Date }

/**
 * Stops the change permanently, by the link in the mail to the old address and without signing in. The link works once,
 * until the change takes effect.
 */
export const stopAccountChange = step(
  'public',
  async (
    ctx: Ctx,
    { code, ip }: { code: string; ip: string | null },
  ): Promise<Result<{ kind: AccountChangeKind; ofStaff: boolean }, LinkRefusal>> => {
    const wait = await waitAfter(ctx, 'link-ip', ip, linkLimit)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    return ctx.db.transaction().execute(async (db) => {
      const id = changeIdIn(await inspectCode(db, ctx.now, 'stop_change', code))
      if (!id) return refuse('code_unusable')
      const change = await lockChange(db, id)
      if (change.endedAt || !(await spendCode(db, ctx.now, 'stop_change', code))) return refuse('code_unusable')
      await endChange(db, ctx, change, 'stopped')
      return ok({ kind: change.kind, ofStaff: 'adminId' in change.owner })
    })
  },
)

/**
 * The change that a link would stop, and the address that the link was sent to; null if there is nothing left to stop.
 */
export async function changeBehindLink(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  code: string,
): Promise<(StoppableChange & { email: string }) | null> {
  const found = await inspectCode(db, now, 'stop_change', code)
  const id = changeIdIn(found)
  const change = id && (await stoppable(db, now).where('id', '=', id).executeTakeFirst())
  return change && found?.email ? { ...shown(change), email: found.email } : null
}

/** The signed-in owner stops a change of their account; this requires no recent proof. */
export const stopOwnAccountChange = repeatable({
  name: 'account_change.stop',
  permission: 'account_change.stop',
  input: {},
  refusals: { codes: ['ended'], text: () => 'この変更は、すでに終了しています。' },
  run: async (ctx) => {
    const { personId } = requireSelf(ctx.actor)
    authorize(ctx.actor, 'account_change.stop', { personId })
    return ctx.db.transaction().execute(async (db) => {
      const open = await stoppable(db, ctx.now).where('personId', '=', personId).executeTakeFirst()
      if (!open) return refuse('ended')
      const change = await lockChange(db, open.id)
      if (change.endedAt) return refuse('ended')
      await endChange(db, ctx, change, 'stopped')
      return ok(null)
    })
  },
})

/** The pending change of the user's own account; null if there is none. */
export const ownAccountChange = query('own', async (ctx: Ctx): Promise<StoppableChange | null> => {
  const { personId } = requirePerson(ctx.actor)
  const change = await stoppable(ctx.db, ctx.now).where('personId', '=', personId).executeTakeFirst()
  return change ? shown(change) : null
})

const stoppable = (db: DbOrTx, now: Date) =>
  db
    .selectFrom('accountChanges')
    .select(['id', 'kind', 'newEmail', 'takesEffectAt'])
    .where('endedAt', 'is', null)
    .where('takesEffectAt', '>', now)
    .$narrowType<{ takesEffectAt: Date }>()

const shown = (change: { kind: AccountChangeKind; newEmail: string | null; takesEffectAt: Date }) => ({
  kind: change.kind,
  to: change.newEmail,
  takesEffectAt: change.takesEffectAt,
})

function changeIdIn(code: { data: Record<string, unknown> } | null): AccountChangeId | null {
  const id = code?.data.changeId
  return typeof id === 'string' ? parseId<'accountChange'>(id) : null
}
