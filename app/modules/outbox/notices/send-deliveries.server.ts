import { sql } from 'kysely'
import type { Ctx } from '#access/ctx.ts'
import type { Carried, Channel, Channels, Outgoing } from '#kernel/channel.ts'
import type { AnswerLinkId, NoticeAddressId, NoticeDeliveryId, OrderId } from '#kernel/ids.ts'
import { type NoticeKind, type PushKeys, type RingingChannel, ringingChannels } from '#kernel/notice-words.ts'
import { reasonText } from '../reason-text.ts'
import { retryMinutes } from '../retry-minutes.ts'
import { urgentKinds } from './notice-kinds.ts'
import { ringsAt } from './quiet-hours.ts'

type System = Omit<Ctx, 'actor'> & {
  /** Where our pages are. */
  site: string
  /** The address of an answer without signing in, as a token. */
  sign(link: AnswerLinkId): string
  /** What is written on the sheet of a fax. */
  sheetOf(notice: ForSheet): Promise<Uint8Array>
}

/** What a sheet is made of: the words, and the order that they are about. */
export type ForSheet = { title: string; body: string; orderId: OrderId | null; answerAddress: string | null }

export type Delivered = { sent: number; failed: number; dropped: number }

/** How many one worker claims in one statement; they are on their way at the same time, as many as the channel bears. */
const batch = 100
const roundMs = 50_000

/**
 * Carries what is due to where it rings. A worker claims some by moving their next try ahead, passing over those that
 * another is claiming, and talks to the other side with nothing locked. A process that dies in the middle leaves them to
 * their next try, under the same id, by which the other side knows what it has had. The channels work beside each other, so
 * that a fax service that does not answer holds up no push. `forMs`: after which nothing more is sent out.
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
 * What comes late does not ring at night either: the next try of something that could not be carried in the evening, or what
 * waited for a worker that was away.
 */
async function waitForMorning({ db, now }: System): Promise<void> {
  const due = db
    .selectFrom('notice_deliveries as d')
    .innerJoin('notices as n', 'n.id', 'd.notice_id')
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
      .updateTable('notice_deliveries')
      .set({ due_at: morning })
      .where('id', 'in', waiting.orderBy('d.id').forUpdate('d').skipLocked())
      .execute()
  }
}

/** What is of no use any more does not ring; nor does what was for somebody who is not there. */
async function dropUseless({ db, now }: System): Promise<number> {
  const dropped = await db
    .updateTable('notice_deliveries as d')
    .from('notices as n')
    .set({ dropped_at: now, due_at: null })
    .whereRef('n.id', '=', 'd.notice_id')
    .where('d.due_at', '<=', now)
    .where('d.channel', '<>', 'mail')
    .where((is) =>
      is.or([
        is('n.useful_until', '<=', now),
        is.exists(
          is
            .selectFrom('notice_addresses as a')
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
  id: NoticeDeliveryId
  tries: number
  address_id: NoticeAddressId
  address: string
  keys: PushKeys | null
  kind: NoticeKind
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
      select id from notice_deliveries
       where due_at <= ${now} and channel = ${channel}
       order by due_at, id limit ${batch}
         for update skip locked
    ), claimed as (
      update notice_deliveries d
         set tries = d.tries + 1,
             due_at = ${now}::timestamptz + make_interval(mins =>
               (${[...retryMinutes]}::int[])[least(d.tries + 1, ${retryMinutes.length}::int)])
        from due where d.id = due.id
      returning d.id, d.tries, d.notice_id, d.address_id
    )
    select c.id, c.tries, c.address_id, a.address, a.keys, n.kind, n.title, n.body, n.path, n.order_id, n.answer_link_id,
           n.useful_until
      from claimed c
      join notices n on n.id = c.notice_id
      join notice_addresses a on a.id = c.address_id`.execute(db)
  return rows
}

/**
 * As many at the same time as the channel bears; what came of them is written in one statement. For what is left when the
 * round is over the next one comes at once: it has lost no try.
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
    .updateTable('notice_deliveries')
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
  id: NoticeDeliveryId
  address_id: NoticeAddressId
  end: Carried['end'] | 'again' | 'gave_up'
  error: string | null
}

async function carry(system: System, channel: Channel, it: Claimed): Promise<End> {
  const about = { id: it.id, address_id: it.address_id }
  try {
    const message = outgoing(system, it)
    // drawing one takes a tenth of a second of the machine: not for nobody
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

/** An end is final: whoever comes late with another result (`due_at` is null then) changes nothing. */
async function settle({ db, now }: System, ends: readonly End[]): Promise<void> {
  await sql`
    update notice_deliveries d
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
    .updateTable('notice_addresses')
    .set({ ended_at: now, end_reason: gone[0]?.error ?? null })
    .where(
      'id',
      'in',
      gone.map(({ address_id }) => address_id),
    )
    .where('ended_at', 'is', null)
    .execute()
}

/** Half a year later nobody looks for what they were told; what was never read goes as well. */
export async function forgetOldNotices({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = new Date(now.getTime() - 180 * 24 * 3_600_000)
  const gone = await db.deleteFrom('notices').where('created_at', '<', before).executeTakeFirst()
  await db.deleteFrom('line_codes').where('expires_at', '<', now).execute()
  return Number(gone.numDeletedRows)
}
