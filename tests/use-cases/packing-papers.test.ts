import { expect, test } from 'vitest'
import type { FarmActor } from '../../app/authorization/actor.ts'
import { Forbidden } from '../../app/kernel/errors.ts'
import { grams } from '../../app/kernel/grams.ts'
import type { OrderId } from '../../app/kernel/ids.ts'
import { jstDateOf } from '../../app/kernel/jst.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { dayOrders } from '../../app/modules/packing-papers/day-orders.server.ts'
import { dayPapers } from '../../app/modules/packing-papers/day-papers.server.ts'
import { firstPaperDay, paperDays } from '../../app/modules/packing-papers/paper-days.server.ts'
import { type PaperPart, paperParts } from '../../app/modules/packing-papers/paper-parts.ts'
import { paperSettings } from '../../app/modules/packing-papers/paper-settings.server.ts'
import { preparePapers } from '../../app/modules/packing-papers/prepare-papers.server.ts'
import { loader as papersPdf } from '../../app/routes/farm/papers/papers-pdf.ts'
import { drawDayPapers } from '../../app/web/draw-papers.server.ts'
import { aKey, aMarket, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { textOfPdf } from '../support/pdf-picture.ts'
import { must, packingTime, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const tools = { origin: 'https://une-to-sara.example', draw: drawDayPapers }

/** The farm of two birds that are sold by weight, with its order; accepted, and being packed. */
async function packing() {
  const market = await aMarket(test_.db)
  const orderId = there((await placeAll(test_.db, market))[2])
  const { actor, farmId } = there(market.farms[2])
  const farmer = as(test_.db, actor, packingTime)
  const { shipOn: day, number } = await orderDetail(farmer, orderId)
  return { market, actor, farmId, farmer, orderId, day, number }
}
type Packing = Awaited<ReturnType<typeof packing>>

const chosen = ({ day }: Pick<Packing, 'day'>, parts: readonly PaperPart[] = paperParts) => ({
  ...{ day, parts: [...parts], sheet: 'a4_24' as const, start: 5, rightTenths: -3, downTenths: 12 },
})

const accept = async ({ actor, orderId }: Packing) =>
  must(await acceptOrder(as(test_.db, actor), { orderId, key: aKey(), lines: [] }))
const prepare = async ({ farmer, orderId }: Packing) => must(await prepareOrder(farmer, { orderId, key: aKey() }))

async function pack({ farmer, orderId }: Packing, weight = 3_700) {
  const { lines } = await orderDetail(farmer, orderId)
  const packed = { lineId: there(lines[0]).id, qty: 2, grams: grams(weight), reason: null, lot: 'today' as const }
  must(await packOrder(farmer, { orderId, key: aKey(), lines: [packed] }))
}

const slipsOf = (orderId: OrderId) =>
  test_.db
    .selectFrom('issuedDocuments')
    .select('number')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'delivery_slip')
    .execute()

const printed = async (it: Packing, actor: FarmActor = it.actor, parts?: readonly PaperPart[]) =>
  (await textOfPdf(await dayPapers(as(test_.db, actor, packingTime), chosen(it, parts), tools))).replaceAll(/\s/g, '')

test('an address of papers that cannot be printed says what is wrong with it', async () => {
  const it = await packing()
  const context = pageContext(it.farmer)
  const asked = (query: string) => {
    const url = new URL(`/farmer/papers.pdf?${query}`, 'https://market.example.jp')
    return papersPdf({ context, params: {}, request: new Request(url), url, pattern: '/farmer/papers.pdf' })
  }
  const wrong = await asked('day=2026-02-30&sheet=a4_24&start=99&rightTenths=0&downTenths=0')
  expect([wrong.status, wrong.headers.get('content-type')]).toEqual([422, 'text/plain; charset=utf-8'])
  const lines = (await wrong.text()).split('\n').map((line) => line.split('：')[0])
  expect(lines.toSorted()).toEqual(['出荷日', '印刷する書類', '印刷を開始する位置'].toSorted())
  expect(await (await asked('outline=1&sheet=a4_24&rightTenths=x&downTenths=0')).text()).toMatch(/^右へのずれ：/)
  const right = await asked(`day=${it.day}&parts=labels&sheet=a4_24&start=1&rightTenths=0&downTenths=0`)
  expect(right.headers.get('content-type')).toBe('application/pdf')
})

test('what is missing is said first, step by step, and the press prints what can be printed', async () => {
  const it = await packing()
  const missing = async () => (await dayOrders(it.farmer, it.day)).missing.flatMap(({ kinds }) => kinds)
  expect(await missing()).toEqual(['answer'])
  expect(await printed(it)).toContain('印刷する書類はありません')
  await accept(it)
  expect(await missing()).toEqual(['preparation'])
  await prepare(it)
  expect(await missing()).toEqual(['weight', 'lot'])
  expect(must(await preparePapers(it.farmer, chosen(it)))).toMatchObject({ orders: 1, withoutSlip: [it.orderId] })
  expect(await slipsOf(it.orderId)).toEqual([])
  const text = await printed(it)
  expect(text).toContain('2羽＿＿＿＿kg')
  expect(text).toContain('ロット＿＿＿＿＿')
  expect(text).not.toContain('納品書')
  await pack(it)
  expect(await missing()).toEqual([])
  await test_.db
    .updateTable('orders')
    .set({ shipTo: JSON.stringify({ ...(await orderDetail(it.farmer, it.orderId)).shipTo, street: ' ' }) })
    .where('id', '=', it.orderId)
    .execute()
  expect(await missing()).toEqual(['address'])
})

test('the days are counted as their papers list them, overdue orders on the current day, and the next one is first', async () => {
  const it = await packing()
  await accept(it)
  const later = new Date(packingTime.getTime() + 3 * 24 * 60 * 60_000)
  for (const [now, first] of [
    [packingTime, it.day],
    [later, jstDateOf(later)],
  ] as const) {
    const farmer = as(test_.db, it.actor, now)
    const days = await paperDays(farmer)
    for (const { day, orders } of days)
      expect([day, (await dayOrders(farmer, day)).orders.length]).toEqual([day, orders])
    expect(firstPaperDay(days, jstDateOf(now))).toBe(first)
  }
  expect(firstPaperDay([], it.day)).toBe(it.day)
})

test('the press issues the slip that is due; pressed again it issues no other, until it is packed otherwise', async () => {
  const it = await packing()
  await accept(it)
  await prepare(it)
  await pack(it)
  must(await preparePapers(it.farmer, chosen(it, ['products', 'labels'])))
  expect(await slipsOf(it.orderId)).toEqual([])
  must(await preparePapers(it.farmer, chosen(it)))
  must(await preparePapers(it.farmer, chosen(it)))
  const [slip, ...others] = await slipsOf(it.orderId)
  expect(others).toEqual([])
  const text = await printed(it)
  for (const part of [there(slip).number, '納品書', it.number, '3.7kg', '261125', '1枚目']) expect(text).toContain(part)
  const places = ['（商品別）', '（注文別）', '下記のとおり納品', '1/1'].map((part) => text.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  await pack(it, 3_650)
  must(await preparePapers(it.farmer, chosen(it)))
  expect(await slipsOf(it.orderId)).toHaveLength(2)
  expect(await printed(it, it.actor, ['slips'])).toContain('3.65kg')
  expect(await printed(it, it.actor, ['slips'])).not.toContain('ピッキング')
})

test('pressed at once by two members, one slip is issued', async () => {
  const it = await packing()
  await accept(it)
  await prepare(it)
  await pack(it)
  const presses = await Promise.all([1, 2, 3].map(() => preparePapers(it.farmer, chosen(it))))
  for (const press of presses) expect(must(press).withoutSlip).toEqual([])
  expect(await slipsOf(it.orderId)).toHaveLength(1)
})

test('a helper who does not see money prints lists and labels, and neither issues nor gets a slip', async () => {
  const it = await packing()
  await accept(it)
  await prepare(it)
  await pack(it)
  const helper: FarmActor = { ...it.actor, role: 'staff', rights: 'pack', seesMoney: false }
  must(await preparePapers(as(test_.db, helper, packingTime), chosen(it)))
  expect(await slipsOf(it.orderId)).toEqual([])
  must(await preparePapers(it.farmer, chosen(it)))
  const text = await printed(it, helper)
  expect(text).toContain('ピッキングリスト')
  expect(text).not.toMatch(/[¥￥円]|納品書/)
  must(await preparePapers(as(test_.db, helper, packingTime), chosen(it, ['orders', 'labels'])))
  expect((await paperSettings(it.farmer)).parts).toEqual(['orders', 'slips', 'labels'])
  const reader: FarmActor = { ...helper, rights: 'see' }
  await expect(preparePapers(as(test_.db, reader, packingTime), chosen(it))).rejects.toThrow(Forbidden)
})

test('another farm cannot print any of it', async () => {
  const it = await packing()
  await accept(it)
  const other = there(it.market.farms[0]).actor
  expect(await printed(it, other, ['products', 'orders', 'labels'])).not.toContain(it.number)
  const { orders, missing } = await dayOrders(as(test_.db, other, packingTime), it.day)
  expect([...orders, ...missing].map(({ id }) => id)).not.toContain(it.orderId)
})

test('sheet, offset and parts are kept for the farm, the start of a sheet is not', async () => {
  const it = await packing()
  expect(await paperSettings(it.farmer)).toEqual({
    ...{ parts: [...paperParts], sheet: 'a4_12', rightTenths: 0, downTenths: 0 },
  })
  must(await preparePapers(it.farmer, chosen(it, ['labels', 'orders'])))
  expect(await paperSettings(it.farmer)).toEqual({
    ...{ parts: ['labels', 'orders'], sheet: 'a4_24', rightTenths: -3, downTenths: 12 },
  })
  must(await preparePapers(it.farmer, { ...chosen(it, ['labels', 'orders']), only: 'slips' }))
  expect((await paperSettings(it.farmer)).parts).toEqual(['labels', 'orders'])
  expect((await paperSettings(as(test_.db, there(it.market.farms[0]).actor))).sheet).toBe('a4_12')
})
