import { addDays, addHours, type JstDate, jstDateOf, momentOf, monthOf, type Weekday, weekdayOf } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { type Came, listsFromHistory } from '#modules/shopping-lists/lists-from-history.ts'
import type { Row } from './bulk.ts'
import type { MakeId } from './ids.ts'
import type { OrderBook } from './orders/order-book.ts'
import type { SeedProduct } from './products.ts'
import type { SeedRestaurant } from './restaurants.ts'

type Seeded = {
  lists: Row<'shoppingLists'>[]
  lines: Row<'shoppingListLines'>[]
  standing: Row<'standingOrders'>[]
}

const mostLists = 3
const notOrdered = new Set(['draft', 'pending_approval', 'declined', 'expired', 'cancelled'])

/**
 * The demo restaurant's usual orders: the lists that one press creates from its own orders, each with a product that is
 * out of season; and one of them as a standing order, for a day late enough that nothing is due immediately.
 */
export function shoppingLists(
  shop: SeedRestaurant,
  products: readonly SeedProduct[],
  book: OrderBook,
  now: Date,
  id: MakeId,
): Seeded {
  const [kitchen] = shop.kitchens
  const today = jstDateOf(now)
  const madeAt = momentOf(addDays(today, -21), 22 * 60 + 40)
  const made = listsFromHistory(historyOf(book, kitchen.row.id, addDays(today, -56)), new Set())
    .toSorted((a, b) => daysUntil(a.weekdays) - daysUntil(b.weekdays))
    .slice(0, mostLists)

  /** For the next delivery that can still be ordered; so the demo has a list for it. */
  function daysUntil([weekday = 0]: readonly Weekday[]): number {
    return (weekday - weekdayOf(addDays(today, 2)) + 7) % 7
  }
  const lists = made.map(
    ({ name, weekdays }, index): Row<'shoppingLists'> => ({
      id: id(madeAt),
      restaurantId: shop.row.id,
      kitchenId: kitchen.row.id,
      name,
      weekdays,
      position: index + 1,
      version: 1,
      createdAt: madeAt,
      changedAt: madeAt,
    }),
  )
  const lines = lists.flatMap((list, index) => {
    const of = made[index]?.lines ?? []
    const asleep = sleeperFor(of, products, today)
    const all =
      asleep && !of.some(({ productId }) => productId === asleep) ? [...of, { productId: asleep, qty: 1 }] : of
    return all.map(
      ({ productId, qty }, place): Row<'shoppingListLines'> => ({
        listId: list.id,
        productId,
        position: place + 1,
        qty,
        learns: true,
        addedAt: madeAt,
      }),
    )
  })
  const [list] = lists
  if (!list) return { lists, lines, standing: [] }
  const standing: Row<'standingOrders'> = {
    id: id(addHours(madeAt, 1)),
    restaurantId: shop.row.id,
    kitchenId: kitchen.row.id,
    listId: list.id,
    personId: shop.buyer.id,
    weekdays: [weekdayLaterThan(today, kitchen.row.receivingWeekdays)],
    ceilingYen: yen(25_000),
    nextAt: addHours(now, 1),
    pausedAt: null,
    endedAt: null,
    version: 1,
    createdAt: addHours(madeAt, 1),
    changedAt: addHours(madeAt, 1),
  }
  return { lists, lines, standing: [standing] }
}

/** What has been delivered to the kitchen since a day, the newest first. */
function historyOf(book: OrderBook, kitchenId: Row<'kitchens'>['id'], since: JstDate): Came[] {
  const on = new Map(
    book.orders
      .filter((order) => order.kitchenId === kitchenId && order.deliveryOn >= since && !notOrdered.has(order.state))
      .map((order) => [order.id, order.deliveryOn]),
  )
  return book.lines
    .flatMap((line): Came[] => {
      const day = on.get(line.orderId)
      return day ? [{ on: day, productId: line.productId, qty: line.orderedQty ?? 1 }] : []
    })
    .sort((a, b) => (a.on === b.on ? (a.productId < b.productId ? -1 : 1) : a.on < b.on ? 1 : -1))
}

/**
 * A product of summer, in winter: its farm has paused it until its season. Preferably one for which a farm of the list
 * sells something of the same kind.
 */
function sleeperFor(lines: readonly { productId: string }[], products: readonly SeedProduct[], today: JstDate) {
  const month = monthOf(today)
  const inList = new Set(lines.map(({ productId }) => productId))
  const farms = new Set(products.filter(({ row }) => inList.has(row.id)).map(({ farm }) => farm.row.id))
  const sleeping = products.filter(
    ({ row, farm }) =>
      row.status === 'paused' &&
      farm.row.status === 'approved' &&
      row.seasonMonths.length > 0 &&
      !row.seasonMonths.includes(month),
  )
  const offered = products.filter(
    ({ row, farm }) => row.status === 'listed' && farms.has(farm.row.id) && !inList.has(row.id) && inSeason(row, month),
  )
  const near = sleeping.find(({ row }) => offered.some((other) => other.row.category === row.category))
  return (near ?? sleeping[0])?.row.id ?? null
}

const inSeason = ({ seasonMonths: months }: SeedProduct['row'], month: number) =>
  months.length === 0 || months.includes(month)

/** The first weekday from five days on, on which the kitchen accepts deliveries: its deadline is days away. */
function weekdayLaterThan(today: JstDate, receiving: readonly Weekday[]): Weekday {
  const ahead = [5, 6, 7, 8, 9].find((days) => receiving.includes(weekdayOf(addDays(today, days)))) ?? 5
  return weekdayOf(addDays(today, ahead))
}
