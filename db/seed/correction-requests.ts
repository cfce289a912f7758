import type { Db } from '../../app/infra/db/kysely.server.ts'
import type { OrderState } from '../../app/kernel/enums.ts'
import { addHours } from '../../app/kernel/jst.ts'
import { requestTerms } from '../../app/modules/ordering/adjustments/adjustment-request.ts'
import { linesOf } from '../../app/modules/ordering/order-store.server.ts'
import type { Row } from './bulk.ts'
import { aboutNothing } from './event.ts'
import type { SeedFarm } from './farms.ts'
import type { MakeId } from './ids.ts'
import type { SeedRestaurant } from './restaurants.ts'

type Sides = { shop: SeedRestaurant; farms: readonly SeedFarm[] }

export type CorrectionRequests = {
  adjustmentRequests: Row<'adjustmentRequests'>[]
  adjustmentRequestLines: Row<'adjustmentRequestLines'>[]
  events: Row<'events'>[]
}

/**
 * What farms of the demo ask its kitchen to correct after shipping: of a final bill, waiting for an answer; and of a box that
 * is not received yet, agreed. Each a unit that came back.
 */
export async function makeCorrectionRequests(
  db: Db,
  { shop, farms }: Sides,
  now: Date,
  id: MakeId,
): Promise<CorrectionRequests> {
  const made: CorrectionRequests = { adjustmentRequests: [], adjustmentRequestLines: [], events: [] }
  const ask = async (states: readonly OrderState[], askedAgo: number, answeredAgo: number | null) => {
    const found = await newestReturn(db, shop, farms, states)
    if (!found) return
    const { order, line, farm } = found
    const askedAt = addHours(now, -askedAgo)
    const answeredAt = answeredAgo === null ? null : addHours(now, -answeredAgo)
    const requestId = id<'adjustmentRequest'>(askedAt)
    const reason = '配達の途中で1つ破損し、農園に戻りました。'
    made.adjustmentRequests.push({
      id: requestId,
      orderId: order.id,
      state: answeredAt ? 'agreed' : 'asked',
      reason,
      words: answeredAt ? '承知しました。' : '',
      askedAt,
      dueAt: addHours(askedAt, requestTerms.answerDays * 24),
      answeredAt,
      adjustmentId: null,
    })
    made.adjustmentRequestLines.push({ requestId, orderLineId: line.id, kind: 'return', qty: 1, grams: null })
    const about = { ...aboutNothing, purchaseId: order.purchaseId, orderId: order.id }
    const { owner } = farm
    made.events.push({
      ...about,
      id: id<'event'>(askedAt),
      at: askedAt,
      kind: 'correction_requested',
      actorKind: 'farm',
      actorName: owner.name,
      personId: owner.id,
      adminId: null,
      reason,
    })
    if (answeredAt)
      made.events.push({
        ...about,
        id: id<'event'>(answeredAt),
        at: answeredAt,
        kind: 'correction_agreed',
        actorKind: 'buyer',
        actorName: shop.buyer.name,
        personId: shop.buyer.id,
        adminId: null,
        reason: '承知しました。',
      })
  }
  await ask(['finalized'], 20, null)
  await ask(['shipped', 'delivered'], 5, 2)
  return made
}

/** The newest of these orders of which a unit of several can have come back. */
async function newestReturn(db: Db, shop: SeedRestaurant, farms: readonly SeedFarm[], states: readonly OrderState[]) {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'farmId', 'purchaseId'])
    .where('restaurantId', '=', shop.row.id)
    .where(
      'farmId',
      'in',
      farms.map(({ row }) => row.id),
    )
    .where('state', 'in', states)
    .where('way', 'is', null)
    .orderBy('deliveryOn', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  const lines = await linesOf(
    db,
    orders.map(({ id }) => id),
  )
  for (const order of orders) {
    const line = lines.get(order.id)?.find((it) => !it.catchWeight && (it.quantities.shipped?.qty ?? 0) > 1)
    const farm = farms.find(({ row }) => row.id === order.farmId)
    if (line && farm) return { order, line, farm }
  }
  return null
}
