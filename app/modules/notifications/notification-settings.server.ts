import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { requirePerson, requireSelf } from '#authorization/recent-auth.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { NotFound } from '#kernel/errors.ts'
import type { PersonId } from '#kernel/ids.ts'
import type { MinuteOfDay } from '#kernel/jst.ts'
import {
  mailPaces,
  type NotificationTopic,
  notificationTopicNames,
  type RingingChannel,
  ringingChannels,
} from '#kernel/notification-enums.ts'
import { ok, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { savePreferences } from '#modules/identity/preferences/save-preferences.server.ts'
import { switchedOff } from './mail-reader.server.ts'
import { kindsFor, notificationTopics } from './notification-topics.ts'
import type { QuietHours } from './quiet-hours.ts'
import { readStopToken } from './stop-address.server.ts'

export const TopicIn = z
  .enum(notificationTopicNames)
  .describe(notificationTopicNames.map((kind) => `${kind}：${notificationTopics[kind].word}`).join('／'))

export const SettingIn = z.object({
  kind: TopicIn,
  mail: z.enum(mailPaces).describe('now：すぐに／daily：朝7時に1通にまとめて／off：送信しない'),
  channels: z.array(z.enum(ringingChannels)).max(4),
})

const Minute = z.int().min(0).max(1_439).describe('その日の開始からの分数（22時は 1320）。日本時間')

export const QuietIn = z
  .object({ from: Minute, until: Minute })
  .describe('この間は、端末・LINE・SMS・FAXに通知しない。同じ値の場合は、常に通知する')

export type KindSetting = z.output<typeof SettingIn>
type NotificationSettings = { kinds: KindSetting[]; quiet: QuietHours }

const sentences = {
  needed_unheard: '取引に必要なお知らせは、メールまたは他の通知方法のいずれか1つを残してください。',
  needed_gathered: '取引に必要なお知らせのメールは、まとめずにすぐに届きます。「すぐに」を選択してください。',
  bad_hours: '通知しない時間を選択し直してください。',
}

/** How a user wants to be notified of what; the kinds that concern them, as set or by default. */
export const notificationSettings = query('own', async (ctx): Promise<NotificationSettings> => {
  const { personId } = requirePerson(ctx.actor)
  const [person, saved] = await Promise.all([personOf(ctx, personId), savedOf(ctx, personId)])
  return {
    kinds: ownKinds(ctx).map((kind) => {
      const row = saved.find((it) => it.kind === kind)
      return {
        kind,
        mail: switchedOff(kind, person) ? 'off' : (row?.mail ?? 'now'),
        channels: row?.channels ?? [...notificationTopics[kind].rings],
      }
    }),
    quiet: { from: person.quietFrom, until: person.quietUntil },
  }
})

const ownKinds = ({ actor }: Ctx) =>
  kindsFor(actor.kind === 'buyer' ? 'restaurant' : actor.kind === 'farm' ? 'farm' : null)

const personOf = ({ db }: Ctx, personId: PersonId) =>
  db
    .selectFrom('people')
    .select(['email', 'announcementMails', 'priceMails', 'quietFrom', 'quietUntil'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow(() => new NotFound('person'))

const savedOf = ({ db }: Ctx, personId: PersonId) =>
  db.selectFrom('notificationSettings').select(['kind', 'mail', 'channels']).where('personId', '=', personId).execute()

/**
 * Saves the chosen settings; kinds that are not named stay unchanged. What a user needs to trade must reach them: mail
 * can be turned off only if there is an address for a chosen channel.
 */
export const saveNotificationSettings = repeatable({
  name: 'notification_settings.save',
  permission: 'own',
  input: { kinds: z.array(SettingIn).max(20), quiet: QuietIn },
  refusals: { codes: ['needed_unheard', 'needed_gathered', 'bad_hours'], text: (refusal) => sentences[refusal] },
  run: async (ctx, { quiet, ...asked }) => {
    const { personId } = requireSelf(ctx.actor)
    // if a kind is named twice the last one counts
    const kinds = [...new Map(asked.kinds.map((it) => [it.kind, it])).values()]
    if (![quiet.from, quiet.until].every((minute) => Number.isInteger(minute) && minute >= 0 && minute < 1440))
      return refuse('bad_hours')
    const gathered = kinds.find(({ kind, mail }) => notificationTopics[kind].needed && mail === 'daily')
    if (gathered) return refuse('needed_gathered', { kind: gathered.kind })
    const there = await channelsThere(ctx, personId)
    const unheard = kinds.find(
      ({ kind, mail, channels }) =>
        notificationTopics[kind].needed && mail === 'off' && !channels.some((channel) => there.has(channel)),
    )
    if (unheard) return refuse('needed_unheard', { kind: unheard.kind })
    await ctx.db.transaction().execute(async (db) => {
      const mailOf = (kind: NotificationTopic) => kinds.find((it) => it.kind === kind)?.mail
      const [announcement, price] = [mailOf('announcement'), mailOf('price')]
      await savePreferences(db, personId, {
        quietFrom: quiet.from as MinuteOfDay,
        quietUntil: quiet.until as MinuteOfDay,
        ...(announcement && { announcementMails: announcement !== 'off' }),
        ...(price && { priceMails: price !== 'off' }),
      })
      if (kinds.length > 0)
        await db
          .insertInto('notificationSettings')
          .values(
            kinds.map(({ kind, mail, channels }) => ({
              personId,
              kind,
              mail,
              channels: [...new Set(channels)],
            })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['personId', 'kind'])
              .doUpdateSet((is) => ({ mail: is.ref('excluded.mail'), channels: is.ref('excluded.channels') })),
          )
          .execute()
      await recordEvent(db, ctx, {
        kind: 'notices_changed',
        aboutPersonId: personId,
        data: { kinds: kinds.map(({ kind, mail, channels }) => `${kind}:${[mail, ...channels].join('+')}`), quiet },
      })
    })
    return ok(null)
  },
})

/** Turns mails of these kinds on, where they are off. */
export async function mailAgain(db: DbOrTx, personId: PersonId, kinds: readonly NotificationTopic[]): Promise<void> {
  if (kinds.length === 0) return
  await db
    .updateTable('notificationSettings')
    .set({ mail: 'now' })
    .where('personId', '=', personId)
    .where('kind', 'in', kinds)
    .where('mail', '=', 'off')
    .execute()
}

async function channelsThere({ db }: Ctx, personId: PersonId): Promise<Set<RingingChannel>> {
  const rows = await db
    .selectFrom('notificationAddresses')
    .select('channel')
    .distinct()
    .where('personId', '=', personId)
    .where('endedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ channel }) => channel))
}

/**
 * Unsubscribes from mails of this kind, as 「配信停止」 of a mail program does; nothing else changes. The key from the mail
 * is enough; what a user needs to trade cannot be stopped. False if the key is not ours.
 */
export async function stopMails(
  { db, encryption }: Pick<Ctx, 'db'> & { encryption: Encryption },
  { key, kind }: { key: string; kind: NotificationTopic },
): Promise<boolean> {
  if (notificationTopics[kind].needed) return false
  const personId = readStopToken(encryption, key)
  return db.transaction().execute(async (db) => {
    const named = db
      .selectFrom('people')
      .select('id')
      .where((is) => (personId ? is('id', '=', personId) : is('oldNoticeKeyHash', '=', hashOf(key))))
      .where('closedAt', 'is', null)
    const person = await named.forUpdate().executeTakeFirst()
    if (!person) return false
    if (kind === 'announcement' || kind === 'price')
      await savePreferences(db, person.id, kind === 'price' ? { priceMails: false } : { announcementMails: false })
    await db
      .insertInto('notificationSettings')
      .values({ personId: person.id, kind, mail: 'off', channels: [...notificationTopics[kind].rings] })
      .onConflict((conflict) => conflict.columns(['personId', 'kind']).doUpdateSet({ mail: 'off' }))
      .execute()
    return true
  })
}

/** For keys of addresses made before the vault derived them: only their hash is stored. */
const hashOf = (key: string) => createHash('sha256').update(key).digest()
