import { requireRecentAuthOfPerson } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { PersonId } from '#kernel/ids.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'

/**
 * All data stored about the current user, as a file for them (個人情報保護法 第33条: 開示の請求). Not included: secrets (hashes of
 * passwords and tokens, keys of passkeys), which say nothing about a person, and the data of the organisation they work
 * for, which is on its own pages.
 */
export async function personalData(ctx: Ctx) {
  const { personId } = requireRecentAuthOfPerson(ctx.actor, ctx.now)
  await recordEvent(ctx.db, ctx, { kind: 'personal_data_exported', aboutPersonId: personId })
  return {
    made_at: ctx.now,
    person: await person(ctx, personId),
    ...(await loginMethods(ctx, personId)),
    memberships: await memberships(ctx, personId),
    ...(await whatTheyKeep(ctx, personId)),
    ...(await whatTheyDid(ctx, personId)),
  }
}

const person = ({ db }: Ctx, personId: PersonId) =>
  db
    .selectFrom('people')
    .select([
      'id',
      'email',
      'name',
      'name_kana',
      'email_verified_at',
      'created_at',
      'theme',
      'text_size',
      'announcement_mails',
      'price_mails',
      'quiet_from',
      'quiet_until',
    ])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow(() => new NotFound('person'))

async function loginMethods({ db }: Ctx, personId: PersonId) {
  const [identities, password, passkeys, authenticator, sessions, knownNetworks] = await Promise.all([
    db
      .selectFrom('identities')
      .select(['provider', 'issuer', 'subject', 'email'])
      .where('person_id', '=', personId)
      .execute(),
    db.selectFrom('passwords').select('changed_at').where('person_id', '=', personId).executeTakeFirst(),
    db
      .selectFrom('passkeys')
      .select(['name', 'created_at', 'last_used_at'])
      .where('person_id', '=', personId)
      .execute(),
    db
      .selectFrom('totp_secrets')
      .select(['created_at', 'confirmed_at'])
      .where('person_id', '=', personId)
      .executeTakeFirst(),
    db
      .selectFrom('sessions')
      .select(['channel', 'created_at', 'seen_at', 'ip', 'user_agent'])
      .where('person_id', '=', personId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('known_networks')
      .select(['network', 'seen_at'])
      .where('person_id', '=', personId)
      .orderBy('seen_at')
      .execute(),
  ])
  return {
    identities,
    password: password ?? null,
    passkeys,
    authenticator: authenticator ?? null,
    sessions,
    known_networks: knownNetworks,
  }
}

const memberships = ({ db }: Ctx, personId: PersonId) =>
  db
    .selectFrom('memberships')
    .leftJoin('farms', 'farms.id', 'memberships.farm_id')
    .leftJoin('restaurants', 'restaurants.id', 'memberships.restaurant_id')
    .select(['farms.name as farm', 'restaurants.name as restaurant', 'role', 'order_limit_yen'])
    .where('person_id', '=', personId)
    .orderBy('memberships.id')
    .execute()

async function whatTheyKeep({ db }: Ctx, personId: PersonId) {
  const [favourites, watches, notifications, notification_addresses, notification_settings] = await Promise.all([
    db
      .selectFrom('favourites')
      .leftJoin('products', 'products.id', 'favourites.product_id')
      .leftJoin('farms', 'farms.id', 'favourites.farm_id')
      .select(['products.name as product', 'farms.name as farm', 'favourites.created_at'])
      .where('person_id', '=', personId)
      .orderBy('favourites.created_at')
      .execute(),
    db
      .selectFrom('watches')
      .select(['kind', 'product_id', 'farm_id', 'words', 'created_at'])
      .where('person_id', '=', personId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('notifications')
      .select(['kind', 'title', 'body', 'created_at', 'read_at'])
      .where('person_id', '=', personId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('notification_addresses')
      .select(['channel', 'address', 'label', 'created_at', 'ended_at'])
      .where('person_id', '=', personId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('notification_settings')
      .select(['kind', 'mail', 'channels'])
      .where('person_id', '=', personId)
      .orderBy('kind')
      .execute(),
  ])
  return { favourites, watches, notifications, notification_addresses, notification_settings }
}

async function whatTheyDid({ db }: Ctx, personId: PersonId) {
  const [consents, purchases, inquiries, messages_written, reviews, announcements_read, history] = await Promise.all([
    db
      .selectFrom('consents')
      .innerJoin('page_versions', 'page_versions.id', 'consents.page_version_id')
      .select(['slug', 'number', 'title', 'at', 'ip', 'user_agent'])
      .where('person_id', '=', personId)
      .orderBy('at')
      .execute(),
    db
      .selectFrom('purchases')
      .select(['number', 'placed_at'])
      .where('person_id', '=', personId)
      .orderBy('placed_at')
      .execute(),
    db
      .selectFrom('inquiries')
      .select(['number', 'kind', 'state', 'body', 'name', 'email', 'phone', 'organisation', 'sent_at'])
      .where('person_id', '=', personId)
      .orderBy('sent_at')
      .execute(),
    db
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
      .innerJoin('farms', 'farms.id', 'conversations.farm_id')
      .innerJoin('restaurants', 'restaurants.id', 'conversations.restaurant_id')
      .select(['farms.name as farm', 'restaurants.name as restaurant', 'body', 'photo_count', 'sent_at'])
      .select(['edited_at', 'removed_at'])
      .where('messages.person_id', '=', personId)
      .orderBy('sent_at')
      .execute(),
    reviewsOf(db, personId),
    db
      .selectFrom('announcement_readings')
      .select(['announcement_id', 'at'])
      .where('person_id', '=', personId)
      .orderBy('at')
      .execute(),
    db
      .selectFrom('events')
      .select(['at', 'kind', 'data'])
      .where((is) => is.or([is('person_id', '=', personId), is('about_person_id', '=', personId)]))
      .orderBy('at')
      .orderBy('id')
      .execute(),
  ])
  return { consents, purchases, inquiries, messages_written, ...reviews, announcements_read, history }
}

/** Reviews they wrote, their replies to reviews, and their reports. */
async function reviewsOf(db: Ctx['db'], personId: PersonId) {
  const [reviews_written, review_replies, review_reports] = await Promise.all([
    db
      .selectFrom('reviews')
      .innerJoin('orders', 'orders.id', 'reviews.order_id')
      .select(['orders.number as order', 'side', 'stars', 'words', 'written_at', 'reviews.changed_at', 'shown_from'])
      .select(['hidden_at', 'hidden_reason'])
      .where('reviews.person_id', '=', personId)
      .orderBy('written_at')
      .execute(),
    db
      .selectFrom('reviews')
      .innerJoin('orders', 'orders.id', 'reviews.order_id')
      .select(['orders.number as order', 'reply', 'replied_at'])
      .where('replied_by', '=', personId)
      .orderBy('replied_at')
      .execute(),
    db
      .selectFrom('review_reports')
      .select(['review_id', 'reason', 'words', 'at', 'closed_at'])
      .where('person_id', '=', personId)
      .orderBy('at')
      .execute(),
  ])
  return { reviews_written, review_replies, review_reports }
}
