import { z } from 'zod'
import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OnShortage, ShortageTerms } from '#kernel/enums.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { AskUntil, Otherwise, PlainOrAsk } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { orderRefusals } from './refusal-text.ts'

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
export const standingInstruction = query('instruction.see', async (ctx): Promise<StandingInstruction> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'instruction.see', { restaurantId })
  return (await read(ctx, restaurantId)) ?? usual
})

async function read(ctx: Ctx, restaurantId: RestaurantId): Promise<StandingInstruction | null> {
  const row = await ctx.db
    .selectFrom('standingInstructions')
    .selectAll()
    .where('restaurantId', '=', restaurantId)
    .executeTakeFirst()
  if (!row || row.onShortage === 'substitute') return null
  return {
    onShortage: row.onShortage,
    shortageTerms: row.shortageTerms,
    tolerancePercent: row.tolerancePercent,
    partWaitDays: row.partWaitDays,
    partFreight: row.partFreight,
    version: row.version,
  }
}

const tolerance = '重さの許容幅は、0から50までの整数で入力してください（例 5）。'
const wait = '残りを待てる日数は、0から7までの整数で入力してください（例 1）。'

/** Applies from now on; existing cart lines and orders keep theirs. */
export const changeStandingInstruction = mutation({
  name: 'instruction.change',
  permission: 'instruction.change',
  input: {
    version: z
      .int('整数を入力してください。')
      .min(0)
      .describe('表示していた version。その間に変更されていた場合は拒否します'),
    onShortage: PlainOrAsk,
    askUntil: AskUntil.optional(),
    otherwise: Otherwise.optional(),
    tolerancePercent: z
      .int(tolerance)
      .min(0, tolerance)
      .max(50, tolerance)
      .nullable()
      .describe('不定貫で許容する重量の差。null は商品の設定どおり'),
    partWaitDays: z
      .int(wait)
      .min(0, wait)
      .max(7, wait)
      .nullable()
      .default(1)
      .describe('一部出荷の場合に、残りの商品を待てる日数。null は一部出荷を希望しない'),
    partFreight: z
      .boolean('true か false を指定してください。')
      .default(false)
      .describe('残りの個口の送料も飲食店が負担する'),
  },
  refusals: orderRefusals('changed_meanwhile', 'key_reused'),
  run: async (ctx, { key: _, askUntil, otherwise, ...said }) => {
    const { restaurantId } = requireBuyer(ctx.actor)
    authorize(ctx.actor, 'instruction.change', { restaurantId })
    // concurrent changes are serialised
    await ctx.db.selectFrom('restaurants').select('id').where('id', '=', restaurantId).forNoKeyUpdate().execute()
    const before = (await read(ctx, restaurantId)) ?? usual
    if (before.version !== said.version) return refuse('changed_meanwhile')
    const version = before.version + 1
    const shortageTerms = { ...(askUntil !== undefined && { askUntil }), ...(otherwise && { otherwise }) }
    const row = {
      onShortage: said.onShortage,
      shortageTerms: JSON.stringify(said.onShortage === 'ask' ? shortageTerms : {}),
      tolerancePercent: said.tolerancePercent,
      partWaitDays: said.partWaitDays,
      partFreight: said.partFreight,
      version,
      changedAt: ctx.now,
    }
    await ctx.db
      .insertInto('standingInstructions')
      .values({ restaurantId, ...row })
      .onConflict((conflict) => conflict.column('restaurantId').doUpdateSet(row))
      .execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'instruction_changed',
      aboutRestaurantId: restaurantId,
      data: { before, now: { ...said, shortageTerms } },
    })
    return ok({ version })
  },
})
