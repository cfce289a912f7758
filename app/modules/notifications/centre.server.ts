import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { requirePerson, requireSelf } from '#authorization/recent-auth.ts'
import type { NotificationId, PersonId } from '#kernel/ids.ts'
import type { NotificationTopic } from '#kernel/notification-enums.ts'
import { ok } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'

export type CentreNotification = {
  id: NotificationId
  kind: NotificationTopic
  title: string
  body: string
  path: string
  createdAt: Date
  unread: boolean
}

export type CentrePage = {
  notifications: CentreNotification[]
  /** Continue after this one, from the previous page; null if there are no more. */
  next: { createdAt: Date; id: NotificationId } | null
}

const pageLength = 30

/** A person's notifications, newest first; optionally only the unread ones. */
export const ownNotifications = query(
  'own',
  async (
    ctx,
    {
      unread = false,
      after,
      limit = pageLength,
    }: { unread?: boolean; after?: CentrePage['next']; limit?: number } = {},
  ): Promise<CentrePage> => {
    const { personId } = requirePerson(ctx.actor)
    let rows = ctx.db
      .selectFrom('notifications')
      .select(['id', 'kind', 'title', 'body', 'path', 'createdAt', 'readAt'])
      .where('personId', '=', personId)
    if (unread) rows = rows.where('readAt', 'is', null)
    if (after) rows = rows.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`)
    const found = await rows
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    const notifications = found.slice(0, limit).map(({ readAt, ...notice }) => ({ ...notice, unread: readAt === null }))
    const last = notifications.at(-1)
    return { notifications, next: found.length > limit && last ? { createdAt: last.createdAt, id: last.id } : null }
  },
)

/** Counting stops here: the bell says 99+. */
export const mostCounted = 100

/** How many notifications are unread, as part of a query that a layout sends anyway. */
export const unreadNotifications = (personId: PersonId): RawBuilder<number> => sql<number>`
  (select count(*)::int from (select from notifications n where n.person_id = ${personId} and n.read_at is null
     limit ${mostCounted}) unread)`

export const unreadCount = query('public', async (ctx): Promise<number> => {
  if (!('personId' in ctx.actor)) return 0
  const { rows } = await sql<{ n: number }>`select ${unreadNotifications(ctx.actor.personId)} as n`.execute(ctx.db)
  return rows[0]?.n ?? 0
})

/** Marks the notification with this key as read: its content was seen elsewhere. */
export async function readNotification({ db, now }: Pick<Ctx, 'db' | 'now'>, key: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ readAt: now })
    .where('key', '=', key)
    .where('readAt', 'is', null)
    .execute()
}

/** Marks the notifications about something as read when its page is opened. Part of that transaction. */
export async function readNotificationsOf(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { personId, path }: { personId: PersonId; path: string },
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ readAt: now })
    .where('personId', '=', personId)
    .where('readAt', 'is', null)
    .where('path', '=', path)
    .execute()
}

/** Opens one of the user's own notifications: says where it leads; null if it does not exist. */
export const openNotification = repeatable({
  name: 'notification.open',
  permission: 'own',
  input: { id: IdOf<'notification'>('お知らせ') },
  refusals: noRefusals,
  run: async (ctx, { id }) => {
    const { personId } = requireSelf(ctx.actor)
    const opened = await ctx.db
      .updateTable('notifications')
      .set((is) => ({ readAt: is.fn.coalesce('readAt', is.val(ctx.now)) }))
      .where('id', '=', id)
      .where('personId', '=', personId)
      .returning('path')
      .executeTakeFirst()
    return ok(opened?.path ?? null)
  },
})

/**
 * Marks a person's notifications as read, up to the newest on their page (`upTo`): later ones stay unread. Returns how
 * many.
 */
export const readNotices = repeatable({
  name: 'notification.read',
  permission: 'own',
  input: {
    ids: z.array(IdOf<'notification'>('お知らせ')).max(200).optional(),
    upTo: z.iso
      .datetime({ error: '時刻は ISO 8601 で入力してください。' })
      .transform((text) => new Date(text))
      .optional(),
  },
  refusals: noRefusals,
  run: async (ctx, { ids, upTo = ctx.now }) => {
    const { personId } = requireSelf(ctx.actor)
    if (ids?.length === 0) return ok(0)
    let unread = ctx.db
      .updateTable('notifications')
      .set({ readAt: ctx.now })
      .where('personId', '=', personId)
      .where('readAt', 'is', null)
      .where('createdAt', '<=', upTo)
    if (ids) unread = unread.where('id', 'in', ids)
    const read = await unread.executeTakeFirst()
    return ok(Number(read.numUpdatedRows))
  },
})
