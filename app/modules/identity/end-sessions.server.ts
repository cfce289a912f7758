import { z } from 'zod'
import { requireRecentAuthOfPerson } from '#authorization/authorize.ts'
import { requirePerson } from '#authorization/recent-auth.ts'
import { ok } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import { endKeys, KeysIn } from './access-keys.server.ts'
import { accessKeys } from './access-keys.ts'
import { tellFactorChange } from './factors/tell-factor-change.server.ts'
import { closeSessionsOf } from './session-store.server.ts'

/** Signs one of the user's own devices out; one that is already signed out is accepted. */
export const endOwnSession = repeatable({
  name: 'session.end',
  permission: 'own',
  input: { device: z.string() },
  refusals: noRefusals,
  run: async (ctx, { device }) => {
    const { personId } = requirePerson(ctx.actor)
    await ctx.db.transaction().execute(async (db) => {
      const gone = await db
        .deleteFrom('sessions')
        .where('idHash', '=', Buffer.from(device, 'base64url'))
        .where('personId', '=', personId)
        .executeTakeFirst()
      if (gone.numDeletedRows > 0n)
        await recordEvent(db, ctx, { kind: 'session_ended', aboutPersonId: personId, data: { count: 1 } })
    })
    return ok(null)
  },
})

/**
 * Signs the user out everywhere but here, and ends the named tokens, calendar feeds and passkeys. Returns how many
 * devices and keys that were. Passkeys are ended only in a session proved in the last ten minutes, and the address is
 * notified.
 */
export const endOtherSessions = repeatable({
  name: 'session.end_others',
  permission: 'own',
  input: { keys: KeysIn },
  refusals: noRefusals,
  run: async (ctx, { keys }) => {
    const { personId, session } = requirePerson(ctx.actor)
    if (keys.includes('passkeys')) requireRecentAuthOfPerson(ctx.actor, ctx.now)
    return ctx.db.transaction().execute(async (db) => {
      const devices = await closeSessionsOf(db, { personId }, session?.key)
      const ended = await endKeys(db, personId, keys)
      if (devices > 0 || accessKeys.some((key) => ended[key] > 0))
        await recordEvent(db, ctx, { kind: 'session_ended', aboutPersonId: personId, data: { count: devices, ended } })
      if (ended.passkeys > 0) {
        const event = await recordEvent(db, ctx, {
          kind: 'passkey_removed',
          aboutPersonId: personId,
          data: { count: ended.passkeys },
        })
        const detail = `${ended.passkeys}件すべて`
        await tellFactorChange(db, ctx.now, { personId }, { event, kind: 'passkey_removed', detail })
      }
      return ok({ devices, ended })
    })
  },
})
