import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { requirePerson, requireSelf } from '#authorization/recent-auth.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { type NotificationAddressId, newId, type PersonId } from '#kernel/ids.ts'
import { addMinutes } from '#kernel/jst.ts'
import type { PushKeys, RingingChannel } from '#kernel/notification-enums.ts'
import { type Phone, phoneRefusalText, phoneText } from '#kernel/phone.ts'
import { readReachablePhone } from '#kernel/phone-check.server.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'

export type OwnAddress = {
  id: NotificationAddressId
  channel: RingingChannel
  /** What users call it: a browser's name, a number. LINE accounts have none. */
  label: string
  createdAt: Date
  /** No longer reachable, as the other side reported; nothing is sent there until it is added again. */
  ended: boolean
}

/** Where a person is reached besides mail, newest first. */
export const ownAddresses = query('own', async (ctx): Promise<OwnAddress[]> => {
  const { personId } = requirePerson(ctx.actor)
  const rows = await ctx.db
    .selectFrom('notificationAddresses')
    .select(['id', 'channel', 'label', 'createdAt', 'endedAt'])
    .where('personId', '=', personId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    label: row.label,
    createdAt: row.createdAt,
    ended: row.endedAt !== null,
  }))
})

type AddressRefusal = 'no_push_address' | 'no_phone'

const sentences: Record<AddressRefusal, string> = {
  no_push_address: 'この端末では、お知らせを受信できません。ブラウザーの設定で通知を許可してください。',
  no_phone: 'SMSを受信するには、先に「マイ設定」の「サインイン」で電話番号を登録してください。',
}

const addressRefusals = <R extends AddressRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: AddressRefusal) => sentences[refusal],
})

/** Maximum browsers per person; with more, some are old. */
const mostBrowsers = 10

/**
 * Stores where a browser is reached (its PushSubscription). A browser belongs to the user who last enabled it: on a
 * shared tablet the next user does not receive the previous one's notifications.
 */
export const keepBrowser = repeatable({
  name: 'address.keep_browser',
  permission: 'own',
  input: {
    endpoint: z.string().default(''),
    keys: z.object({ p256dh: z.string().default(''), auth: z.string().default('') }).prefault({}),
    label: z.string().default(''),
  },
  refusals: addressRefusals('no_push_address'),
  run: async (ctx, { endpoint, keys, label }) => {
    const { personId } = requireSelf(ctx.actor)
    if (!isEndpoint(endpoint) || !isKey(keys.p256dh, 65) || !isKey(keys.auth, 16)) return refuse('no_push_address')
    return ctx.db.transaction().execute(async (db) => {
      await db
        .deleteFrom('notificationAddresses')
        .where('channel', '=', 'push')
        .where('address', '=', endpoint)
        .where('personId', '<>', personId)
        .execute()
      await put(db, ctx, { personId, channel: 'push', address: endpoint, keys, label: label.slice(0, 80) })
      const old = await db
        .selectFrom('notificationAddresses')
        .select('id')
        .where('personId', '=', personId)
        .where('channel', '=', 'push')
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .offset(mostBrowsers)
        .execute()
      if (old.length > 0)
        await db
          .deleteFrom('notificationAddresses')
          .where(
            'id',
            'in',
            old.map(({ id }) => id),
          )
          .execute()
      await noteChange(db, ctx, personId, { added: 'push' })
      return ok(null)
    })
  },
})

const isEndpoint = (address: string) =>
  address.length <= 1_000 && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
const isKey = (text: string, bytes: number) =>
  /^[\w-]+={0,2}$/.test(text) && Buffer.from(text, 'base64url').length === bytes

const FaxIn = z
  .string()
  .default('')
  .transform((typed, issue) => {
    const number = readReachablePhone(typed)
    if (number.ok) return number.value
    issue.addIssue({ code: 'custom', message: phoneRefusalText(number.refusal) })
    return z.NEVER
  })

/** The fax number to send to; replaces the previous one. */
export const keepFax = repeatable({
  name: 'address.keep_fax',
  permission: 'own',
  input: { fax: FaxIn },
  refusals: noRefusals,
  run: async (ctx, { fax }) => {
    const { personId } = requireSelf(ctx.actor)
    await ctx.db.transaction().execute(async (db) => {
      await replace(db, ctx, { personId, channel: 'fax', address: fax, keys: null, label: phoneText(fax) })
      await noteChange(db, ctx, personId, { added: 'fax' })
    })
    return ok(null)
  },
})

/**
 * The phone number that the user has proven (`number`: identities of the person, read by the caller's module). Replaces
 * the previous one.
 */
export const keepPhone = repeatable({
  name: 'address.keep_phone',
  permission: 'own',
  input: {},
  refusals: addressRefusals('no_phone'),
  run: async (ctx) => {
    const { personId } = requireSelf(ctx.actor)
    return ctx.db.transaction().execute(async (db) => {
      const proven = await db
        .selectFrom('identities')
        .select('subject')
        .where('personId', '=', personId)
        .where('issuer', '=', 'phone')
        .executeTakeFirst()
      if (!proven) return refuse('no_phone')
      const phone = proven.subject as Phone
      await replace(db, ctx, { personId, channel: 'sms', address: phone, keys: null, label: phoneText(phone) })
      await noteChange(db, ctx, personId, { added: 'sms' })
      return ok(null)
    })
  },
})

