import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'

/**
 * For how long a change that its owner has stopped is shown to staff, in milliseconds; the history records it
 * permanently.
 */
const shownStoppedMs = 30 * 24 * 3_600_000

/**
 * Account changes that wait for the second administrator or for their 72 hours to pass, and those stopped by their
 * owners in the last 30 days; oldest first. Of these people, or of all accounts.
 */
export const accountChanges = query('account_change.see', async (ctx: Ctx, people: readonly PersonId[] | 'all') => {
  authorize(ctx.actor, 'account_change.see', null)
  const shown = ctx.db
    .selectFrom('accountChanges as c')
    .leftJoin('people as p', 'p.id', 'c.personId')
    .leftJoin('admins as a', 'a.id', 'c.adminId')
    .innerJoin('admins as asked', 'asked.id', 'c.askedBy')
    .leftJoin('admins as confirmed', 'confirmed.id', 'c.confirmedBy')
    .select(['c.id', 'c.kind', 'c.personId', 'c.adminId'])
    .select(({ fn }) => fn.coalesce('p.name', 'a.name').as('name'))
    .select(['c.newEmail as to', 'c.reason', 'c.proof', 'c.askedAt'])
    .select(['asked.id as askedBy', 'asked.name as askedByName', 'confirmed.name as confirmedByName'])
    .select(['c.takesEffectAt', 'c.endedAt as stoppedAt'])
    .where((is) =>
      is.or([
        is.and([
          is('c.endedAt', 'is', null),
          is.or([is('c.takesEffectAt', 'is not', null), is('c.expiresAt', '>', ctx.now)]),
        ]),
        is.and([is('c.outcome', '=', 'stopped'), is('c.endedAt', '>', new Date(ctx.now.getTime() - shownStoppedMs))]),
      ]),
    )
    .orderBy('c.askedAt')
    .orderBy('c.id')
  if (people === 'all') return shown.execute()
  return shown.where('c.personId', 'in', people.length > 0 ? people : [null]).execute()
})

export type AccountChange = Awaited<ReturnType<typeof accountChanges>>[number]
