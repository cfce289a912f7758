import { expect, test } from 'vitest'
import { Forbidden, NotFound } from '#kernel/errors.ts'
import { at } from '#kernel/jst.ts'
import { saveBookSettings } from '#modules/bookkeeping/book-settings.server.ts'
import { bookFile, exportBooks, previewBooks } from '#modules/bookkeeping/export-books.server.ts'
import { anInvoice } from '../factories/charge.ts'
import { aFarm, aKey, aProduct, aRestaurant } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { must } from './steps.ts'

const database = testDatabase()
const october = { fromMonth: '2026-10', toMonth: '2026-10' }

async function aBilledRestaurant(sellerNumber: string | null = 'T7000012050002') {
  const { restaurantId, kitchenId, actor } = await aRestaurant(database.db)
  const { farmId, actor: farmer } = await aFarm(database.db)
  const productId = await aProduct(database.db, farmId)
  const { orderId } = await aReceivedOrder(database.db, {
    restaurantId,
    kitchenId,
    farmId,
    on: '2026-10-20',
    lines: [{ productId }],
  })
  await anInvoice(database.db, { restaurantId, farmId, orderId, freight: 1_000, sellerNumber })
  return {
    ctx: { actor, db: database.db, now: at('2026-11-10 09:00') },
    farmer: { actor: farmer, db: database.db, now: at('2026-11-10 09:00') },
  }
}
const textOf = async (...asked: Parameters<typeof bookFile>) => Buffer.from((await bookFile(...asked)).bytes).toString()

test('the purchases of a month are written once per key, and the same file comes whenever it is asked for', async () => {
  const { ctx } = await aBilledRestaurant()
  const before = await previewBooks(ctx, october)
  expect([before.documents.map(({ exported }) => exported), before.totalYen]).toEqual([[false], 11_900])
  const key = aKey()
  const { id } = must(await exportBooks(ctx, { ...october, key }))
  expect(must(await exportBooks(ctx, { ...october, key })).id).toBe(id)
  const text = await textOf(ctx, id)
  expect(text.split('\r\n').slice(1, 3)).toEqual([
    expect.stringContaining(',仕入高,課対仕入8%（軽）,10800,内税,800,'),
    expect.stringContaining(',荷造運賃,課対仕入10%,1100,内税,100,'),
  ])
  // another name of the account later does not reach what was handed over
  must(
    await saveBookSettings(ctx, {
      key: aKey(),
      software: 'freee',
      encoding: 'utf8',
      version: 0,
      purchases: '材料仕入高',
    }),
  )
  expect(await textOf(ctx, id)).toBe(text)
  const after = await previewBooks(ctx, october)
  expect([after.documents.map(({ exported }) => exported), after.past.map((made) => made.id)]).toEqual([[true], [id]])
  const again = must(await exportBooks(ctx, { ...october, key: aKey() }))
  expect(await textOf(ctx, again.id)).toContain('材料仕入高')
})

test('goods of a farm without a registration number are bought under 経過措置', async () => {
  const { ctx } = await aBilledRestaurant(null)
  const { id } = must(await exportBooks(ctx, { ...october, key: aKey() }))
  expect(await textOf(ctx, id)).toContain(',課対仕入（控70）8%（軽）,10800,')
})

test.each([
  ['months in the wrong order', { fromMonth: '2026-10', toMonth: '2026-09' }, 'bad_months'],
  ['more than two years', { fromMonth: '2024-10', toMonth: '2026-10' }, 'bad_months'],
  ['months without documents', { fromMonth: '2026-07', toMonth: '2026-08' }, 'nothing_to_export'],
])('%s are refused', async (_, months, refusal) => {
  const { ctx } = await aBilledRestaurant()
  expect(await exportBooks(ctx, { ...months, key: aKey() })).toMatchObject({ ok: false, refusal })
})

test('an encoding that the software does not read, and settings that were changed meanwhile, are refused', async () => {
  const { ctx } = await aBilledRestaurant()
  const save = (given: { software: 'freee' | 'yayoi'; encoding: 'utf8' | 'shift_jis'; version: number }) =>
    saveBookSettings(ctx, { key: aKey(), ...given })
  expect(await save({ software: 'yayoi', encoding: 'utf8', version: 0 })).toMatchObject({ refusal: 'not_readable' })
  const both = await Promise.all([
    save({ software: 'yayoi', encoding: 'shift_jis', version: 0 }),
    save({ software: 'freee', encoding: 'utf8', version: 0 }),
  ])
  expect(both.map((result) => (result.ok ? 'saved' : result.refusal)).toSorted()).toEqual([
    'changed_meanwhile',
    'saved',
  ])
})

test('a file of another organisation does not exist, and a helper who may not see money gets none', async () => {
  const { ctx, farmer } = await aBilledRestaurant()
  const { id } = must(await exportBooks(ctx, { ...october, key: aKey() }))
  const { ctx: stranger } = await aBilledRestaurant()
  await expect(bookFile(stranger, id)).rejects.toThrow(NotFound)
  await expect(bookFile(farmer, id)).rejects.toThrow(NotFound)
  const helper = { ...farmer, actor: { ...farmer.actor, role: 'staff' as const } }
  await expect(previewBooks(helper, october)).rejects.toThrow(Forbidden)
})
