import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { markOf } from '../../app/authorization/mark-of.server.ts'
import type { OrderId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { stepStock } from '../../app/modules/products/state-stock.server.ts'
import { action } from '../../app/routes/farm/orders/order-queued-mutation.ts'
import { type Answer, sendAll } from '../../app/ui/device/mutation-sender.ts'
import { aFarm, aKey, aMarket, aProduct, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { aDevice, aQueuedMutation, aWay, faults, Killed } from '../support/faulty-device.ts'
import { pageContext } from '../support/page-context.ts'
import { packingTime, placeAll, there } from './steps.ts'

const test_ = testDatabase()

/** As a device sends its queued mutations. */
function sent(ctx: Ctx, orderId: OrderId, fields: Record<string, string>, headers: Record<string, string>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const request = new Request(`https://market.example.jp/farmer/orders/${orderId}/press`, {
    method: 'POST',
    body,
    headers,
  })
  return action({ request, context: pageContext(ctx), params: { id: orderId } } as unknown as Parameters<
    typeof action
  >[0])
}

test('devices with every fault against the real database: each press has one effect, in its order', async () => {
  const { actor, farmId } = await aFarm(test_.db)
  const ctx = as(test_.db, actor)
  const goods = await Promise.all([1, 2].map(() => aProduct(test_.db, farmId, { stock: 0 })))
  const pressed = new Map<string, number[]>(goods.map((id) => [id, []]))
  const serve = async ({ key, lane, fields }: ReturnType<typeof aQueuedMutation>): Promise<Answer> => {
    const id = there(goods.find((product) => product === lane))
    const done = await stepStock(ctx, { id, by: Number(fields[0]?.[1]), key })
    return done.ok ? { kind: 'done', body: done.value } : { kind: 'refused', sentence: done.refusal }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ of: fc.integer({ min: 0, max: 1 }), by: fc.integer({ min: 1, max: 9 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.array(fc.constantFrom(...faults), { maxLength: 6 }),
      fc.integer({ min: 1, max: 25 }),
      async (presses, plan, death) => {
        const device = aDevice()
        const way = aWay(plan, serve)
        let steps = 0
        const send = async (dies: () => boolean) => {
          try {
            await sendAll({ store: device.tab(dies), owner: 'me', post: way.post, now: () => 0 })
          } catch (error) {
            if (!(error instanceof Killed)) throw error
          }
        }
        for (const { of, by } of presses) {
          const lane = there(goods[of])
          there(pressed.get(lane)).push(by)
          await device
            .tab(() => false)
            .add(
              aQueuedMutation({
                key: aKey(),
                lane,
                fields: [
                  ['by', String(by)],
                  ['n', aKey()],
                ],
              }),
            )
        }
        const dies = () => ++steps === death
        await Promise.all([send(dies), send(dies)])
        await way.letStraysArrive()
        plan.length = 0
        await send(() => false)
        await way.letStraysArrive()
        expect(device.disk).toEqual([])
      },
    ),
    { endOnFailure: true },
  )
  for (const id of goods) {
    const { rows } = await test_.pool.query<{ was: string; is: string }>(
      `select data->'changes'->'stock'->>0 as was, data->'changes'->'stock'->>1 as is
       from events where about_product_id = $1 and kind = 'goods_stock_stated' order by seq`,
      [id],
    )
    expect(rows.map(({ was, is }) => Number(is) - Number(was))).toEqual(pressed.get(id))
  }
}, 1_200_000)

test('what was pressed in the shed arrives in its order, once, with the time at which it was pressed', async () => {
  const market = await aMarket(test_.db)
  const [orderId] = await placeAll(test_.db, market)
  const farmer = there(market.farms[0]).actor
  const ctx = as(test_.db, farmer, packingTime)
  const { lines, version, placedAt } = await orderDetail(ctx, there(orderId))
  const said = (intent: string, more: Record<string, string> = {}) => ({ intent, key: crypto.randomUUID(), ...more })
  const press = (fields: Record<string, string>, ago: number, by = markOf(farmer), now = ctx) =>
    sent(now, there(orderId), fields, { 'x-pressed-by': by ?? '', 'x-pressed-ago': String(ago) })
  const accept = said('accept', { version: String(version) })

  const foreign = await press(accept, 0, 'another user')
  expect(foreign.status).toBe(401)

  const minutes = 60_000
  const morning = as(test_.db, farmer, at('2026-11-24 11:45'))
  expect((await press(accept, 40 * minutes, markOf(farmer), morning)).status).toBe(200)
  // the response was lost
  expect((await press(accept, 41 * minutes, markOf(farmer), morning)).status).toBe(200)
  expect((await press(said('prepare'), 39 * minutes)).status).toBe(200)
  const packed = Object.fromEntries(
    lines.flatMap(({ id }) => [
      [`qty.${id}`, '2'],
      [`lot.${id}`, 'today'],
    ]),
  )
  expect((await press(said('pack', packed), 30 * minutes)).status).toBe(200)
  const again = await press(said('accept', { version: String(version) }), 0)
  expect(again.status).toBe(409)
  expect(await again.json()).toMatchObject({ sentence: expect.stringMatching(/。$/) })

  const { events, state } = await orderDetail(ctx, there(orderId))
  expect(state).toBe('preparing')
  const pressed = (kind: string) => events.filter((event) => event.kind === kind).map(({ pressedAt }) => pressedAt)
  expect(pressed('order_accepted')).toEqual([new Date(morning.now.getTime() - 40 * minutes)])
  expect(pressed('order_preparing')).toEqual([new Date(packingTime.getTime() - 39 * minutes)])
  expect(pressed('order_placed')).toEqual([null])
  expect(placedAt < packingTime).toBe(true)
})

test('a device whose clock is wrong puts nothing before the order, and nothing into the future', async () => {
  const market = await aMarket(test_.db)
  const orderIds = await placeAll(test_.db, market)
  for (const [index, ago] of [
    [0, 400 * 24 * 3_600_000],
    [1, -5_000_000],
  ] as const) {
    const orderId = there(orderIds[index])
    const farmer = there(market.farms[index]).actor
    const ctx = as(test_.db, farmer, at('2026-11-24 11:30'))
    const { version, placedAt } = await orderDetail(ctx, orderId)
    const fields = { intent: 'accept', key: crypto.randomUUID(), version: String(version) }
    const headers = { 'x-pressed-by': markOf(farmer) ?? '', 'x-pressed-ago': String(ago) }
    const answer = await sent(ctx, orderId, fields, headers)
    expect(answer.status).toBe(200)
    const { events } = await orderDetail(ctx, orderId)
    expect(events.find(({ kind }) => kind === 'order_accepted')?.pressedAt).toEqual(index === 0 ? placedAt : null)
  }
})
