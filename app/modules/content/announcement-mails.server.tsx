import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { Email } from '#kernel/email.ts'
import type { Audience } from '#kernel/enums.ts'
import { Unauthenticated } from '#kernel/errors.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { notifyMany } from '#modules/notifications/notify.server.ts'
import { ourPage, ourSite } from '#modules/notifications/our-page.ts'
import { renderWords } from './render-page.server.ts'

type Parts = Omit<Ctx, 'actor'>

/** People per transaction: short enough that a withdrawal does not wait. */
const batch = 200

/** How long one round writes mails, in milliseconds; the next one, a minute later, continues. */
const roundMs = 40_000

/**
 * Sends every announcement that has begun and goes by mail, batch by batch: as a notification to everyone concerned,
 * and as a mail to those who want one. The key of the notification records who has received it, so a crash or
 * concurrent workers skip no one and send nothing twice. Suspended and closed people, and those whose address is not
 * proven, get nothing. Returns how many people were notified.
 */
export async function mailDueAnnouncements(parts: Parts, size = batch): Promise<number> {
  const started = performance.now()
  let queued = 0
  while (performance.now() - started < roundMs) {
    const sent = await mailNextBatch(parts, size)
    if (sent === null) break
    queued += sent
  }
  return queued
}

/** null if there is nothing left to do. */
const mailNextBatch = ({ db, now }: Parts, size: number): Promise<number | null> =>
  db.transaction().execute(async (db) => {
    const due = await db
      .selectFrom('announcements')
      .select(['id', 'audience', 'title', 'body'])
      .where('byMail', '=', true)
      .where('mailedAt', 'is', null)
      .where('withdrawnAt', 'is', null)
      .where('startsAt', '<=', now)
      .where((is) => is.or([is('endsAt', 'is', null), is('endsAt', '>', now)]))
      .orderBy('startsAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return null
    const keyFor = (personId: string) => `announcement:${due.id}:${personId}`
    const people = await ofAudience(reachable(db), due.audience)
      .where((is) =>
        is.not(
          is.exists(
            is
              .selectFrom('notifications')
              .select('notifications.id')
              .where('notifications.key', '=', sql<string>`${keyFor('')} || people.id`),
          ),
        ),
      )
      .orderBy('people.id')
      .limit(size)
      .execute()
    await notifyMany(db, now, {
      kind: announcement,
      data: { title: due.title, body: due.body },
      to: people.map(({ id, email }) => ({ key: keyFor(id), to: email as Email })),
    })
    if (people.length < size)
      await db.updateTable('announcements').set({ mailedAt: now }).where('id', '=', due.id).execute()
    return people.length
  })

/** Accounts that may be told something: open, not suspended, with a proven address. */
const reachable = (db: DbOrTx): People =>
  db
    .selectFrom('people')
    .select(['people.id', 'people.email'])
    .where('suspendedAt', 'is', null)
    .where('closedAt', 'is', null)
    .where('emailVerifiedAt', 'is not', null)

export type AudienceCounts = Record<Audience, number>

/** For staff: how many people an announcement to each audience would tell. */
export const audienceCounts = query('desk.see', async ({ actor, db }: Ctx): Promise<AudienceCounts> => {
  if (actor.kind === 'visitor') throw new Unauthenticated('announcements')
  seeOrNotFound(actor, 'desk.see', null)
  const count = async (audience: Audience) => {
    const told = ofAudience(reachable(db), audience).as('told')
    const { n } = await db
      .selectFrom(told)
      .select((is) => is.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  return {
    everybody: await count('everybody'),
    restaurants: await count('restaurants'),
    farms: await count('farms'),
  }
})

type People = SelectQueryBuilder<Database, 'people', Pick<Database['people'], 'id' | 'email'>>

/** Both sides: all accounts. One side: members of its organisations that are not closed. */
function ofAudience(people: People, audience: Audience): People {
  if (audience === 'everybody') return people
  return people.where((is) =>
    is.exists(
      audience === 'farms'
        ? is
            .selectFrom('memberships')
            .innerJoin('farms', 'farms.id', 'memberships.farmId')
            .select('memberships.id')
            .whereRef('memberships.personId', '=', 'people.id')
            .where('farms.status', '<>', 'closed')
        : is
            .selectFrom('memberships')
            .innerJoin('restaurants', 'restaurants.id', 'memberships.restaurantId')
            .select('memberships.id')
            .whereRef('memberships.personId', '=', 'people.id')
            .where('restaurants.status', '<>', 'closed'),
    ),
  )
}

/** Makes links to our own pages work in a mail as well. */
const withSite = (html: string) => html.replace(/ (href|src)="(?=[/#])/g, ` $1="${ourSite}`)

const announcement = notificationKind('announcement', {
  about: 'announcement',
  data: z.object({ title: z.string(), body: z.string() }),
  message: ({ title, body }) => ({
    title,
    summary: title,
    parts: [
      { html: () => withSite(renderWords(body)) },
      { button: 'お知らせを画面で確認する', to: ourPage('/announcements') },
      {
        text: [
          'このお知らせメールの配信を停止する場合は、',
          { link: 'マイ設定', to: ourPage('/profile#notices') },
          'の「お知らせの届け先」から変更できます。',
        ],
      },
    ],
  }),
  sample: {
    title: '年末年始の休業',
    body: '**12月29日**から**1月3日**まで休業します。[詳細](/restaurant/Guide)',
  },
})

export const announcementKinds = [announcement] as const
