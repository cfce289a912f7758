import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import { manyRows } from '#infra/db/many-rows.ts'
import type { Email } from '#kernel/email.ts'
import { newId, type PersonId } from '#kernel/ids.ts'
import type { NotificationTopic } from '#kernel/notification-enums.ts'
import { type When, write } from '#modules/audit-log/last-statement.server.ts'
import { addNotifications, type NewInAppNotification } from './add-notices.server.ts'
import { gatherForDigest, type MailReader, mailReaders } from './mail-reader.server.ts'
import type { Message, NotificationKind } from './notification-kind.ts'
import { pathOf } from './our-page.ts'
import { nextDigestAt } from './quiet-hours.ts'

/**
 * `staff` is the team that answers for us (MAIL_STAFF). `{ personId }`: a person who came in by phone and gave no address; for
 * them there is no mail, but what is a notice stands in their centre, and rings.
 */
export type MailTo = Email | 'staff' | { personId: PersonId }

/** Where a person with an account is written to. */
export const mailToOf = ({ personId, email }: { personId: PersonId; email: string | null }): MailTo =>
  email === null ? { personId } : (email as Email)

/** What a notice has beside its words, for the channels that ring: the order, its answer, until when it is of use. */
type Concerns = Pick<NewInAppNotification, 'orderId' | 'answerLinkId' | 'usefulUntil'>

export type NewNotification<Data> = { kind: NotificationKind<string, Data>; data: Data; concerns?: Concerns }

/**
 * `key`: what is told, to whom: `inquiry:<id>:received`. The same key is told once, however often it is asked. `reader`: who reads the
 * address, for a caller that has read it with something else; null: no account.
 */
type Receiver = { key: string; to: MailTo; reader?: MailReader | null }

type Told<Data> = Receiver & Pick<NewNotification<Data>, 'data' | 'concerns'>

/**
 * Tells a person something, in the transaction of what it tells of: nothing is told that was rolled back, and nothing that
 * happened is kept back by a mail server that is away. What is stored is the kind and its data; each channel makes its words
 * from them when it sends (docs/decisions/0060).
 */
export const notify = <Data>(
  db: DbOrTx,
  now: Date,
  { kind, when, ...told }: NewNotification<Data> & Receiver & { when?: When },
): Promise<void> => notifyEach(db, now, kind, [told], when)

/** The same to many. */
export const notifyMany = <Data>(
  db: DbOrTx,
  now: Date,
  { kind, to, ...told }: NewNotification<Data> & { to: readonly Receiver[] },
): Promise<void> =>
  notifyEach(
    db,
    now,
    kind,
    to.map((receiver) => ({ ...told, ...receiver })),
  )

/**
 * To each their own, of one kind, stored in one statement. A receiver whose key was told before is told nothing. A hundred
 * thousand at a time would be a long statement; call it with some hundreds.
 */
export async function notifyEach<Data>(
  db: DbOrTx,
  now: Date,
  kind: NotificationKind<string, Data>,
  told: readonly Told<Data>[],
  when: When = 'now',
): Promise<void> {
  const { about } = kind
  const perKind = Map.groupBy(told, ({ data }) => (typeof about === 'function' ? about(data) : about))
  for (const [about, ofKind] of perKind) await notifyOf(db, now, kind, { about, told: ofKind, when })
}

async function notifyOf<Data>(
  db: DbOrTx,
  now: Date,
  kind: NotificationKind<string, Data>,
  { about, told, when }: { about: NotificationTopic | null; told: readonly Told<Data>[]; when: When },
): Promise<void> {
  const messages = new Map([...new Set(told.map(({ data }) => data))].map((data) => [data, stored(kind, data)]))
  const receivers = told.flatMap(({ key, data, ...it }) => {
    const words = messages.get(data)
    return words ? [{ ...it, words, key: storedKey(key) }] : []
  })
  const readers = about && (await readersOf(db, about, receivers))
  if (about && readers && kind.only !== 'mail') await tellReaders(db, now, about, receivers, readers)
  if (kind.only === 'notice') return
  const mails = receivers.flatMap(({ key, to, words: { mail } }) => {
    if (typeof to !== 'string') return []
    const reader = readers?.get(to)
    if (reader && reader.pace !== 'now') return []
    const personId = reader?.personId ?? null
    return [{ ...mail, id: newId<'mail'>(), key, recipient: to, personId, noticeKind: personId && about }]
  })
  if (mails.length === 0) return
  const { name: template, tradeRecord = false } = kind
  const rows = mails.map((mail) => ({ ...mail, template, tradeRecord, createdAt: now, dueAt: now }))
  const mailed = db
    .insertInto('mails')
    .columns(mailColumns)
    .expression(manyRows('mails', mailColumns, rows, ['data']))
    .onConflict((conflict) => conflict.column('key').doNothing())
  if (when === 'last') await write(db, [sql`mailed as (${mailed})`], when)
  else await mailed.execute()
}

