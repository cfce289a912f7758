import type pg from 'pg'
import { jstDateOf } from '#kernel/jst.ts'
import type { TaxRateRow } from '#modules/pricing/tax/consumption-tax.ts'
import type { Row } from '../bulk.ts'
import type { SeedFarm } from '../farms.ts'
import type { MakeId } from '../ids.ts'
import type { LotBook } from '../lots.ts'
import type { SeedProduct } from '../products.ts'
import { randomFor } from '../random.ts'
import type { SeedRestaurant } from '../restaurants.ts'
import { openPurchases } from './open-orders.ts'
import { emptyBook, type OrderBook } from './order-book.ts'
import { pastPurchases } from './past-orders.ts'
import { deliveryKeys } from './plan.ts'
import { writeOrder } from './write-order.ts'

type Market = {
  restaurants: readonly SeedRestaurant[]
  products: readonly SeedProduct[]
  demoFarms: readonly SeedFarm[]
  now: Date
  id: MakeId
  lots: LotBook
}

/** All purchases; the demo's open ones choose their days first; then numbered in the order of placing. */
export async function writeOrders(client: pg.ClientBase, market: Market): Promise<OrderBook> {
  const { restaurants, products, demoFarms, now, id, lots } = market
  const taxRates = await taxRatesOf(client)
  const keys = deliveryKeys()
  const open = openPurchases(demoFarms, restaurants, products, now, keys, randomFor('open orders'))
  const past = pastPurchases(restaurants, products, demoFarms, now, keys, randomFor('past orders'))
  const plans = [...past, ...open].sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime())

  const book = emptyBook()
  const tools = { book, now, id, lots, taxRates, random: randomFor('histories') }
  plans.forEach((plan, index) => {
    const purchase: Row<'purchases'> = {
      id: id(plan.placedAt),
      number: purchaseNumber(plan.placedAt, index + 1),
      restaurantId: plan.restaurant.row.id,
      kitchenId: plan.kitchen.row.id,
      personId: plan.restaurant.buyer.id,
      placedAt: plan.placedAt,
    }
    book.purchases.push(purchase)
    for (const [at, order] of plan.orders.entries()) {
      writeOrder(order, purchase, plan, `${purchase.number}-${at + 1}`, tools)
    }
  })
  return book
}

/** The n-th value of the sequence purchase_number, as place-order writes it: 261121-00001. */
const purchaseNumber = (placedAt: Date, n: number) =>
  `${jstDateOf(placedAt).slice(2).replaceAll('-', '')}-${String(n).padStart(5, '0')}`

/** The sequence continues after this value. */
export const lastPurchaseNumber = (book: OrderBook): number => book.purchases.length

async function taxRatesOf(client: pg.ClientBase): Promise<TaxRateRow[]> {
  const rates = await client.query<TaxRateRow>(
    `select kind, percent, from_on::text as "fromOn", enabled from tax_rates where kind in ('standard', 'food', 'newspaper')`,
  )
  return rates.rows
}
