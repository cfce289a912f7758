import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { authorizeProven } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { homeOfSide } from '#authorization/home-of.ts'
import { NotFound, ReauthRequired } from '#kernel/errors.ts'
import { type ImpersonationId, type MembershipId, newId, type PersonId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { impersonationLifeMs } from '../session.ts'
import { hashOf } from '../session-store.server.ts'
import { impersonationRefusals } from './impersonation-labels.ts'

/**
 * Lets a member of staff view a person's pages, read-only, and returns where they begin. The view belongs to the
 * session it was begun in. Never for administrators: they have no such pages, and a person who is also one is excluded.
 */
export const beginImpersonation = repeatable({
  name: 'person.view',
  permission: 'person.view',
  input: {
    personId: IdOf<'person'>('会員'),
    membershipId: IdOf<'membership'>('所属').nullable().default(null),
    reason: z.string().default(''),
  },
  refusals: impersonationRefusals,
  run: async (ctx, { personId, membershipId, reason }) => {
    authorizeProven(ctx, 'person.view', null)
    if (ctx.actor.kind !== 'staff' || !ctx.actor.session) throw new ReauthRequired('person.view')
    const { adminId, session } = ctx.actor
    const why = reason.trim().slice(0, 400)
    if (why === '') return refuse('reason_missing')
    return ctx.db.transaction().execute(async (db) => {
      const person = await viewedPerson(db, personId, membershipId)
      if (person.isAdmin) return refuse('administrator')
      if (person.suspendedAt || person.closedAt) return refuse('not_active')
      await endImpersonationsOf(db, ctx, { sessionKey: session.key })
      const token = randomBytes(32).toString('base64url')
      const until = new Date(ctx.now.getTime() + impersonationLifeMs)
      await db
        .insertInto('impersonations')
        .values({
          id: newId<'impersonation'>(),
          hash: hashOf(token),
          sessionHash: Buffer.from(session.key, 'base64url'),
          adminId,
          personId,
          membershipId,
          reason: why,
          beganAt: ctx.now,
          until,
          endedAt: null,
          lastPath: null,
        })
        .execute()
      await recordEvent(db, ctx, { kind: 'view_began', aboutPersonId: personId, reason: why })
      const home = person.restaurantId ? homeOfSide.restaurant : person.farmId ? homeOfSide.farm : '/profile'
      return ok({ token, home, name: person.name })
    })
  },
})

async function viewedPerson(db: DbOrTx, personId: PersonId, membershipId: MembershipId | null) {
  return db
    .selectFrom('people')
    .leftJoin('memberships', (on) =>
      on.onRef('memberships.personId', '=', 'people.id').on('memberships.id', '=', membershipId),
    )
    .select(['people.name', 'suspendedAt', 'closedAt', 'farmId', 'restaurantId'])
    .select((is) =>
      is.exists(is.selectFrom('admins').select('id').whereRef('admins.email', '=', 'people.email')).as('isAdmin'),
    )
    .where('people.id', '=', personId)
    .where((is) => (membershipId ? is('memberships.id', 'is not', null) : is.lit(true)))
    .executeTakeFirstOrThrow(() => new NotFound('person'))
}

/** Ends the views of a session, or one view by its id, and records the end. */
export async function endImpersonationsOf(
  db: DbOrTx,
  by: Pick<Ctx, 'actor' | 'now'>,
  which: { sessionKey: string } | { impersonationId: ImpersonationId },
): Promise<PersonId[]> {
  const ended = await db
    .updateTable('impersonations')
    .set({ endedAt: by.now })
    .where('endedAt', 'is', null)
    .where((is) =>
      'impersonationId' in which
        ? is('id', '=', which.impersonationId)
        : is('sessionHash', '=', Buffer.from(which.sessionKey, 'base64url')),
    )
    .returning('personId')
    .execute()
  for (const { personId } of ended)
    await recordEvent(db, by, { kind: 'view_ended', aboutPersonId: personId, data: { how: 'pressed' } })
  return ended.map(({ personId }) => personId)
}
