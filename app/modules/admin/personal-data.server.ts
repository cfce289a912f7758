import { requireRecentAuthOfPerson } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { PersonId } from '#kernel/ids.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { dataWithoutMoney } from '#modules/ordering/hide-money.ts'

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
      'nameKana',
      'emailVerifiedAt',
      'createdAt',
      'theme',
      'textSize',
      'announcementMails',
      'priceMails',
      'quietFrom',
      'quietUntil',
    ])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow(() => new NotFound('person'))

async function loginMethods({ db }: Ctx, personId: PersonId) {
  const [identities, password, passkeys, authenticator, sessions, knownNetworks] = await Promise.all([
    db
      .selectFrom('identities')
      .select(['provider', 'issuer', 'subject', 'email'])
      .where('personId', '=', personId)
      .execute(),
    db.selectFrom('passwords').select('changedAt').where('personId', '=', personId).executeTakeFirst(),
    db.selectFrom('passkeys').select(['name', 'createdAt', 'lastUsedAt']).where('personId', '=', personId).execute(),
    db
      .selectFrom('totpSecrets')
      .select(['createdAt', 'confirmedAt'])
      .where('personId', '=', personId)
      .executeTakeFirst(),
    db
      .selectFrom('sessions')
      .select(['channel', 'createdAt', 'seenAt', 'ip', 'userAgent'])
      .where('personId', '=', personId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('knownNetworks')
      .select(['network', 'seenAt'])
      .where('personId', '=', personId)
      .orderBy('seenAt')
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
    .leftJoin('farms', 'farms.id', 'memberships.farmId')
    .leftJoin('restaurants', 'restaurants.id', 'memberships.restaurantId')
    .select(['farms.name as farm', 'restaurants.name as restaurant', 'role', 'orderLimitYen'])
    .where('personId', '=', personId)
    .orderBy('memberships.id')
    .execute()

async function whatTheyKeep({ db }: Ctx, personId: PersonId) {
  const [favourites, watches, notifications, notification_addresses, notification_settings] = await Promise.all([
    db
      .selectFrom('favourites')
      .leftJoin('products', 'products.id', 'favourites.productId')
      .leftJoin('farms', 'farms.id', 'favourites.farmId')
      .select(['products.name as product', 'farms.name as farm', 'favourites.createdAt'])
      .where('personId', '=', personId)
      .orderBy('favourites.createdAt')
      .execute(),
    db
      .selectFrom('watches')
      .select(['kind', 'productId', 'farmId', 'words', 'createdAt'])
      .where('personId', '=', personId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('notifications')
      .select(['kind', 'title', 'body', 'createdAt', 'readAt'])
      .where('personId', '=', personId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('notificationAddresses')
      .select(['channel', 'address', 'label', 'createdAt', 'endedAt'])
      .where('personId', '=', personId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('notificationSettings')
      .select(['kind', 'mail', 'channels'])
      .where('personId', '=', personId)
      .orderBy('kind')
      .execute(),
  ])
  return { favourites, watches, notifications, notification_addresses, notification_settings }
}

async function whatTheyDid({ db }: Ctx, personId: PersonId) {
  const [consents, purchases, inquiries, messages_written, reviews, announcements_read, history] = await Promise.all([
    db
      .selectFrom('consents')
      .innerJoin('pageVersions', 'pageVersions.id', 'consents.pageVersionId')
      .select(['slug', 'number', 'title', 'at', 'ip', 'userAgent'])
      .where('personId', '=', personId)
      .orderBy('at')
      .execute(),
    db
      .selectFrom('purchases')
      .select(['number', 'placedAt'])
      .where('personId', '=', personId)
      .orderBy('placedAt')
      .execute(),
    db
      .selectFrom('inquiries')
      .select(['number', 'kind', 'state', 'body', 'name', 'email', 'phone', 'organisation', 'sentAt'])
      .where('personId', '=', personId)
      .orderBy('sentAt')
      .execute(),
    db
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversationId')
      .innerJoin('farms', 'farms.id', 'conversations.farmId')
      .innerJoin('restaurants', 'restaurants.id', 'conversations.restaurantId')
      .select(['farms.name as farm', 'restaurants.name as restaurant', 'body', 'photoCount', 'sentAt'])
      .select(['editedAt', 'removedAt'])
      .where('messages.personId', '=', personId)
      .orderBy('sentAt')
      .execute(),
    reviewsOf(db, personId),
    db
      .selectFrom('announcementReadings')
      .select(['announcementId', 'at'])
      .where('personId', '=', personId)
      .orderBy('at')
      .execute(),
    db
      .selectFrom('events')
      .select(['at', 'kind', 'data', 'actorKind'])
      .where((is) => is.or([is('personId', '=', personId), is('aboutPersonId', '=', personId)]))
      .orderBy('at')
      .orderBy('id')
      .execute(),
  ])
  return {
    consents,
    purchases,
    inquiries,
    messages_written,
    ...reviews,
    announcements_read,
    // what an order brought in is the farm's data
    history: history.map(({ actorKind, data, ...event }) => ({
      ...event,
      data: actorKind === 'farm' ? dataWithoutMoney(data) : data,
    })),
  }
}

/** Reviews they wrote, their replies to reviews, and their reports. */
async function reviewsOf(db: Ctx['db'], personId: PersonId) {
  const [reviews_written, review_replies, review_reports] = await Promise.all([
    db
      .selectFrom('reviews')
      .innerJoin('orders', 'orders.id', 'reviews.orderId')
      .select(['orders.number as order', 'side', 'stars', 'words', 'writtenAt', 'reviews.changedAt', 'shownFrom'])
      .select(['hiddenAt', 'hiddenReason'])
      .where('reviews.personId', '=', personId)
      .orderBy('writtenAt')
      .execute(),
    db
      .selectFrom('reviews')
      .innerJoin('orders', 'orders.id', 'reviews.orderId')
      .select(['orders.number as order', 'reply', 'repliedAt'])
      .where('repliedBy', '=', personId)
      .orderBy('repliedAt')
      .execute(),
    db
      .selectFrom('reviewReports')
      .select(['reviewId', 'reason', 'words', 'at', 'closedAt'])
      .where('personId', '=', personId)
      .orderBy('at')
      .execute(),
  ])
  return { reviews_written, review_replies, review_reports }
}
