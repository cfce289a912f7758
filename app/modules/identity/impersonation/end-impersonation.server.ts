import type { Actor } from '#authorization/actor.ts'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { ReauthRequired } from '#kernel/errors.ts'
import { ok } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import { endImpersonationsOf } from './begin-impersonation.server.ts'

/** Staff end every view of this session. Returns whose pages it was; null if it had already ended. */
export const endImpersonation = repeatable({
  name: 'person.end_view',
  permission: 'members.see',
  input: {},
  refusals: noRefusals,
  run: async (ctx) => {
    authorize(ctx.actor, 'members.see', null)
    if (ctx.actor.kind !== 'staff' || !ctx.actor.session) throw new ReauthRequired('person.view')
    const { key } = ctx.actor.session
    const [personId] = await ctx.db.transaction().execute((db) => endImpersonationsOf(db, ctx, { sessionKey: key }))
    return ok(personId ?? null)
  },
})

const system: Actor = { kind: 'system' }

/**
 * Records the end of views that were not ended explicitly: their time was up, or the session of the viewer was over.
 */
export async function endOldImpersonations({ db, now }: Omit<Ctx, 'actor'>): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('impersonations')
      .set({ endedAt: now })
      .where('endedAt', 'is', null)
      .where((is) => is.or([is('until', '<=', now), is('sessionHash', 'is', null)]))
      .returning(['personId', 'adminId', 'sessionHash'])
      .execute()
    for (const { personId, adminId, sessionHash } of ended)
      await recordEvent(
        tx,
        { actor: system, now },
        {
          kind: 'view_ended',
          aboutPersonId: personId,
          aboutAdminId: adminId,
          data: { how: sessionHash ? 'time' : 'signed_out' },
        },
      )
    return ended.length || null
  })
}
