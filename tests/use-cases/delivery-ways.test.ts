import { expect, test } from 'vitest'
import type { Temperature } from '../../app/kernel/enums.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { daysBetween, type Weekday } from '../../app/kernel/jst.ts'
import type { PrefCode } from '../../app/kernel/place.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setFarmWish } from '../../app/modules/cart/change-cart.server.ts'
import { endWay, farmWays, farmWaysTo, openWay } from '../../app/modules/delivery/farm-ways.server.ts'
import { tellOrderNews } from '../../app/modules/ordering/order-digest.server.tsx'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { freightPage } from '../../app/routes/freight/freight-page.server.ts'
import { anApi } from '../api/support.ts'
import { aKey, aMarket, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { mailsSentTo } from '../support/mailed.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

/** Every day, for all temperatures, with one fee. */
const aVan = (prefectureCode: PrefCode) => ({
  key: aKey(),
  kind: 'own_van' as const,
  name: '東京便',
  prefectures: [prefectureCode],
  postalCodes: [],
  weekdays: [0, 1, 2, 3, 4, 5, 6] as Weekday[],
  temperatures: ['ambient', 'chilled', 'frozen'] as Temperature[],
  feeYen: yen(700),
  bands: [],
  distances: [],
  freeFromYen: null,
  leadDays: 0,
  cutoffHours: null,
  hours: '10:00〜12:00',
  place: '',
})

/** A farm whose own van comes to the kitchen on every day. */
async function scene() {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  const farmer = as(test_.db, farm.actor)
  const chef = as(test_.db, market.chef)
  const { rows } = await test_.pool.query('select prefecture_code from kitchens where id = $1', [market.kitchenId])
  const van = must(await openWay(farmer, aVan(there(rows[0]).prefecture_code)))
  await fillCart(chef, market.kitchenId, [[farm.productId, 5]])
  const choose = (wayId: typeof van.id | null) =>
    setFarmWish(chef, { kitchenId: market.kitchenId, farmId: farm.farmId, wayId })
  return { market, farm, farmer, chef, van, choose }
}

test('an order by the own van costs its fee once, and its boxes have no numbers', async () => {
  const { market, farm, chef, van, choose } = await scene()
  must(await choose(van.id))
  const quoted = there((await cartQuote(chef, market.kitchenId)).farms[0])
  expect(quoted).toMatchObject({ problem: null, freightYen: 700, way: { id: van.id } })
  const { orderIds } = must(await place(chef, market.kitchenId))
  const order = await orderDetail(chef, there(orderIds[0]))
  expect(order.parcels.length).toBeGreaterThan(1)
  expect(order.parcels.every(({ tracked }) => !tracked)).toBe(true)
  expect(order.figures.freightYen).toBe(700)
  const { rows } = await test_.pool.query("select way->>'name' as name from orders where id = $1", [order.id])
  expect(rows).toEqual([{ name: '東京便' }])
  expect(farm.farmId).toBe(order.farm.id)

  // the farm reads in its mail that no carrier comes
  await tellOrderNews({ db: test_.db, now: noon })
  const mails = await mailsSentTo(test_.pool, `${farm.actor.personId}@example.jp`)
  const mail = mails.find(({ template }) => template === 'farm_orders')
  expect(mail?.text).toMatch(/お届け方法\s+自社配送（東京便） 10:00〜12:00/)
})

test('a way that has ended is not chosen silently again: the cart asks, and the order keeps what was agreed', async () => {
  const { market, farmer, chef, van, choose } = await scene()
  must(await choose(van.id))
  must(await endWay(farmer, { key: aKey(), wayId: van.id }))
  expect(await farmWays(farmer)).toEqual([])
  expect((await cartQuote(chef, market.kitchenId)).farms[0]).toMatchObject({ problem: 'way_gone' })
  expect(await choose(van.id)).toMatchObject({ refusal: 'way_gone' })
  must(await choose(null))
  expect((await cartQuote(chef, market.kitchenId)).farms[0]).toMatchObject({ problem: null, way: null })
})

test('a way ends while an order is placed by it: the order comes by it, or is refused', async () => {
  const { market, farm, farmer, chef, van, choose } = await scene()
  must(await choose(van.id))
  const [placed, ended] = await Promise.all([
    place(chef, market.kitchenId),
    endWay(farmer, { key: aKey(), wayId: van.id }),
  ])
  expect(ended.ok).toBe(true)
  const { rows } = await test_.pool.query("select way->>'id' as way from orders where farm_id = $1", [farm.farmId])
  expect(rows).toEqual(placed.ok ? [{ way: van.id }] : [])
})

test('the way of another farm does not exist, and is not rewritten', async () => {
  const { market, van } = await scene()
  const other = as(test_.db, there(market.farms[1]).actor)
  await expect(endWay(other, { key: aKey(), wayId: van.id })).rejects.toThrow(NotFound)
  await expect(test_.pool.query('update delivery_ways set fee_yen = 1 where id = $1', [van.id])).rejects.toThrow(
    'ended',
  )
})

test('what is fetched in a town has the fee, the days and the cutoff of its point, and the area of none', async () => {
  const { market, farmer, chef, choose } = await scene()
  const point = must(
    await openWay(farmer, {
      ...aVan('13'),
      key: aKey(),
      kind: 'pickup',
      name: '駅前',
      feeYen: yen(300),
      freeFromYen: yen(1_000_000),
      leadDays: 2,
      cutoffHours: 48,
      place: '駅前の直売所',
    }),
  )
  expect((await farmWays(farmer)).find(({ id }) => id === point.id)).toMatchObject({
    feeYen: 300,
    freeFromYen: 1_000_000,
    leadDays: 2,
    cutoffHours: 48,
    prefectures: [],
  })
  must(await choose(point.id))
  const { day, freightYen } = there((await cartQuote(chef, market.kitchenId)).farms[0])
  expect(freightYen).toBe(300)
  if (!day) throw new Error('it can be fetched on no day')
  expect(daysBetween(day.shipOn, day.deliveryOn)).toBe(2)
  expect(day.packAt.getTime() - day.cutoffAt.getTime()).toBe(48 * 3_600_000)
  const { orderIds } = must(await place(chef, market.kitchenId))
  const order = await orderDetail(chef, there(orderIds[0]))
  expect(order.figures.freightYen).toBe(300)
  expect(order.way).toMatchObject({ kind: 'pickup', place: '駅前の直売所' })
})

test('a van by distance costs what its farm has stated for the municipality, and the order keeps it', async () => {
  const { market, farmer, chef, choose } = await scene()
  const { rows } = await test_.pool.query(
    'select prefecture_code as "prefectureCode", postal_code as "postalCode", city from kitchens where id = $1',
    [market.kitchenId],
  )
  const to = there(rows[0])
  const byDistance = (more: { km: number; place?: string }) =>
    openWay(farmer, {
      key: aKey(),
      kind: 'own_van',
      name: '近隣便',
      prefectures: [to.prefectureCode],
      postalCodes: [],
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      temperatures: ['ambient', 'chilled', 'frozen'],
      feeYen: yen(0),
      bands: [
        { upToKm: 30, feeYen: yen(900) },
        { upToKm: 10, feeYen: yen(500) },
      ],
      distances: [{ place: more.place ?? to.city, km: more.km }],
      freeFromYen: null,
      leadDays: 0,
      cutoffHours: null,
      hours: '',
      place: '',
    })
  expect(await byDistance({ km: 31 })).toMatchObject({ refusal: 'beyond_bands' })
  const way = must(await byDistance({ km: 12 }))
  const elsewhere = must(await byDistance({ km: 12, place: '遠方市' }))
  expect(await farmWaysTo(farmer, to, 'ambient')).toMatchObject([{ feeYen: 700 }, { id: way.id, feeYen: 900, km: 12 }])
  must(await choose(way.id))
  const quoted = there((await cartQuote(chef, market.kitchenId)).farms[0])
  expect(quoted).toMatchObject({ freightYen: 900, way: { id: way.id, km: 12 } })
  expect(quoted.ways.map(({ id }) => id)).not.toContain(elsewhere.id)
  const { orderIds } = must(await place(chef, market.kitchenId))
  expect((await orderDetail(chef, there(orderIds[0]))).figures.freightYen).toBe(900)
  const kept = await test_.pool.query('select way from orders where id = $1', [there(orderIds[0])])
  expect(there(kept.rows[0]).way).toMatchObject({ feeYen: 900, km: 12 })
})

test('the simulator offers a van only for what it takes, on the page and by API', async () => {
  const { market, farmer, farm } = await scene()
  const { rows } = await test_.pool.query(
    'select prefecture_code as to, postal_code as "postalCode" from kitchens where id = $1',
    [market.kitchenId],
  )
  const place = there(rows[0])
  must(await openWay(farmer, { ...aVan(place.to), name: '常温便', temperatures: ['ambient'] }))
  const api = anApi(test_)
  const token = await api.tokenOf(farm.actor)
  const offered = async (temperature: string) => {
    const asked = new URLSearchParams({ ...place, size: '60', temperature })
    const page = await freightPage(farmer, new URL(`https://example.com/farmer/freight?${asked}`))
    const { body } = await api.call('GET', `/farm/shipping/freight?${asked}`, { token })
    const names = page.simulation.ways.map(({ name }) => name)
    expect(body.ways.map(({ name }: { name: string }) => name)).toEqual(names)
    return names
  }
  expect(await offered('ambient')).toEqual(['東京便', '常温便'])
  expect(await offered('frozen')).toEqual(['東京便'])
})
