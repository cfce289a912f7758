import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { NotFound, Unauthenticated } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addMinutes, at } from '../../app/kernel/jst.ts'
import { keptIds, myFavourites, setFavourite } from '../../app/modules/products/catalog/favourites.server.ts'
import { releaseStock } from '../../app/modules/products/catalog/stock.server.ts'
import { tellWatchers } from '../../app/modules/products/catalog/tell-watchers.server.tsx'
import {
  addWatch,
  isWatched,
  myWatches,
  removeWatch,
  stopWatching,
  watchesOf,
} from '../../app/modules/products/catalog/watches.server.ts'
import { aFarm, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const sql = (text: string, ...values: unknown[]) => test_.pool.query(text, values)
const chefAt = async (now = noon): Promise<Ctx> => as(test_.db, (await aRestaurant(test_.db)).actor, now)

test('adding a favourite twice is adding it once, and it can be removed', async () => {
  const ctx = await chefAt()
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  for (const _ of [1, 2]) {
    await setFavourite(ctx, { it: { productId }, kept: true })
    await setFavourite(ctx, { it: { farmId }, kept: true })
  }
  expect((await keptIds(ctx)).toSorted()).toEqual([productId, farmId].toSorted())
  const mine = await myFavourites(ctx)
  expect([mine.products.map(({ id }) => id), mine.farms.map(({ id }) => id)]).toEqual([[productId], [farmId]])
  await sql(`update products set status = 'paused' where id = $1`, productId)
  expect((await myFavourites(ctx)).resting.map(({ id }) => id)).toEqual([productId])
  for (const _ of [1, 2]) await setFavourite(ctx, { it: { productId }, kept: false })
  expect(await keptIds(ctx)).toEqual([farmId])
  expect(await keptIds(await chefAt())).toEqual([])
})

test('what a user may not see cannot be a favourite, and visitors have none', async () => {
  const ctx = await chefAt()
  const { farmId } = await aFarm(test_.db, { status: 'submitted' })
  const hidden = await aProduct(test_.db, farmId)
  for (const it of [{ farmId }, { productId: hidden }, { productId: newId<'product'>() }])
    await expect(setFavourite(ctx, { it: it, kept: true })).rejects.toThrow(NotFound)
  const visitor = as(test_.db, { kind: 'visitor' })
  await expect(setFavourite(visitor, { it: { farmId }, kept: true })).rejects.toThrow(Unauthenticated)
  expect(await keptIds(visitor)).toEqual([])
})

const tellAt = (now: Date) => tellWatchers({ db: test_.db, now })
async function mailsTo(ctx: Ctx): Promise<string[]> {
  const personId = 'personId' in ctx.actor ? ctx.actor.personId : ''
  const { rows } = await sql(
    `select mails.* from mails join people on people.email = recipient
      where people.id = $1 and template = 'watch' order by mails.created_at, mails.id`,
    personId,
  )
  return (await withWords(rows)).map(({ subject, text }) => `${subject}\n${text}`)
}
const later = (minutes: number) => addMinutes(noon, minutes)

test('back in stock: told once, when it is', async () => {
  const ctx = await chefAt()
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId, { stock: 0 })
  for (const _ of [1, 2]) must(await addWatch(ctx, { asked: { kind: 'back_in_stock', productId } }))
  expect(await watchesOf(ctx, { productId })).toEqual(['back_in_stock'])
  await tellAt(later(5))
  expect(await mailsTo(ctx)).toEqual([])
  await releaseStock(ctx, [{ productId, qty: 3, orderLineId: newId<'orderLine'>() }]).catch(() =>
    sql('update product_search set in_stock = true where product_id = $1', productId),
  )
  await Promise.all([tellAt(later(10)), tellAt(later(10))])
  await tellAt(later(15))
  const [mail, ...more] = await mailsTo(ctx)
  expect(mail).toContain('入荷しました')
  expect(mail).toContain(`https://site.invalid/restaurant/products/${productId}`)
  expect(more).toEqual([])
  expect(await myWatches(ctx)).toEqual([])
})

test('in season: told once, in the first month of it', async () => {
  const ctx = await chefAt()
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId, { seasonMonths: [12, 1] })
  must(await addWatch(ctx, { asked: { kind: 'in_season', productId } }))
  await tellAt(at('2026-11-30 20:00'))
  expect(await mailsTo(ctx)).toEqual([])
  await tellAt(at('2026-12-01 06:00'))
  await tellAt(at('2027-01-01 06:00'))
  expect(await mailsTo(ctx)).toHaveLength(1)
})

