import type { Db } from '#infra/db/kysely.server.ts'
import { addDays, addMinutes, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { badgeEvent, badgeRules } from '#modules/traceability/badges/badge.ts'
import { badgeInputs } from '#modules/traceability/badges/badge-inputs.server.ts'
import { publishedRules } from '#modules/traceability/badges/badge-rules.ts'
import { type Proof, proveBadges } from '#modules/traceability/badges/prove-badges.ts'
import type { Row } from './bulk.ts'
import { aboutNothing } from './event.ts'
import type { MakeId } from './ids.ts'
import type { Random } from './random.ts'
import type { SeedRestaurant } from './restaurants.ts'

export type SeedBadges = {
  badges: Row<'badges'>[]
  events: Row<'events'>[]
  turns: Row<'badgeTurns'>[]
  checks: Row<'badgeChecks'>[]
}

const weeks = 36

/**
 * The badges of some restaurants as their deliveries have earned and lost them, checked once a week for several weeks.
 * Nothing is invented: the rules are applied to the seeded orders.
 */
export async function makeBadges(
  db: Db,
  shops: readonly SeedRestaurant[],
  now: Date,
  id: MakeId,
  random: Random,
): Promise<SeedBadges> {
  const today = jstDateOf(now)
  const made: SeedBadges = { badges: [], events: [], turns: [], checks: [] }
  for (const { row } of shops) {
    const since = addDays(today, -7 * weeks - 100)
    const inputs = await badgeInputs(db, { restaurantId: row.id, trading: true, left: {} }, today, since)
    const history = Array.from({ length: weeks + 1 }, (_, week) => addDays(today, -7 * (weeks - week))).map((day) => ({
      day,
      proofs: proveBadges(inputs, day),
    }))
    for (const rule of badgeRules)
      writeTurns(
        made,
        row.id,
        history.flatMap(({ day, proofs }) => {
          const proof = proofs.find((it) => it.rule === rule)
          return proof ? [{ day, proof }] : []
        }),
        { id, random },
      )
    made.checks.push({ restaurantId: row.id, farmId: null, dueAt: momentOf(addDays(today, 1), 0) })
  }
  return made
}

type Seen = { day: JstDate; proof: Proof }

function writeTurns(
  made: SeedBadges,
  restaurantId: SeedRestaurant['row']['id'],
  seen: readonly Seen[],
  { id, random }: { id: MakeId; random: Random },
): void {
  let badge: Row<'badges'> | null = null
  let granted: JstDate | null = null
  let ordinal = 0
  for (const { day, proof } of seen) {
    const { rule, holds } = proof
    const at = addMinutes(momentOf(day, 0), 1)
    if (holds && !badge) {
      badge = { id: id(at), restaurantId, rule, token: token(random), createdAt: at, knownUntil: null }
      made.badges.push(badge)
    }
    if (!badge) continue
    const known: JstDate | null = badge.knownUntil
    if (holds) badge.knownUntil = proof.until
    if (holds === (granted !== null)) continue
    const yesterday = addDays(day, -1)
    const days = holds
      ? { fromOn: day, untilOn: proof.until }
      : { fromOn: granted ?? yesterday, untilOn: known !== null && known < yesterday ? known : yesterday }
    const kind = holds ? 'granted' : 'ended'
    const event: Row<'events'> = {
      id: id(at),
      at,
      kind: badgeEvent[kind],
      actorKind: 'system',
      actorName: '自動',
      personId: null,
      adminId: null,
      ...aboutNothing,
      aboutRestaurantId: restaurantId,
      purchaseId: null,
      orderId: null,
      data: { rule, from: days.fromOn, until: days.untilOn },
    }
    made.events.push(event)
    ordinal += 1
    const rule_version = publishedRules[rule].version
    made.turns.push({ badgeId: badge.id, ordinal, kind, ruleVersion: rule_version, ...days, eventId: event.id, at })
    granted = holds ? day : null
  }
}

/** Derived from the seed, so the same in every demo, and no more secret than the demo itself. */
const token = (random: Random): string =>
  Buffer.from(Array.from({ length: 18 }, () => random.int(0, 255))).toString('base64url')
