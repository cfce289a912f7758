import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#authorization/actor.ts'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Audience } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { AnnouncementId, PersonId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { announcementState } from './announcement.ts'
import { renderWords } from './render-page.server.ts'

/** The content of the bar: the newest one that the person has not closed, and the number of others. */
export type UnreadAnnouncement = { id: AnnouncementId; title: string; more: number }

/** Which announcements are for whom. */
export const audiencesOf = (kind: Actor['kind']): readonly Audience[] => {
  if (kind === 'buyer') return ['everybody', 'restaurants']
  return kind === 'farm' ? ['everybody', 'farms'] : ['everybody']
}

/**
 * The bar of one person, as part of a query that a layout sends anyway: null if they have closed everything that is
 * currently shown.
 */
export const unreadAnnouncement = (
  personId: PersonId,
  kind: Actor['kind'],
  now: Date,
): RawBuilder<UnreadAnnouncement | null> => sql<UnreadAnnouncement | null>`
  (select json_build_object('id', (array_agg(a.id order by a.starts_at desc, a.id))[1],
                            'title', (array_agg(a.title order by a.starts_at desc, a.id))[1],
                            'more', count(*)::int - 1)
     from announcements a
    where a.withdrawn_at is null and a.starts_at <= ${now} and (a.ends_at is null or a.ends_at > ${now})
      and a.audience in (${sql.join(audiencesOf(kind))})
      and not exists (select from announcement_readings r
                       where r.announcement_id = a.id and r.person_id = ${personId})
   having count(*) > 0)`

/** The same for pages whose frame queries nothing else: one query for members, none for others. */
export const ownUnreadAnnouncement = query(
  'public',
  async ({ actor, db, now }: Ctx): Promise<UnreadAnnouncement | null> => {
    if (!('personId' in actor)) return null
    const { rows } = await sql<{ it: UnreadAnnouncement | null }>`
    select ${unreadAnnouncement(actor.personId, actor.kind, now)} as it`.execute(db)
    return rows[0]?.it ?? null
  },
)

/** A member's announcements, newest first: current and past ones, without withdrawn ones. */
export async function ownAnnouncements(ctx: Ctx) {
  const { actor, db, now } = ctx
  authorize(actor, 'announcement.read', null)
  if (!('personId' in actor)) return []
  const { personId } = actor
  const rows = await db
    .selectFrom('announcements')
    .leftJoin('announcementReadings as r', (join) =>
      join.onRef('r.announcementId', '=', 'announcements.id').on('r.personId', '=', personId),
    )
    .select(['id', 'title', 'body', 'startsAt', 'endsAt', 'r.at as readAt'])
    .where('withdrawnAt', 'is', null)
    .where('startsAt', '<=', now)
    .where('audience', 'in', audiencesOf(actor.kind))
    .orderBy('startsAt', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()
  return rows.map(({ body, ...row }) => {
    const state = announcementState({ ...row, withdrawnAt: null }, now)
    return { ...row, html: renderWords(body), state, unread: state === 'shown' && row.readAt === null }
  })
}
export type OwnAnnouncement = Awaited<ReturnType<typeof ownAnnouncements>>[number]

/** The hundred newest for staff, by their beginning, each with how many people have closed its bar. */
export async function announcementsForStaff(ctx: Ctx) {
  requireStaff(ctx.actor)
  const rows = await ctx.db
    .selectFrom('announcements as a')
    .innerJoin('admins', 'admins.id', 'a.createdBy')
    .select([
      'a.id',
      'a.audience',
      'a.title',
      'a.byMail',
      'a.startsAt',
      'a.endsAt',
      'a.withdrawnAt',
      'a.mailedAt',
      'admins.name as author',
      sql<number>`(select count(*)::int from announcement_readings r where r.announcement_id = a.id)`.as('closedBy'),
    ])
    .orderBy('a.startsAt', 'desc')
    .orderBy('a.id')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, state: announcementState(row, ctx.now) }))
}
export type ListedAnnouncement = Awaited<ReturnType<typeof announcementsForStaff>>[number]

/** One for staff, with its text. */
export async function announcementForStaff(ctx: Ctx, id: AnnouncementId) {
  requireStaff(ctx.actor)
  const row = await ctx.db
    .selectFrom('announcements')
    .select(['id', 'version', 'audience', 'title', 'body', 'byMail', 'startsAt', 'endsAt', 'withdrawnAt', 'mailedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new NotFound('announcement'))
  return { ...row, state: announcementState(row, ctx.now) }
}

/** For an account that is being removed. */
export async function forgetReadings(db: DbOrTx, personId: PersonId): Promise<void> {
  await db.deleteFrom('announcementReadings').where('personId', '=', personId).execute()
}

function requireStaff(actor: Actor): void {
  if (actor.kind === 'visitor') throw new Unauthenticated('announcements')
  seeOrNotFound(actor, 'desk.see', null)
}