test('price: told at every change, from what was told last, and never to those who may not see it', async () => {
  const ctx = await chefAt()
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  must(await addWatch(ctx, { asked: { kind: 'price_change', productId } }))
  const priceIs = (price: number) => sql('update products set price_yen = $1 where id = $2', price, productId)
  await priceIs(1_600)
  await tellAt(later(5))
  await tellAt(later(10))
  await priceIs(1_700)
  await tellAt(later(15))
  const mails = await mailsTo(ctx)
  expect(mails).toHaveLength(2)
  expect(mails[0]).toContain('¥1,500 → ¥1,600')
  expect(mails[1]).toContain('¥1,600 → ¥1,700')
  await sql(
    `update restaurants set status = 'suspended', status_reason = 'test' where id = (select restaurant_id from memberships where person_id = $1)`,
    'personId' in ctx.actor ? ctx.actor.personId : '',
  )
  await priceIs(1_800)
  await tellAt(later(20))
  expect(await mailsTo(ctx)).toHaveLength(2)
  const unapproved = as(test_.db, (await aRestaurant(test_.db, { approved: false })).actor)
  expect(await addWatch(unapproved, { asked: { kind: 'price_change', productId } })).toMatchObject({
    refusal: 'no_price',
  })
})

test('a new product of a farm: told for each round of new ones, not for those that were there', async () => {
  const ctx = await chefAt()
  const { farmId } = await aFarm(test_.db)
  await aProduct(test_.db, farmId)
  must(await addWatch(ctx, { asked: { kind: 'new_of_farm', farmId } }))
  await tellAt(later(5))
  expect(await mailsTo(ctx)).toEqual([])
  for (const minutes of [6, 7]) await aProduct(test_.db, farmId, { listedAt: later(minutes) })
  await tellAt(later(10))
  await tellAt(later(15))
  const [mail, ...more] = await mailsTo(ctx)
  expect(mail).toContain('新商品が2点出ました')
  expect(more).toEqual([])
})

test('a search without results: notified once, when there are some; one mail for all news', async () => {
  const ctx = await chefAt()
  const { farmId } = await aFarm(test_.db)
  must(await addWatch(ctx, { asked: { kind: 'words', words: 'ヤーコン 信州' } }))
  must(await addWatch(ctx, { asked: { kind: 'new_of_farm', farmId } }))
  expect(await isWatched(ctx, 'やーこん　信州')).toBe(true)
  await tellAt(later(5))
  expect(await mailsTo(ctx)).toEqual([])
  await aProduct(test_.db, farmId, { name: '信州ヤーコン', kana: 'シンシュウヤーコン', listedAt: later(6) })
  await tellAt(later(10))
  const [mail, ...more] = await mailsTo(ctx)
  expect(mail).toContain('他1件')
  expect(mail).toContain('商品が見つかりました')
  expect(more).toEqual([])
})

test('watches can be removed, are limited to a hundred, and are private to the user', async () => {
  const ctx = await chefAt()
  const other = await chefAt()
  expect(await addWatch(ctx, { asked: { kind: 'words', words: '％＿' } })).toMatchObject({ refusal: 'no_words' })
  for (let n = 0; n < 100; n++) must(await addWatch(ctx, { asked: { kind: 'words', words: `ことば${n}` } }))
  expect(await addWatch(ctx, { asked: { kind: 'words', words: 'もうひとつ' } })).toMatchObject({ refusal: 'too_many' })
  const [first] = await myWatches(ctx)
  if (!first) throw new Error('no watch')
  await removeWatch(other, { id: first.id })
  expect(await myWatches(ctx)).toHaveLength(100)
  await removeWatch(ctx, { id: first.id })
  await stopWatching(ctx, { asked: { kind: 'words', words: 'ことば50' } })
  expect(await myWatches(ctx)).toHaveLength(98)
})

test('suspended users and those without a confirmed address are told nothing', async () => {
  const { farmId } = await aFarm(test_.db)
  for (const column of ['suspended_at', 'closed_at']) {
    const ctx = await chefAt()
    must(await addWatch(ctx, { asked: { kind: 'new_of_farm', farmId } }))
    await sql(`update people set ${column} = now() where id = $1`, 'personId' in ctx.actor ? ctx.actor.personId : '')
    await aProduct(test_.db, farmId, { listedAt: later(3) })
    await tellAt(later(5))
    expect(await mailsTo(ctx)).toEqual([])
  }
})

test('a watch that has ended can be added again with the same fields', async () => {
  const ctx = await chefAt()
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  must(await addWatch(ctx, { asked: { kind: 'in_season', productId } }))
  must(await addWatch(ctx, { asked: { kind: 'new_of_farm', farmId } }))
  must(await addWatch(ctx, { asked: { kind: 'words', words: 'ズッキーニの花' } }))
  const again = (await myWatches(ctx)).map((watch) => watch.again)
  expect(again).toEqual(
    expect.arrayContaining([
      { kind: 'in_season', product: productId },
      { kind: 'new_of_farm', farm: farmId },
      { kind: 'words', words: 'ずっきーにの花' },
    ]),
  )
})
