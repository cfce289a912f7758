import { randomBytes } from 'node:crypto'
import type { Actor } from '#authorization/actor.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import { type BadgeId, type EventId, type FarmId, newId, type RestaurantId } from '#kernel/ids.ts'
import { addDays, earlierDay, type JstDate, laterDay } from '#kernel/jst.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { type BadgeRule, badgeEvent, badgeRules } from './badge.ts'
import { badgeInputs, type KnownInputs, leftFarms } from './badge-inputs.server.ts'
import { publishedRules } from './badge-rules.ts'
import { type Proof, proveBadges } from './prove-badges.ts'

/** The address of a restaurant's badge, the farms it hides there, and the last recorded status. */
export type KeptBadge = {
  id: BadgeId
  rule: BadgeRule
  token: string
  left: FarmId[]
  /** The day on which it would end, as last calculated while it was valid. */
  knownUntil: JstDate | null
  last: Turn | null
}
type Turn = { ordinal: number; kind: 'granted' | 'ended'; from: JstDate; until: JstDate }

export type Shop = { id: RestaurantId; name: string; trading: boolean; badges: KeptBadge[] }

/** A restaurant with its badges; null if it does not exist. One query. */
export const shopById = (db: DbOrTx, id: RestaurantId): Promise<Shop | null> => shopWhere(db, { id })
/** The restaurant whose badge has this address; null if there is none. One query. */
export const shopByToken = (db: DbOrTx, token: string): Promise<Shop | null> => shopWhere(db, { token })

async function shopWhere(db: DbOrTx, of: { id: RestaurantId } | { token: string }): Promise<Shop | null> {
  const rows = await db
    .selectFrom('restaurants as r')
    .leftJoin('badges as b', 'b.restaurantId', 'r.id')
    .leftJoinLateral(
      (is) =>
        is
          .selectFrom('badgeTurns')
          .select(['ordinal', 'kind', 'fromOn', 'untilOn'])
          .whereRef('badgeId', '=', 'b.id')
          .orderBy('ordinal', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['r.id as restaurantId', 'r.name', 'r.status', 'b.id', 'b.rule', 'b.token', 'b.knownUntil'])
    .select(['last.ordinal', 'last.kind', 'last.fromOn as from', 'last.untilOn as until'])
    .select((is) =>
      is
        .selectFrom('badgeLeftFarms')
        .select(({ fn }) => fn.agg<FarmId[] | null>('array_agg', ['farmId']).as('ids'))
        .whereRef('badgeId', '=', 'b.id')
        .as('left'),
    )
    .where((is) =>
      'id' in of
        ? is('r.id', '=', of.id)
        : is('r.id', '=', is.selectFrom('badges').select('restaurantId').where('token', '=', of.token)),
    )
    .execute()
  const [first] = rows
  if (!first) return null
  return {
    id: first.restaurantId,
    name: first.name,
    trading: first.status === 'approved',
    badges: rows.flatMap(({ id, rule, token, left, knownUntil, ordinal, kind, from, until }) => {
      if (!id || !rule || !token) return []
      const last = ordinal && kind && from && until ? { ordinal, kind, from, until } : null
      return [{ id, rule, token, left: left ?? [], knownUntil, last }]
    }),
  }
}

/** What is proven for a restaurant on a day, calculated from its deliveries. Two queries. */
export async function provenOf(
  db: DbOrTx,
  shop: Shop,
  day: JstDate,
): Promise<{ inputs: KnownInputs; proofs: Proof[] }> {
  const of = { restaurantId: shop.id, trading: shop.trading, left: leftFarms(shop.badges) }
  const inputs = await badgeInputs(db, of, day)
  return { inputs, proofs: proveBadges(inputs, day) }
}

export type Change = { rule: BadgeRule; eventId: EventId; kind: 'granted' | 'ended'; from: JstDate; until: JstDate }
/** `deliveries`: received recently, so its badges may still change. */
export type Recorded = { changes: Change[]; shop: Shop; deliveries: number }

/**
 * Records changes since the last time: a badge that is valid now is granted, with an address if it never had one; one
 * that is not is ended. Within a transaction; a concurrent second call finds nothing left to record.
 */
export async function recordBadges(
  { db, now, actor }: { db: DbOrTx; now: Date; actor: Actor },
  restaurantId: RestaurantId,
  day: JstDate,
): Promise<Recorded | null> {
  // serialised: two concurrent calls would both see a badge that is not granted yet
  await db.selectFrom('restaurants').select('id').where('id', '=', restaurantId).forNoKeyUpdate().execute()
  const shop = await shopById(db, restaurantId)
  if (!shop) return null
  const { inputs, proofs } = await provenOf(db, shop, day)
  const changes: Change[] = []
  for (const rule of badgeRules) {
    const proof = proofs.find((it) => it.rule === rule)
    const kept = shop.badges.find((it) => it.rule === rule)
    const stands = kept?.last?.kind === 'granted'
    if (!proof || (!proof.holds && !stands)) continue
    const badge = kept ?? (await makeBadge(db, now, restaurantId, rule))
    if (proof.holds && proof.until !== badge.knownUntil)
      await db.updateTable('badges').set({ knownUntil: proof.until }).where('id', '=', badge.id).execute()
    if (proof.holds && stands) continue
    const days = proof.holds ? { from: day, until: proof.until } : endedDays(badge, day)
    const kind = proof.holds ? 'granted' : 'ended'
    const eventId = await recordEvent(
      db,
      { actor, now },
      { kind: badgeEvent[kind], aboutRestaurantId: restaurantId, data: { rule, ...days } },
    )
    await db
      .insertInto('badgeTurns')
      .values({
        badgeId: badge.id,
        ordinal: (badge.last?.ordinal ?? 0) + 1,
        kind,
        ruleVersion: publishedRules[rule].version,
        fromOn: days.from,
        untilOn: days.until,
        eventId,
        at: now,
      })
      .execute()
    changes.push({ rule, eventId, kind, ...days })
  }
  return { changes, shop, deliveries: inputs.deliveries.length }
}

/**
 * The days on which an ended badge was valid: until the day it was known to end on or, if it ended earlier, until
 * yesterday; never before it began.
 */
export function endedDays({ last, knownUntil }: Pick<KeptBadge, 'last' | 'knownUntil'>, day: JstDate) {
  const yesterday = addDays(day, -1)
  const from = last?.from ?? yesterday
  const until = earlierDay(knownUntil ?? yesterday, yesterday)
  return { from, until: laterDay(from, until) }
}

async function makeBadge(db: DbOrTx, now: Date, restaurantId: RestaurantId, rule: BadgeRule): Promise<KeptBadge> {
  const made = await db
    .insertInto('badges')
    .values({
      id: newId<'badge'>(),
      restaurantId,
      rule,
      token: newToken(),
      createdAt: now,
      knownUntil: null,
    })
    .returning(['id', 'token'])
    .executeTakeFirstOrThrow()
  return { ...made, rule, left: [], knownUntil: null, last: null }
}

/** 144 random bits. */
const newToken = () => randomBytes(18).toString('base64url')
