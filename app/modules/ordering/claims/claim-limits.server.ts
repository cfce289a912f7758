import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { Forbidden } from '#kernel/errors.ts'
import type { FarmId, RestaurantId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { RowVersion } from '#kernel/schema.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { setClaimLimitOf } from '#modules/organisations/organisation-store.server.ts'
import { requireSignedIn } from '../order-queries.server.ts'
import { claimRefusals, claimRefusalText } from './claim-labels.ts'
import { mostClaimLimitYen } from './claim-terms.ts'

/**
 * Up to which amount a claim with a photo is settled automatically, without tax. `ownYen` null: the platform's value.
 */
type ClaimLimit = { ownYen: Yen | null; platformYen: Yen }

/** The user's own restaurant's or farm's. */
export const ownClaimLimit = query('organisation.see', async (ctx): Promise<ClaimLimit> => {
  requireSignedIn(ctx)
  const org = sideOf(ctx)
  authorize(ctx.actor, 'organisation.see', org)
  const { ownYen } = await ownRow(ctx.db, org)
  return { ownYen, platformYen: (await readPlatform(ctx.db)).yen }
})

/**
 * Applies from the next claim on; the smaller value of both sides counts. Null: the platform's value, including later
 * changes.
 */
export const setClaimLimit = mutation({
  name: 'claim.set_limit',
  permission: 'organisation.manage',
  input: { limitYen: z.int('整数を入力してください。').nullable().describe('税抜の円。null は運営の標準を適用') },
  refusals: claimRefusals('bad_limit', 'key_reused'),
  run: async (ctx, input) => {
    const org = sideOf(ctx)
    authorize(ctx.actor, 'organisation.manage', org)
    const { limitYen } = input
    if (limitYen !== null && !isPossibleLimit(limitYen)) return refuse('bad_limit')
    const before = (await ownRow(ctx.db, org)).ownYen
    if (before === limitYen) return ok({ changed: false })
    const ref = org.farmId === null ? { restaurantId: org.restaurantId } : { farmId: org.farmId }
    await setClaimLimitOf(ctx.db, ref, limitYen === null ? null : yen(limitYen))
    await recordEvent(ctx.db, ctx, {
      kind: 'claim_limit_changed',
      ...(org.farmId && { aboutFarmId: org.farmId }),
      ...(org.restaurantId && { aboutRestaurantId: org.restaurantId }),
      data: { before, now: limitYen },
    })
    return ok({ changed: true })
  },
})

/** For staff: the default for organisations without their own value. */
export const platformClaimLimit = query('claims.list_all', async (ctx) => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'claims.list_all', null)
  return readPlatform(ctx.db)
})

/** Staff change the default. `version`: what the page has shown. */
export const setPlatformClaimLimit = mutation({
  name: 'claim.set_platform_limit',
  permission: 'claims.set_limit',
  input: { limitYen: z.int(claimRefusalText('bad_limit')), version: RowVersion },
  refusals: claimRefusals('bad_limit', 'wrong_state', 'key_reused'),
  run: async (ctx, input) => {
    seeOrNotFound(ctx.actor, 'claims.list_all', null)
    authorize(ctx.actor, 'claims.set_limit', null)
    if (!isPossibleLimit(input.limitYen)) return refuse('bad_limit')
    const before = await readPlatform(ctx.db)
    if (before.yen === input.limitYen) return ok({ changed: false })
    const changed = await ctx.db
      .updateTable('platformTerms')
      .set({ claimAutoYen: yen(input.limitYen), version: input.version + 1 })
      .where('version', '=', input.version)
      .returning('version')
      .executeTakeFirst()
    if (!changed) return refuse('wrong_state')
    await recordEvent(ctx.db, ctx, {
      kind: 'platform_claim_limit_changed',
      data: { before: before.yen, now: input.limitYen },
    })
    return ok({ changed: true })
  },
})

/** The limit between these two: the smaller of their values, with the platform's as default. */
export async function automaticYenOf(
  db: DbOrTx,
  { farmId, restaurantId }: { farmId: FarmId; restaurantId: RestaurantId },
): Promise<Yen> {
  const { farm, restaurant, platform } = await db
    .selectFrom('farms')
    .innerJoin('restaurants', (join) => join.on('restaurants.id', '=', restaurantId))
    .innerJoin('platformTerms', (join) => join.onTrue())
    .select([
      'farms.claimAutoYen as farm',
      'restaurants.claimAutoYen as restaurant',
      'platformTerms.claimAutoYen as platform',
    ])
    .where('farms.id', '=', farmId)
    .executeTakeFirstOrThrow()
  return yen(Math.min(farm ?? platform, restaurant ?? platform))
}

type Org = { farmId: FarmId; restaurantId: null } | { farmId: null; restaurantId: RestaurantId }

function sideOf({ actor }: Ctx): Org {
  if (actor.kind === 'farm') return { farmId: actor.farmId, restaurantId: null }
  if (actor.kind === 'buyer') return { farmId: null, restaurantId: actor.restaurantId }
  throw new Forbidden('claim limit')
}

const isPossibleLimit = (limit: number) => Number.isSafeInteger(limit) && limit >= 0 && limit <= mostClaimLimitYen

const ownRow = (db: DbOrTx, org: Org) =>
  org.farmId
    ? db.selectFrom('farms').select('claimAutoYen as ownYen').where('id', '=', org.farmId).executeTakeFirstOrThrow()
    : db
        .selectFrom('restaurants')
        .select('claimAutoYen as ownYen')
        .where('id', '=', org.restaurantId)
        .executeTakeFirstOrThrow()

const readPlatform = (db: DbOrTx) =>
  db.selectFrom('platformTerms').select(['claimAutoYen as yen', 'version']).executeTakeFirstOrThrow()
