import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { OrderState } from '#kernel/enums.ts'
import type { OrderId, ProductId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok } from '#kernel/result.ts'
import { Body, DayIn, OrderIdIn, ShortageReasonIn, Text } from '#kernel/schema.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import { OrderVersion } from '#modules/ordering/order-input.ts'
import { acceptWithDay, proposeDay } from '#modules/ordering/propose-day.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import {
  mostShortOrders,
  ShortAnswer,
  type ShortOutcome,
  shortenOrder,
  shortOrders,
} from '#modules/ordering/short-orders.server.ts'
import { ProductIdIn } from '../product.ts'
import { stepStock } from '../state-stock.server.ts'
import { withdrawHarvest } from './harvest.server.ts'

export type ShortResult = {
  orderId: OrderId
  number: string
  restaurant: string
  /** `day_proposed`: another day, about which the restaurant decides. */
  outcome: ShortOutcome | 'day_proposed' | null
  /** Why it was left as it is; null: it was answered. */
  refused: string | null
}

export type NoHarvestDone = {
  orders: ShortResult[]
  /** Orders of these goods that came in since the page was opened. */
  unseen: number
  /** Names of the goods that are not sold any more on these days. */
  closed: string[]
  /** Their promised days go beyond these days: the farm changes them on the page of its harvests. */
  stillOpen: string[]
}

/**
 * 「収穫できない」: closes the sale of the goods on these ship days if asked to, then answers every order that was shown,
 * each in its own transaction with a key of its own: pressed twice, or after a lost connection, each is answered once.
 * What has changed meanwhile stays, with its reason.
 */
export const reportNoHarvest = repeatable({
  name: 'harvest.report_none',
  permission: 'harvest.allot',
  input: {
    productIds: z.array(ProductIdIn).min(1, '商品を選択してください').max(100),
    from: DayIn,
    to: DayIn,
    reason: ShortageReasonIn,
    closes: z.boolean().default(false).describe('この期間の販売も停止する'),
    orders: z
      .array(
        Body({
          orderId: OrderIdIn,
          version: OrderVersion,
          lines: z.array(ShortAnswer).min(1).max(500),
          proposedOn: DayIn.optional().describe(
            '数量を減らす代わりに提案する別のお届け日。回答待ちの注文は受注を確定します',
          ),
        }),
      )
      .max(mostShortOrders),
    key: Text(8, 120).describe('この操作のキー（8〜120文字、UUIDなど）'),
  },
  refusals: noRefusals,
  run: async (ctx, { key, reason, orders, closes, ...goods }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'harvest.allot', { farmId })
    // first: otherwise more is ordered while the orders are answered
    const sale = closes ? await closeSale(ctx, goods, key) : { closed: [], stillOpen: [] }
    const names = await namesOf(ctx, orders)
    const done: ShortResult[] = []
    for (const { orderId, version, lines, proposedOn } of orders) {
      const one = { orderId, version, key: `${key}-${orderId}` }
      const { state, ...of } = names.get(orderId) ?? { number: '', restaurant: '' }
      if (proposedOn) {
        const propose = state === 'placed' ? acceptWithDay : proposeDay
        const said = await propose(ctx, { ...one, deliveryOn: proposedOn })
        done.push({
          orderId,
          ...of,
          outcome: said.ok ? 'day_proposed' : null,
          refused: said.ok ? null : refusalText(said.refusal, said.detail),
        })
        continue
      }
      const said = await shortenOrder(ctx, { ...one, reason, lines })
      done.push({
        orderId,
        ...of,
        outcome: said.ok ? said.value.outcome : null,
        refused: said.ok ? null : refusalText(said.refusal, said.detail),
      })
    }
    const seen = new Set(orders.map(({ orderId }) => orderId))
    const left = await shortOrders(ctx, goods)
    return ok({ orders: done, unseen: left.filter(({ orderId }) => !seen.has(orderId)).length, ...sale })
  },
})

async function namesOf({ db, actor }: Ctx, orders: readonly { orderId: OrderId }[]) {
  if (orders.length === 0) return new Map<OrderId, { number: string; restaurant: string; state: OrderState }>()
  const rows = await db
    .selectFrom('orders')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurantId')
    .select(['orders.id', 'orders.number', 'orders.state', 'restaurants.name as restaurant'])
    .where('orders.farmId', '=', requireFarm(actor).farmId)
    .where(
      'orders.id',
      'in',
      orders.map(({ orderId }) => orderId),
    )
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

type Goods = { productIds: readonly ProductId[]; from: JstDate; to: JstDate }

/** Of goods sold by harvest the promises within these days are withdrawn; of others the stock becomes zero. */
async function closeSale(ctx: Ctx, { productIds, from, to }: Goods, key: string) {
  const { farmId } = requireFarm(ctx.actor)
  const closed: string[] = []
  const stillOpen: string[] = []
  if (!can(ctx.actor, 'goods.change', { farmId })) return { closed, stillOpen }
  const goods = await ctx.db
    .selectFrom('products')
    .innerJoin('productStock', 'productStock.productId', 'products.id')
    .select(['products.id', 'name', 'sellsFrom', 'availableQty'])
    .where('farmId', '=', farmId)
    .where('products.id', 'in', productIds)
    .orderBy('products.id')
    .execute()
  for (const { id, name, sellsFrom, availableQty } of goods) {
    if (sellsFrom === 'stock') {
      if (availableQty > 0) await stepStock(ctx, { id, by: -availableQty, key: `${key}-${id}` })
      closed.push(name)
      continue
    }
    const windows = await ctx.db
      .selectFrom('harvestWindows')
      .select(['id', 'fromOn', 'toOn'])
      .where('productId', '=', id)
      .where('closedAt', 'is', null)
      .where('fromOn', '<=', to)
      .where('toOn', '>=', from)
      .orderBy('fromOn')
      .execute()
    const within = windows.filter((it) => it.fromOn >= from && it.toOn <= to)
    for (const window of within) await withdrawHarvest(ctx, { id: window.id })
    if (within.length < windows.length) stillOpen.push(name)
    else closed.push(name)
  }
  return { closed, stillOpen }
}
