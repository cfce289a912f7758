import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'

/**
 * For how long a change that its owner has stopped is shown to staff, in milliseconds; the history records it
 * permanently.
 */
const shownStoppedMs = 30 * 24 * 3_600_000

/**
 * Account changes that wait for the second administrator or for their 72 hours to pass, and those stopped by their
 * owners in the last 30 days; oldest first. Of these people, or of all accounts.
 */
export async function accountChanges(ctx: Ctx, people: readonly PersonId[] | 'all') {
  authorize(ctx.actor, 'account_change.see', null)
  const shown = ctx.db
    .selectFrom('account_changes as c')
    .leftJoin('people as p', 'p.id', 'c.person_id')
    .leftJoin('admins as a', 'a.id', 'c.admin_id')
    .innerJoin('admins as asked', 'asked.id', 'c.asked_by')
    .leftJoin('admins as confirmed', 'confirmed.id', 'c.confirmed_by')
    .select(['c.id', 'c.kind', 'c.person_id as personId', 'c.admin_id as adminId'])
    .select(({ fn }) => fn.coalesce('p.name', 'a.name').as('name'))
    .select(['c.new_email as to', 'c.reason', 'c.proof', 'c.asked_at as askedAt'])
    .select(['asked.id as askedBy', 'asked.name as askedByName', 'confirmed.name as confirmedByName'])
    .select(['c.takes_effect_at as takesEffectAt', 'c.ended_at as stoppedAt'])
    .where((is) =>
      is.or([
        is.and([
          is('c.ended_at', 'is', null),
          is.or([is('c.takes_effect_at', 'is not', null), is('c.expires_at', '>', ctx.now)]),
        ]),
        is.and([is('c.outcome', '=', 'stopped'), is('c.ended_at', '>', new Date(ctx.now.getTime() - shownStoppedMs))]),
      ]),
    )
    .orderBy('c.asked_at')
    .orderBy('c.id')
  if (people === 'all') return shown.execute()
  return shown.where('c.person_id', 'in', people.length > 0 ? people : [null]).execute()
}

export type AccountChange = Awaited<ReturnType<typeof accountChanges>>[number]
