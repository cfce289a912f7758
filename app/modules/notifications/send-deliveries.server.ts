import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Carried, Channel, Outgoing } from '#kernel/channel.ts'
import type { AnswerLinkId, NotificationAddressId, NotificationDeliveryId, OrderId } from '#kernel/ids.ts'
import type { MinuteOfDay } from '#kernel/jst.ts'
import type { NotificationTopic, PushKeys } from '#kernel/notification-enums.ts'
import { type JobEnd, type QueueJob, skipped } from '#kernel/queue-job.ts'
import { notificationTopics } from './notification-topics.ts'
import { ringsAt } from './quiet-hours.ts'
import { reasonText } from './reason-text.ts'

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

/**
 * Sends notifications through a channel, concurrently as far as it allows, with nothing locked. If a process dies, its
 * deliveries are retried under the same id, by which the other side recognises duplicates. What has become useless is
 * dropped; what would ring in the recipient's night, because it is late, waits for the morning and loses no try.
 */
export async function sendDeliveries(system: System, channel: Channel, jobs: readonly QueueJob[]): Promise<JobEnd[]> {
  const found = await waiting(
    system,
    jobs.map(({ id }) => id as NotificationDeliveryId),
  )
  const { useless = [], later = [], now = [] } = Object.groupBy(found, (it) => whenToSend(system.now, it))
  await drop(system, useless)
  await waitForMorning(system, later)
  const tries = new Map<string, number>(jobs.map(({ id, retryCount }) => [id, retryCount + 1]))
  const results = await sendAll(
    system,
    channel,
    now.map((it) => ({ ...it, tries: tries.get(it.id) ?? 1 })),
  )
  await settle(system, results)
  const ends = [
    ...results.map(endOf),
    ...useless.map(({ id }) => skipped(id, 'useless')),
    ...later.map(({ id }) => skipped(id, 'later')),
  ]
  return jobs.map(({ id }) => ends.find((end) => end.id === id) ?? skipped(id, 'over'))
}

type Waiting = {
  id: NotificationDeliveryId
  addressId: NotificationAddressId
  address: string
  keys: PushKeys | null
  gone: boolean
  kind: NotificationTopic
  title: string
  body: string
  path: string
  orderId: OrderId | null
  answerLinkId: AnswerLinkId | null
  usefulUntil: Date | null
  quietFrom: MinuteOfDay
  quietUntil: MinuteOfDay
}

const waiting = ({ db }: System, ids: readonly NotificationDeliveryId[]): Promise<Waiting[]> =>
  db
    .selectFrom('notificationDeliveries as d')
    .innerJoin('notifications as n', 'n.id', 'd.notificationId')
    .innerJoin('people as p', 'p.id', 'n.personId')
    .innerJoin('notificationAddresses as a', 'a.id', 'd.addressId')
    .select(['d.id', 'a.id as addressId', 'a.address', 'a.keys', 'n.kind', 'n.title', 'n.body', 'n.path'])
    .select(['n.orderId', 'n.answerLinkId', 'n.usefulUntil', 'p.quietFrom', 'p.quietUntil'])
    .select((is) => is('a.endedAt', 'is not', null).$castTo<boolean>().as('gone'))
    .where('d.id', 'in', ids)
    .where('d.dueAt', 'is not', null)
    .execute()

const morningOf = (now: Date, { quietFrom, quietUntil }: Waiting) =>
  ringsAt(now, { from: quietFrom, until: quietUntil })

function whenToSend(now: Date, it: Waiting): 'now' | 'later' | 'useless' {
  if (it.gone || (it.usefulUntil && it.usefulUntil <= now)) return 'useless'
  return !notificationTopics[it.kind].urgent && morningOf(now, it) > now ? 'later' : 'now'
}

async function drop({ db, now }: System, useless: readonly Waiting[]): Promise<void> {
  if (useless.length === 0) return
  await db
    .updateTable('notificationDeliveries')
    .set({ droppedAt: now, dueAt: null })
    .where(
      'id',
      'in',
      useless.map(({ id }) => id),
    )
    .where('dueAt', 'is not', null)
    .execute()
}

