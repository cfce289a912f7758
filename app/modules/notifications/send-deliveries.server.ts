import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Carried, Channel, Channels, Outgoing } from '#kernel/channel.ts'
import type { AnswerLinkId, NotificationAddressId, NotificationDeliveryId, OrderId } from '#kernel/ids.ts'
import {
  type NotificationTopic,
  type PushKeys,
  type RingingChannel,
  ringingChannels,
} from '#kernel/notification-enums.ts'
import { urgentKinds } from './notification-topics.ts'
import { ringsAt } from './quiet-hours.ts'
import { reasonText } from './reason-text.ts'
import { retryMinutes } from './retry-minutes.ts'

type System = Omit<Ctx, 'actor'> & {
  /** Our origin. */
  site: string
  /** The token in the address of an answer link. */
  sign(link: AnswerLinkId): string
  /** Renders the sheet of a fax. */
  sheetOf(notice: ForSheet): Promise<Uint8Array>
}

/** What a sheet is made of: the text, and the order that it is about. */
export type ForSheet = { title: string; body: string; orderId: OrderId | null; answerAddress: string | null }

export type Delivered = { sent: number; failed: number; dropped: number }

/** How many one worker claims in one statement; they are sent concurrently, as far as the channel allows. */
const batch = 100
const roundMs = 50_000

/**
 * Sends what is due through its channels. A worker claims deliveries by postponing their next attempt, skipping those
 * that another worker is claiming, and calls the other side with nothing locked. If a process dies, its deliveries are
 * retried under the same id, by which the other side recognises duplicates. The channels run concurrently, so that a
 * fax service that does not answer does not delay push. `forMs`: after which nothing more is sent.
 */
export async function sendDueDeliveries(system: System, channels: Channels, forMs = roundMs): Promise<Delivered> {
  await waitForMorning(system)
  const done: Delivered = { sent: 0, failed: 0, dropped: await dropUseless(system) }
  const until = performance.now() + forMs
  await Promise.all(
    ringingChannels.map(async (name) => {
      const channel = channels[name]
      while (channel && performance.now() < until) {
        const claimed = await claim(system, name)
        if (claimed.length === 0) break
        await carryAll(system, { channel, until }, claimed, done)
      }
    }),
  )
  return done
}

/**
 * Late deliveries respect quiet hours, too: a retry of what failed in the evening, or what waited for an absent worker.
 */
async function waitForMorning({ db, now }: System): Promise<void> {
  const due = db
    .selectFrom('notification_deliveries as d')
    .innerJoin('notifications as n', 'n.id', 'd.notification_id')
    .innerJoin('people as p', 'p.id', 'n.person_id')
    .where('d.due_at', '<=', now)
    .where('d.channel', '<>', 'mail')
    .where('n.kind', 'not in', urgentKinds)
  const nights = await due.select(['p.quiet_from as from', 'p.quiet_until as until']).distinct().execute()
  for (const { from, until } of nights) {
    const morning = ringsAt(now, { from, until })
    if (morning <= now) continue
    const waiting = due.select('d.id').where('p.quiet_from', '=', from).where('p.quiet_until', '=', until)
    await db
      .updateTable('notification_deliveries')
      .set({ due_at: morning })
      .where('id', 'in', waiting.orderBy('d.id').forUpdate('d').skipLocked())
      .execute()
  }
}

/** Drops what is no longer useful, and what has no reachable receiver. */
async function dropUseless({ db, now }: System): Promise<number> {
  const dropped = await db
    .updateTable('notification_deliveries as d')
    .from('notifications as n')
    .set({ dropped_at: now, due_at: null })
    .whereRef('n.id', '=', 'd.notification_id')
    .where('d.due_at', '<=', now)
    .where('d.channel', '<>', 'mail')
    .where((is) =>
      is.or([
        is('n.useful_until', '<=', now),
        is.exists(
          is
            .selectFrom('notification_addresses as a')
            .select('a.id')
            .whereRef('a.id', '=', 'd.address_id')
            .where('a.ended_at', 'is not', null),
        ),
      ]),
    )
    .executeTakeFirst()
  return Number(dropped.numUpdatedRows)
}

type Claimed = {
  id: NotificationDeliveryId
  tries: number
  address_id: NotificationAddressId
  address: string
  keys: PushKeys | null
  kind: NotificationTopic
  title: string
  body: string
  path: string
  order_id: OrderId | null
  answer_link_id: AnswerLinkId | null
  useful_until: Date | null
}

