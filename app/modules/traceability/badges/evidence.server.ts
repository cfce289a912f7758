import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { FarmId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { type Limit, waitAfter } from '#modules/identity/throttle.server.ts'
import type { BadgeRule } from './badge.ts'
import type { KnownInputs } from './badge-inputs.server.ts'
import { type PublishedRule, publishedRules } from './badge-rules.ts'
import { endedDays, type KeptBadge, type Shop } from './badge-store.server.ts'
import type { Proof } from './prove-badges.ts'
import { provenAtAddress } from './shop-badges.server.ts'
import { type PublishedKey, publishedKeys, signStatement } from './signing-keys.server.ts'

/** A delivery as published. Farms that the badge does not show have no name here, only their weight. */
export type StatedDelivery = {
  day: JstDate
  farmId: FarmId | null
  farm: string | null
  lots: string[]
  /** It names a lot. */
  traced: boolean
  /**
   * Per mille by value of everything received in the window: what counts for the rule, and the rest; null for `farms`.
   */
  counted: number | null
  other: number | null
}

export type StatedCertificate = { farmId: FarmId; authority: string; number: string; from: JstDate; until: JstDate }

/** Everything that is signed. It can be recalculated from its inputs (docs/verify-badge.mjs). */
export type BadgeStatement = {
  kind: 'une-to-sara/badge'
  format: 1
  token: string
  shop: string
  rule: { id: BadgeRule } & PublishedRule
  /** The day in Japan for which it was calculated, and the moment. */
  day: JstDate
  at: string
  inputs: { deliveries: StatedDelivery[]; certificates: StatedCertificate[] }
  result: {
    valid: boolean
    /** Window and end of a valid badge; of one that ended the first and the last day of its validity. */
    from: JstDate
    until: JstDate
    farms: { farmId: FarmId; farm: string; deliveries: number; until: JstDate }[]
    percent: number | null
  }
}

export type SignedBadge = { statement: BadgeStatement; signature: string }

/** Per network address: a guest's page asks once, a program that checks many has to slow down. */
const entryLimit: Limit = { most: 120, withinMs: 60_000 }
export type EntryRefusal = 'too_many_tries' | 'no_such_badge'
type Door = Pick<Ctx, 'db' | 'now'> & { encryption: Encryption; ip: string | null }

const waitAtDoor = (door: Door): Promise<number> => waitAfter(door, 'badge-ip', door.ip, entryLimit)

/** The evidence of an address, public: calculated now, and signed. */
export async function signedBadge(door: Door, token: string): Promise<Result<SignedBadge, EntryRefusal>> {
  const wait = await waitAtDoor(door)
  if (wait > 0) return refuseFor('too_many_tries', wait)
  const found = await provenAtAddress(door, token)
  if (!found || (!found.proof.holds && !found.kept.last)) return refuse('no_such_badge')
  const statement = stateBadge(found, door.now)
  return ok({ statement, signature: await signStatement(door, statement) })
}

/** The keys with which signatures are verified, public. */
export async function badgeKeys(door: Door): Promise<Result<PublishedKey[], EntryRefusal>> {
  const wait = await waitAtDoor(door)
  return wait > 0 ? refuseFor('too_many_tries', wait) : ok(await publishedKeys(door))
}

type Found = { shop: Shop; kept: KeptBadge; inputs: KnownInputs; proof: Proof }

function stateBadge({ shop, kept, inputs, proof }: Found, now: Date): BadgeStatement {
  const { rule, holds } = proof
  const day = jstDateOf(now)
  const farms = holds ? proof.farms.filter(({ shown }) => shown) : []
  const ended = kept.last?.kind === 'ended' ? kept.last : endedDays(kept, day)
  const { from, until } = holds ? proof : ended
  const nameOf = (id: FarmId) => inputs.farms.get(id)?.name ?? ''
  return {
    kind: 'une-to-sara/badge',
    format: 1,
    token: kept.token,
    shop: shop.name,
    rule: { id: rule, ...publishedRules[rule] },
    day,
    at: now.toISOString(),
    inputs: holds ? statedInputs({ inputs, proof, nameOf }) : { deliveries: [], certificates: [] },
    result: {
      valid: holds,
      from,
      until,
      farms: farms.map((farm) => ({
        farmId: farm.farmId,
        farm: nameOf(farm.farmId),
        deliveries: farm.deliveries,
        until: farm.until,
      })),
      percent: holds && proof.permille !== null ? Math.floor(proof.permille / 10) : null,
    },
  }
}

type Stated = { inputs: KnownInputs; proof: Proof; nameOf: (id: FarmId) => string }

function statedInputs({ inputs, proof, nameOf }: Stated): BadgeStatement['inputs'] {
  const shown = new Set(proof.farms.flatMap((farm) => (farm.shown ? [farm.farmId] : [])))
  return {
    deliveries: proof.evidence.map(({ farmId, day, lots, counts, counted, other }) => {
      const named = shown.has(farmId) && counts
      return {
        day,
        farmId: named ? farmId : null,
        farm: named ? nameOf(farmId) : null,
        lots: named ? [...lots] : [],
        traced: lots.length > 0,
        counted,
        other,
      }
    }),
    certificates:
      proof.rule === 'organic'
        ? inputs.certificates
            .filter(({ farmId }) => shown.has(farmId))
            .map(({ farmId, authority, number, from, until }) => ({ farmId, authority, number, from, until }))
        : [],
  }
}
