import { expect, test } from 'vitest'
import { NotFound } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { productDetail } from '../../app/modules/products/catalog/product-page.server.ts'
import { publicAddresses } from '../../app/modules/products/catalog/public-addresses.server.ts'
import { farmShareCard, productShareCard } from '../../app/modules/products/catalog/share-card.server.ts'
import { aFarm, aProduct, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const visitor = { kind: 'visitor' } as const

test('goods on sale and their farms are in the sitemap; drafts, and goods of a suspended farm, are not', async () => {
  const { farmId } = await aFarm(test_.db)
  const listed = await aProduct(test_.db, farmId)
  const draft = await aProduct(test_.db, farmId)
  await test_.pool.query("update products set status = 'draft' where id = $1", [draft])
  const { farmId: suspended } = await aFarm(test_.db)
  const hidden = await aProduct(test_.db, suspended)
  await test_.pool.query("update farms set status = 'suspended', status_reason = 'test' where id = $1", [suspended])

  const addresses = await publicAddresses(as(test_.db, visitor))
  expect(addresses).toContain(`/restaurant/products/${listed}`)
  expect(addresses).toContain(`/restaurant/farmers/${farmId}`)
  for (const id of [draft, suspended, hidden]) expect(addresses.filter((address) => address.includes(id))).toEqual([])
})

test('the picture of a product says what and from where, and never a price', async () => {
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  await test_.pool.query('update products set price_yen = 987654 where id = $1', [productId])
  const card = await productShareCard(as(test_.db, visitor), productId)
  expect(card.title).not.toBe('')
  expect(card.lines).toHaveLength(2)
  expect(JSON.stringify(card)).not.toMatch(/987,?654/)
})

test('the picture of a farm names up to three of its goods', async () => {
  const { farmId } = await aFarm(test_.db)
  for (let i = 0; i < 4; i += 1) await aProduct(test_.db, farmId)
  const { lines } = await farmShareCard(as(test_.db, visitor), farmId)
  expect(lines.at(-1)?.split('・').length).toBeLessThanOrEqual(3)
})

test('what is not on sale has no picture', async () => {
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  await test_.pool.query("update products set status = 'paused' where id = $1", [productId])
  const ctx = as(test_.db, visitor)
  await expect(productShareCard(ctx, productId)).rejects.toThrow(NotFound)
  await expect(productShareCard(ctx, newId<'product'>())).rejects.toThrow(NotFound)
  await test_.pool.query("update farms set status = 'suspended', status_reason = 'test' where id = $1", [farmId])
  await expect(farmShareCard(ctx, farmId)).rejects.toThrow(NotFound)
})

test.each([
  ["update products set status = 'archived' where id = $1", 'product'],
  ["update farms set status = 'suspended', status_reason = 'test' where id = $1", 'farm'],
] as const)('a visitor does not see what is withdrawn: %s', async (sql, whose) => {
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  expect((await productDetail(as(test_.db, visitor), productId, null)).id).toBe(productId)
  await test_.pool.query(sql, [whose === 'product' ? productId : farmId])
  await expect(productDetail(as(test_.db, visitor), productId, null)).rejects.toThrow(NotFound)
})