async function claim({ db, now }: System, channel: RingingChannel): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select id from notification_deliveries
       where due_at <= ${now} and channel = ${channel}
       order by due_at, id limit ${batch}
         for update skip locked
    ), claimed as (
      update notification_deliveries d
         set tries = d.tries + 1,
             due_at = ${now}::timestamptz + make_interval(mins =>
               (${[...retryMinutes]}::int[])[least(d.tries + 1, ${retryMinutes.length}::int)])
        from due where d.id = due.id
      returning d.id, d.tries, d.notification_id, d.address_id
    )
    select c.id, c.tries, c.address_id, a.address, a.keys, n.kind, n.title, n.body, n.path, n.order_id, n.answer_link_id,
           n.useful_until
      from claimed c
      join notifications n on n.id = c.notification_id
      join notification_addresses a on a.id = c.address_id`.execute(db)
  return rows
}

/**
 * Sends concurrently as far as the channel allows; the results are written in one statement. What is left at the end of
 * the round is released for the next one, without losing an attempt.
 */
async function carryAll(
  system: System,
  { channel, until }: { channel: Channel; until: number },
  claimed: readonly Claimed[],
  done: Delivered,
): Promise<void> {
  const waiting = [...claimed]
  const ends: End[] = []
  const carrier = async () => {
    while (performance.now() < until) {
      const next = waiting.shift()
      if (!next) break
      ends.push(await carry(system, channel, next))
    }
  }
  await Promise.all(Array.from({ length: Math.min(channel.atOnce, claimed.length) }, carrier))
  await giveBack(system, waiting)
  await settle(system, ends)
  for (const { end } of ends) done[end === 'sent' ? 'sent' : 'failed'] += 1
}

async function giveBack({ db, now }: System, untried: readonly Claimed[]): Promise<void> {
  if (untried.length === 0) return
  await db
    .updateTable('notification_deliveries')
    .set({ due_at: now, tries: sql`tries - 1` })
    .where(
      'id',
      'in',
      untried.map(({ id }) => id),
    )
    .where('due_at', 'is not', null)
    .where('tries', '>', 0)
    .execute()
}

type End = {
  id: NotificationDeliveryId
  address_id: NotificationAddressId
  end: Carried['end'] | 'again' | 'gave_up'
  error: string | null
}

async function carry(system: System, channel: Channel, it: Claimed): Promise<End> {
  const about = { id: it.id, address_id: it.address_id }
  try {
    const message = outgoing(system, it)
    // rendering takes a tenth of a second of CPU: only if it is really sent
    const drawn = channel.name === 'fax' && channel.kind === 'http'
    const sheet = drawn ? await system.sheetOf(forSheet(message, it)) : null
    const carried = await channel.send({ ...message, sheet })
    return { ...about, end: carried.end, error: carried.end === 'sent' ? null : reasonText(carried.reason) }
  } catch (error) {
    return { ...about, end: it.tries > retryMinutes.length ? 'gave_up' : 'again', error: reasonText(error) }
  }
}

const forSheet = ({ title, body, answer }: Unsheeted, { order_id }: Claimed): ForSheet => ({
  title,
  body,
  orderId: order_id,
  answerAddress: answer === null ? null : answer.address,
})

type Unsheeted = Omit<Outgoing, 'sheet'>

function outgoing({ now, site, sign }: System, it: Claimed): Unsheeted {
  const token = it.answer_link_id && sign(it.answer_link_id)
  return {
    id: it.id,
    to: it.address,
    keys: it.keys,
    kind: it.kind,
    title: it.title,
    body: it.body,
    address: site + it.path,
    answer: token ? { address: `${site}/a/${token}`, token } : null,
    usefulForSeconds: it.useful_until && Math.max(0, Math.round((it.useful_until.getTime() - now.getTime()) / 1000)),
  }
}

/** A result is final: a later one (`due_at` is null then) changes nothing. */
async function settle({ db, now }: System, ends: readonly End[]): Promise<void> {
  await sql`
    update notification_deliveries d
       set due_at = case when e.ending = 'again' then d.due_at end,
           sent_at = case when e.ending = 'sent' then ${now}::timestamptz end,
           failed_at = case when e.ending in ('refused', 'gone', 'gave_up') then ${now}::timestamptz end,
           last_error = e.error
      from unnest(${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ end }) => end)}::text[],
                  ${ends.map(({ error }) => error)}::text[]) as e (id, ending, error)
     where d.id = e.id and d.due_at is not null`.execute(db)
  const gone = ends.filter(({ end }) => end === 'gone')
  if (gone.length === 0) return
  await db
    .updateTable('notification_addresses')
    .set({ ended_at: now, end_reason: gone[0]?.error ?? null })
    .where(
      'id',
      'in',
      gone.map(({ address_id }) => address_id),
    )
    .where('ended_at', 'is', null)
    .execute()
}

/** Deletes notifications after half a year, read or unread. */
export async function forgetOldNotifications({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = new Date(now.getTime() - 180 * 24 * 3_600_000)
  const gone = await db.deleteFrom('notifications').where('created_at', '<', before).executeTakeFirst()
  await db.deleteFrom('line_codes').where('expires_at', '<', now).execute()
  return Number(gone.numDeletedRows)
}
