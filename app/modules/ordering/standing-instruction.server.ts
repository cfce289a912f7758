import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OnShortage, ShortageTerms } from '#kernel/enums.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import type { OrderingRefusal } from './refusal-text.ts'

/** The restaurant's general instruction; a line may override it. Substitutes are named line by line. */
export type StandingInstruction = {
  onShortage: Exclude<OnShortage, 'substitute'>
  shortageTerms: Omit<ShortageTerms, 'substitutes' | 'substituteMaxYen'>
  /** The widest accepted tolerance of weight; null: the product's own. */
  tolerancePercent: number | null
  /** An order may arrive in two parts, the rest this many days after its day; null: no parts. */
  partWaitDays: number | null
  /** The restaurant pays for the boxes of the rest as well. */
  partFreight: boolean
  version: number
}

const usual: StandingInstruction = {
  onShortage: 'ship_what_there_is',
  shortageTerms: {},
  tolerancePercent: null,
  partWaitDays: 1,
  partFreight: false,
  version: 0,
}

/** The user's own restaurant's; by default, send what there is. */
export async function standingInstruction(ctx: Ctx): Promise<StandingInstruction> {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'instruction.see', { restaurantId })
  return (await read(ctx, restaurantId)) ?? usual
}

async function read(ctx: Ctx, restaurantId: RestaurantId): Promise<StandingInstruction | null> {
  const row = await ctx.db
    .selectFrom('standing_instructions')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .executeTakeFirst()
  if (!row || row.on_shortage === 'substitute') return null
  return {
    onShortage: row.on_shortage,
    shortageTerms: row.shortage_terms,
    tolerancePercent: row.tolerance_percent,
    partWaitDays: row.part_wait_days,
    partFreight: row.part_freight,
    version: row.version,
  }
}

/** The choices of days to wait for a rest. */
const waits: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7]

type Changed = Result<{ version: number }, OrderingRefusal>

/** Applies from now on; existing cart lines and orders keep theirs. `version`: the one on the page. */
export const changeStandingInstruction = (ctx: Ctx, input: StandingInstruction & { key: string }): Promise<Changed> =>
  idempotent<{ version: number }, OrderingRefusal>(ctx, 'instruction.change', input.key, input, async (ctx) => {
    const { restaurantId } = requireBuyer(ctx.actor)
    authorize(ctx.actor, 'instruction.change', { restaurantId })
    const { tolerancePercent } = input
    if (
      tolerancePercent !== null &&
      !(Number.isSafeInteger(tolerancePercent) && tolerancePercent >= 0 && tolerancePercent <= 50)
    )
      return refuse('bad_tolerance')
    if (input.partWaitDays !== null && !waits.includes(input.partWaitDays)) return refuse('bad_wait')
    // concurrent changes are serialised
    await ctx.db.selectFrom('restaurants').select('id').where('id', '=', restaurantId).forNoKeyUpdate().execute()
    const before = (await read(ctx, restaurantId)) ?? usual
    if (before.version !== input.version) return refuse('changed_meanwhile')
    const version = before.version + 1
    const row = {
      on_shortage: input.onShortage,
      shortage_terms: JSON.stringify(input.onShortage === 'ask' ? input.shortageTerms : {}),
      tolerance_percent: tolerancePercent,
      part_wait_days: input.partWaitDays,
      part_freight: input.partFreight,
      version,
      changed_at: ctx.now,
    }
    await ctx.db
      .insertInto('standing_instructions')
      .values({ restaurant_id: restaurantId, ...row })
      .onConflict((conflict) => conflict.column('restaurant_id').doUpdateSet(row))
      .execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'instruction_changed',
      aboutRestaurantId: restaurantId,
      data: { before, now: { ...input, key: undefined } },
    })
    return ok({ version })
  })
