import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type RefusalDetail } from '#kernel/result.ts'
import { Body, OrderIdIn, Text } from '#kernel/schema.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import { acceptOrder } from '#modules/ordering/accept-order.server.ts'
import { OrderVersion } from '#modules/ordering/order-input.ts'
import { type OrderingRefusal, refusalText } from '#modules/ordering/refusal-text.ts'
import { prepareOrder } from './prepare-order.server.ts'

/** What became of one order; `refused` is the sentence for the farm, null if it is done. */
export type SteppedOrder = {
  orderId: OrderId
  refused: string | null
  refusal?: OrderingRefusal | 'not_found'
  detail?: RefusalDetail | undefined
}

export const manySteps = ['accept', 'prepare'] as const
type ManyStep = (typeof manySteps)[number]

const Chosen = Body({
  orderId: OrderIdIn,
  version: OrderVersion.optional().describe('表示していた注文の version。変更されていた場合、その注文は受注しません'),
})
type Chosen = z.output<typeof Chosen>

async function stepOne(ctx: Ctx, step: ManyStep, { orderId, version }: Chosen, key: string): Promise<SteppedOrder> {
  try {
    const stepped =
      step === 'accept'
        ? await acceptOrder(ctx, { orderId, lines: [], key, ...(version !== undefined && { version }) })
        : await prepareOrder(ctx, { orderId, key })
    if (stepped.ok) return { orderId, refused: null }
    const { refusal, detail } = stepped
    return { orderId, refused: refusalText(refusal, detail), refusal, detail }
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    return { orderId, refused: '注文が見つかりません。画面を開き直してください。', refusal: 'not_found' }
  }
}

const once = (orders: readonly Chosen[]) => new Set(orders.map(({ orderId }) => orderId)).size === orders.length

/**
 * The farm's office accepts many orders as they were ordered, or begins to pack them, in one go. Not one transaction: an
 * order that was changed or cancelled meanwhile does not hold up the others. Sent again with its key, what was done is
 * answered as done.
 */
export const stepMany = repeatable({
  name: 'order.step_many',
  permission: 'own',
  input: {
    step: z.enum(manySteps, { error: 'accept か prepare を指定してください。' }),
    orders: z
      .array(Chosen)
      .min(1, '注文を選択してください。')
      .max(200, '一度に処理できるのは200件までです。')
      .refine(once, '同じ注文が2回指定されています。'),
    key: Text(8, 120).describe('この操作のキー（8〜120文字、UUIDなど）'),
  },
  refusals: noRefusals,
  run: async (ctx, { step, orders, key }) => {
    requireFarm(ctx.actor)
    const stepped: SteppedOrder[] = []
    for (const chosen of orders) stepped.push(await stepOne(ctx, step, chosen, `${key}-${chosen.orderId}`))
    return ok({ orders: stepped })
  },
})
