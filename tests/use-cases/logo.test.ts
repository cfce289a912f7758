import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { addHours } from '../../app/kernel/jst.ts'
import { photoKeyIn } from '../../app/kernel/picture-name.ts'
import { myRestaurant } from '../../app/modules/identity/me.server.ts'
import { myWorkplaces } from '../../app/modules/identity/workplaces.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { removeLogo, setLogo, turnLogo } from '../../app/modules/organisations/restaurant/logo.server.ts'
import { restaurantAccount } from '../../app/modules/organisations/restaurant/restaurant-account.server.ts'
import { makeLaterSizes } from '../../app/modules/photos/keep-org-photo.server.ts'
import { photoBytes, sweepPhotos } from '../../app/modules/photos/keep-photo.server.ts'
import { type PhotoKey, parsePhotoKey, photoFileName, storeKey } from '../../app/modules/photos/photo.ts'
import { aFarm, aMarket, anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

function aStore() {
  const kept = new Map<string, Uint8Array>()
  return {
    kept,
    put: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
    get: async (key: string) => kept.get(key) ?? null,
    delete: async (key: string) => void kept.delete(key),
    async *list() {
      for (const key of kept.keys()) yield { key, writtenAt: noon }
    },
  }
}

/** Wider than high, so that a rotation is visible. */
const aSign = async (background = '#c8501f') =>
  new Uint8Array(
    await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .withExif({ IFD0: { Model: 'SecretPhone' } })
      .jpeg()
      .toBuffer(),
  )
const newKey = () => crypto.randomUUID()

async function aShop() {
  const { actor, restaurantId } = await aRestaurant(test_.db)
  const owner: BuyerActor = { ...actor, role: 'owner' }
  return { restaurantId, actor, owner: as(test_.db, owner), chef: as(test_.db, { ...actor, role: 'staff' as const }) }
}
const logoOf = async (ctx: Parameters<typeof restaurantAccount>[0]) => (await restaurantAccount(ctx)).logo
const keyOf = (logo: string | null) => there(parsePhotoKey(photoKeyIn(there(logo))))
const eventsOf = async (restaurantId: string) =>
  (
    await test_.pool.query(
      `select data->>'there' as there from events where kind = 'logo_changed' and about_restaurant_id = $1 order by at, id`,
      [restaurantId],
    )
  ).rows.map((row) => row.there)

test('an owner sets the restaurant’s logo; it is shown on its pages and where members switch organisations', async () => {
  const { owner, chef, restaurantId } = await aShop()
  const files = aStore()
  expect(await logoOf(owner)).toBeNull()
  must(await setLogo(owner, files, { bytes: await aSign(), uploadKey: newKey() }))
  const logo = there(await logoOf(chef))
  expect(logo).toMatch(/^photo-[0-9a-z]{32}-[0-9a-f]{24}$/)
  expect((await myRestaurant(chef)).logo).toBe(logo)
  expect((await myWorkplaces(chef)).filter(({ here }) => here).every((place_) => place_.logo === logo)).toBe(true)
  expect(await eventsOf(restaurantId)).toEqual(['true'])
  expect(await makeLaterSizes({ db: test_.db, now: noon }, files)).toEqual({ made: 1 })
  expect(files.kept.size).toBe(5)
  for (const bytes of files.kept.values()) expect(Buffer.from(bytes).includes('SecretPhone')).toBe(false)
})

test('only owners change it: members may see it, others do not', async () => {
  const { owner, chef } = await aShop()
  const files = aStore()
  const bytes = await aSign()
  must(await setLogo(owner, files, { bytes, uploadKey: newKey() }))
  const key = keyOf(await logoOf(owner))
  const farm = as(test_.db, (await aFarm(test_.db)).actor)
  for (const who of [chef, farm]) {
    await expect(setLogo(who, files, { bytes, uploadKey: newKey() })).rejects.toThrow(Forbidden)
    await expect(turnLogo(who, files, key)).rejects.toThrow(Forbidden)
    await expect(removeLogo(who, {})).rejects.toThrow(Forbidden)
  }
  const stranger = await aShop()
  await expect(turnLogo(stranger.owner, files, key)).rejects.toThrow(NotFound)
  const asked = { fileName: photoFileName(key, 'small'), form: null }
  await photoBytes(chef, files, asked)
  await photoBytes(as(test_.db, await anAdmin(test_.db)), files, asked)
  for (const who of [stranger.owner, farm, as(test_.db, { kind: 'visitor' })])
    await expect(photoBytes(who, files, asked)).rejects.toThrow(NotFound)
})

test('the farm sees it beside an order, and another farm does not', async () => {
  const market = await aMarket(test_.db)
  const [mine, other] = market.farms.map(({ actor }) => as(test_.db, actor))
  const { productId } = there(market.farms[0])
  const owner = as(test_.db, { ...market.chef, role: 'owner' as const })
  const files = aStore()
  must(await setLogo(owner, files, { bytes: await aSign(), uploadKey: newKey() }))
  const logo = there(await logoOf(owner))
  const asked = { fileName: photoFileName(keyOf(logo), 'small'), form: null }
  await expect(photoBytes(there(mine), files, asked)).rejects.toThrow(NotFound)
  await fillCart(owner, market.kitchenId, [[productId, 2]])
  const { orderIds } = must(await place(owner, market.kitchenId))
  expect((await orderDetail(there(mine), there(orderIds[0]))).restaurant).toMatchObject({ logo })
  expect((await photoBytes(there(mine), files, asked)).isPublic).toBe(false)
  await expect(photoBytes(there(other), files, asked)).rejects.toThrow(NotFound)
})

test('four quarter turns restore the picture; a removed picture cannot be turned', async () => {
  const { owner } = await aShop()
  const files = aStore()
  must(await setLogo(owner, files, { bytes: await aSign(), uploadKey: newKey() }))
  const shape = async () => {
    const { width, height } = await sharp(files.kept.get(storeKey(keyOf(await logoOf(owner)), 'full'))).metadata()
    return [width, height]
  }
  const first = keyOf(await logoOf(owner))
  const shapes: unknown[] = []
  for (let turn = 0; turn < 4; turn++) {
    must(await turnLogo(owner, files, keyOf(await logoOf(owner))))
    shapes.push(await shape())
  }
  expect(shapes).toEqual([
    [200, 300],
    [300, 200],
    [200, 300],
    [300, 200],
  ])
  await expect(turnLogo(owner, files, first)).rejects.toThrow(NotFound)
  await expect(turnLogo(owner, files, 'z'.repeat(32) as PhotoKey)).rejects.toThrow(NotFound)
})

test('another logo replaces it, a file that is no image does not; removed, the crest is back, and after a day the files are deleted', async () => {
  const { owner, restaurantId } = await aShop()
  const files = aStore()
  must(await setLogo(owner, files, { bytes: await aSign(), uploadKey: newKey() }))
  const first = await logoOf(owner)
  expect(await setLogo(owner, files, { bytes: new TextEncoder().encode('<svg/>'), uploadKey: newKey() })).toEqual({
    ok: false,
    refusal: 'photo_not_a_picture',
  })
  expect(await logoOf(owner)).toBe(first)
  const uploadKey = newKey()
  const second = { bytes: await aSign('#14503c'), uploadKey }
  must(await setLogo(owner, files, second))
  // on a weak connection it is sent again
  must(await setLogo(owner, files, second))
  const logo = await logoOf(owner)
  expect(logo).not.toBe(first)
  const later = { db: test_.db, now: addHours(noon, 25) }
  await sweepPhotos(later, files)
  expect([...files.kept.keys()].some((name) => name.includes(keyOf(first)))).toBe(false)
  expect(files.kept.has(storeKey(keyOf(logo), 'full'))).toBe(true)
  await removeLogo(owner, {})
  await removeLogo(owner, {})
  expect(await logoOf(owner)).toBeNull()
  await sweepPhotos(later, files)
  expect(files.kept.size).toBe(0)
  expect(await eventsOf(restaurantId)).toEqual(['true', 'true', 'false'])
})