/** Removes an address; nothing more is sent there. */
export const removeAddress = repeatable({
  name: 'address.remove',
  permission: 'own',
  input: { id: IdOf<'notificationAddress'>('届け先') },
  refusals: noRefusals,
  run: async (ctx, { id }) => {
    const { personId } = requireSelf(ctx.actor)
    await ctx.db.transaction().execute(async (db) => {
      const gone = await db
        .deleteFrom('notificationAddresses')
        .where('id', '=', id)
        .where('personId', '=', personId)
        .returning('channel')
        .executeTakeFirst()
      if (gone) await noteChange(db, ctx, personId, { removed: gone.channel })
    })
    return ok(null)
  },
})

type NewAddress = {
  personId: PersonId
  channel: RingingChannel
  address: string
  keys: PushKeys | null
  label: string
}

async function replace(db: DbOrTx, ctx: Ctx, it: NewAddress): Promise<void> {
  await db
    .deleteFrom('notificationAddresses')
    .where('personId', '=', it.personId)
    .where('channel', '=', it.channel)
    .where('address', '<>', it.address)
    .execute()
  await put(db, ctx, it)
}

const put = (db: DbOrTx, { now }: Ctx, { personId, channel, address, keys, label }: NewAddress) =>
  db
    .insertInto('notificationAddresses')
    .values({
      id: newId<'notificationAddress'>(),
      personId,
      channel,
      address,
      keys: keys && JSON.stringify(keys),
      label,
      createdAt: now,
      endedAt: null,
      endReason: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['personId', 'channel', 'address']).doUpdateSet({
        keys: keys && JSON.stringify(keys),
        label,
        createdAt: now,
        endedAt: null,
        endReason: null,
      }),
    )
    .execute()

/** Records the channel, and never the address itself: staff read the history. */
const noteChange = (db: DbOrTx, ctx: Ctx, personId: PersonId, data: Record<string, string>) =>
  recordEvent(db, ctx, { kind: 'notices_changed', aboutPersonId: personId, data })

const codeMinutes = 15
/** Without letters that could be misread. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/**
 * A code that the user sends to our LINE account to link theirs: `UNE-7K2M9XAC`, valid for a quarter of an hour. It
 * voids the previous one. Only the vault's mark of it is stored: eight letters could be guessed from a plain hash.
 */
export const makeLineCode = repeatable({
  name: 'address.make_line_code',
  permission: 'own',
  input: {},
  refusals: noRefusals,
  run: async (ctx, _, encryption: Encryption) => {
    const { personId } = requireSelf(ctx.actor)
    const code = `UNE-${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')}`
    const until = addMinutes(ctx.now, codeMinutes)
    await ctx.db.transaction().execute(async (db) => {
      await db.deleteFrom('lineCodes').where('personId', '=', personId).execute()
      await db
        .insertInto('lineCodes')
        .values({ hash: markOf(encryption, code), personId, createdAt: ctx.now, expiresAt: until })
        .execute()
    })
    return ok({ code, until })
  },
})

const markOf = (encryption: Encryption, code: string) => encryption.mark('line-code', code)

/**
 * A message sent to our LINE account, which is linked to the user if it is a code. Returns whether it was a valid one.
 */
export async function linkLine(
  { db, now, encryption }: Pick<Ctx, 'db' | 'now'> & { encryption: Encryption },
  { typed, lineId }: { typed: string; lineId: string },
): Promise<boolean> {
  const code = /UNE-[2-9A-Z]{8}/.exec(typed.normalize('NFKC').toUpperCase())?.[0]
  if (!code) return false
  return db.transaction().execute(async (db) => {
    const held = await db
      .deleteFrom('lineCodes')
      .where('hash', '=', markOf(encryption, code))
      .where('expiresAt', '>', now)
      .returning('personId')
      .executeTakeFirst()
    if (!held) return false
    const personId = held.personId
    await db
      .deleteFrom('notificationAddresses')
      .where('channel', '=', 'line')
      .where((is) => is.or([is('address', '=', lineId), is('personId', '=', personId)]))
      .execute()
    const ctx: Ctx = { db, now, actor: { kind: 'system' } }
    await put(db, ctx, { personId, channel: 'line', address: lineId, keys: null, label: '' })
    await noteChange(db, ctx, personId, { added: 'line' })
    return true
  })
}

/** Where an account is reached besides mail, and the codes that would add to it. */
export async function forgetAddresses(db: DbOrTx, personId: PersonId): Promise<void> {
  for (const table of ['notificationAddresses', 'lineCodes'] as const)
    await db.deleteFrom(table).where('personId', '=', personId).execute()
}

/** All of it, with notifications and settings: the account is being closed. */
export async function forgetNotificationsOf(db: DbOrTx, personId: PersonId): Promise<void> {
  for (const table of ['notifications', 'notificationSettings'] as const)
    await db.deleteFrom(table).where('personId', '=', personId).execute()
  await forgetAddresses(db, personId)
}

/** The user has blocked our LINE account: nothing more is sent there. */
export async function unlinkLine({ db, now }: Pick<Ctx, 'db' | 'now'>, lineId: string): Promise<void> {
  await db
    .updateTable('notificationAddresses')
    .set({ endedAt: now, endReason: 'blocked' })
    .where('channel', '=', 'line')
    .where('address', '=', lineId)
    .where('endedAt', 'is', null)
    .execute()
}

/** The person linked to a LINE account; null for an unknown one. */
export async function personOfLine({ db }: Pick<Ctx, 'db'>, lineId: string): Promise<PersonId | null> {
  const row = await db
    .selectFrom('notificationAddresses')
    .select('personId')
    .where('channel', '=', 'line')
    .where('address', '=', lineId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row?.personId ?? null
}