const mailColumns = [
  ...(['id', 'key', 'recipient', 'personId', 'noticeKind', 'subject', 'data', 'codeId', 'template'] as const),
  ...(['tradeRecord', 'createdAt', 'dueAt'] as const),
] as const

/** What is stored of a notification for whomever it is; nothing is rendered. */
function stored<Data>(kind: NotificationKind<string, Data>, data: Data) {
  const message = kind.message(data)
  return {
    notice: noticeOf(message),
    mail: { subject: subjectOf(message), data: asJson(data), codeId: kind.codeIn?.(data) ?? null },
  }
}

type ToTell = Receiver & { words: { notice: ReturnType<typeof noticeOf> }; concerns?: Concerns }

const longestKey = 200

/**
 * A key has an address in it, and addresses have up to 254 letters: one too long for its column would take what it tells of
 * down with it, and all that waits behind. The end of a long key is its digest.
 */
function storedKey(key: string): string {
  if ([...key].length <= longestKey) return key
  const digest = createHash('sha256').update(key).digest('base64url')
  return `${key.slice(0, longestKey - digest.length - 1)}~${digest}`
}

/** PostgreSQL takes no U+0000, and JSON of it no half of a pair. */
const asJson = (data: unknown): string =>
  JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value,
  )

/** The people with an account behind the addresses, and how each wants mails of this kind. */
async function readersOf(
  db: DbOrTx,
  about: NotificationTopic,
  receivers: readonly Receiver[],
): Promise<Map<string, MailReader>> {
  const written = receivers.flatMap(({ to, reader }) =>
    to === 'staff' || typeof to !== 'string' ? [] : [{ to, reader }],
  )
  const unknown = written.flatMap(({ to, reader }) => (reader === undefined ? [to] : []))
  const readers = unknown.length > 0 ? await mailReaders(db, about, unknown) : new Map<string, MailReader>()
  for (const { to, reader } of written) if (reader) readers.set(to, reader)
  return readers
}

/** The notices, one to each receiver who has an account. */
async function tellReaders(
  db: DbOrTx,
  now: Date,
  about: NotificationTopic,
  receivers: readonly ToTell[],
  readers: Map<string, MailReader>,
): Promise<void> {
  const told = receivers.flatMap(({ key, to, words, concerns }) => {
    const reader = typeof to === 'string' ? readers.get(to) : { ...to, pace: 'off' as const }
    if (!reader) return []
    return [
      { pace: reader.pace, notice: { ...words.notice, ...concerns, kind: about, key, personId: reader.personId } },
    ]
  })
  await addNotifications(
    db,
    now,
    told.map(({ notice }) => notice),
  )
  const gathered = told.flatMap(({ notice, pace }) => (pace === 'daily' ? [notice.key] : []))
  if (gathered.length > 0) await gatherForDigest(db, nextDigestAt(now), gathered)
}

/** A mail that was written in this transaction is not sent after all. */
export async function takeBackMail(db: DbOrTx, key: string): Promise<void> {
  await db.deleteFrom('mails').where('key', '=', key).execute()
}

/** Mail boxes show this much of a preview, and a notice says as much. */
const longestSummary = 150

/** What a message says behind the bell and where it rings. */
function noticeOf(message: Message): Pick<NewInAppNotification, 'title' | 'body' | 'path'> {
  const title = oneLine(message.title)
  const body = message.summary.replaceAll('\u0000', '').slice(0, longestSummary).trim()
  return { title, body: body === title ? '' : body, path: pageOf(message) }
}

function pageOf({ page, parts }: Message): `/${string}` {
  const button = parts.find((part) => part && 'button' in part)
  const to = page ?? (button && 'button' in button ? button.to : undefined)
  return to ? pathOf(to) : '/notices'
}

const subjectOf = ({ title, subject = `【畝と皿】${title}` }: Message) => oneLine(subject)

/** A header is one line: whatever a person called themselves, nothing follows after it. */
const oneLine = (words: string) =>
  words
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)