/** Their jobs begin anew when they are due. */
async function waitForMorning({ db, now }: System, late: readonly Waiting[]): Promise<void> {
  if (late.length === 0) return
  await sql`
    update notification_deliveries d set due_at = m.at
      from unnest(${late.map(({ id }) => id)}::uuid[], ${late.map((it) => morningOf(now, it))}::timestamptz[]) as m (id, at)
     where d.id = m.id and d.due_at is not null`.execute(db)
}

type Attempt = Waiting & { tries: number }

type Result = Pick<Attempt, 'id' | 'addressId' | 'tries'> & { end: Carried['end'] | 'again'; error: string | null }

async function sendAll(system: System, channel: Channel, attempts: readonly Attempt[]): Promise<Result[]> {
  const queue = [...attempts]
  const results: Result[] = []
  const sender = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results.push(await send(system, channel, next))
  }
  await Promise.all(Array.from({ length: Math.min(channel.atOnce, attempts.length) }, sender))
  return results
}

async function send(system: System, channel: Channel, it: Attempt): Promise<Result> {
  const about = { id: it.id, addressId: it.addressId, tries: it.tries }
  try {
    const message = outgoing(system, it)
    // rendering takes a tenth of a second of CPU: only if it is really sent
    const drawn = channel.name === 'fax' && channel.kind === 'http'
    const sheet = drawn ? await system.sheetOf(forSheet(message, it)) : null
    const carried = await channel.send({ ...message, sheet })
    return { ...about, end: carried.end, error: carried.end === 'sent' ? null : reasonText(carried.reason) }
  } catch (error) {
    return { ...about, end: 'again', error: reasonText(error) }
  }
}

function endOf({ id, end, error }: Result): JobEnd {
  if (end === 'sent') return { id, status: 'completed' }
  return { id, status: end === 'again' ? 'failed' : 'deadletter', output: { reason: error ?? '' } }
}

const forSheet = ({ title, body, answer }: Unsheeted, { orderId }: Waiting): ForSheet => ({
  title,
  body,
  orderId: orderId,
  answerAddress: answer === null ? null : answer.address,
})

type Unsheeted = Omit<Outgoing, 'sheet'>

function outgoing({ now, site, sign }: System, it: Waiting): Unsheeted {
  const token = it.answerLinkId && sign(it.answerLinkId)
  return {
    id: it.id,
    to: it.address,
    keys: it.keys,
    kind: it.kind,
    title: it.title,
    body: it.body,
    address: site + it.path,
    answer: token ? { address: `${site}/a/${token}`, token } : null,
    usefulForSeconds: it.usefulUntil && Math.max(0, Math.round((it.usefulUntil.getTime() - now.getTime()) / 1000)),
  }
}

/**
 * A result is final: a later one (`due_at` is null then) changes nothing. What failed stays due, and its statement leaves
 * `due_at` alone: setting it would begin the job anew.
 */
async function settle({ db, now }: System, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return
  const sent = results.filter(({ end }) => end === 'sent')
  const [others, gone] = [results.filter(({ end }) => end !== 'sent'), results.filter(({ end }) => end === 'gone')]
  if (sent.length > 0)
    await sql`
      update notification_deliveries d set sent_at = ${now}, due_at = null, last_error = null, tries = e.tries
        from unnest(${sent.map(({ id }) => id)}::uuid[], ${sent.map(({ tries }) => tries)}::int[]) as e (id, tries)
       where d.id = e.id and d.due_at is not null`.execute(db)
  if (others.length > 0)
    await sql`
      update notification_deliveries d set last_error = e.error, tries = e.tries
        from unnest(${others.map(({ id }) => id)}::uuid[], ${others.map(({ tries }) => tries)}::int[],
                    ${others.map(({ error }) => error)}::text[]) as e (id, tries, error)
       where d.id = e.id and d.due_at is not null`.execute(db)
  if (gone.length > 0)
    await db
      .updateTable('notificationAddresses')
      .set({ endedAt: now, endReason: gone[0]?.error ?? null })
      .where(
        'id',
        'in',
        gone.map(({ addressId }) => addressId),
      )
      .where('endedAt', 'is', null)
      .execute()
}

/** Deletes notifications after half a year, read or unread. */
export async function forgetOldNotifications({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = new Date(now.getTime() - 180 * 24 * 3_600_000)
  const gone = await db.deleteFrom('notifications').where('createdAt', '<', before).executeTakeFirst()
  await db.deleteFrom('lineCodes').where('expiresAt', '<', now).execute()
  return Number(gone.numDeletedRows)
}
