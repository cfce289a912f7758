import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { aFarm, aKey, aProduct, aRestaurant } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { anApi } from './support.ts'

const test_ = testDatabase()
const api = anApi(test_)

const aPhoto = async (background = '#aa3311', width = 900) =>
  (
    await sharp({ create: { width, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer()
  ).toString('base64')

async function aShop() {
  const { actor, farmId } = await aFarm(test_.db)
  const id = await aProduct(test_.db, farmId)
  const token = await api.tokenOf(actor)
  const path = `/farm/goods/${id}/photos`
  const add = async (data: string, key = aKey()) => api.call('POST', path, { token, key, body: { data } })
  return { token, id, path, add }
}

test('a photo is put on goods once, however often it is sent, moved, turned, given words, and taken off', async () => {
  const { token, path, add } = await aShop()
  const [data, key] = [await aPhoto(), aKey()]
  const first = await add(data, key)
  expect(first).toMatchObject({ status: 201, body: { width: 900, height: 600, caption: '' } })
  expect(first.body.sizes.map(({ width }: { width: number }) => width)).toEqual([160, 480, 960, 1600])
  expect(first.body.sizes[0].address).toBe(`/media/${first.body.key}-160.webp`)
  expect((await add(data, key)).body.key).toBe(first.body.key)
  const second = await add(await aPhoto('#118833'))
  const put = (photo: string, body: unknown) => api.call('PUT', `${path}/${photo}`, { token, body })
  const moved = await put(second.body.key, { move: 'forward' })
  const keysOf = (answer: { body: { photos: { key: string }[] } }) => answer.body.photos.map((photo) => photo.key)
  expect(keysOf(moved)).toEqual([second.body.key, first.body.key])
  expect((await put(first.body.key, { caption: '朝どり' })).body.photos[1]).toMatchObject({ caption: '朝どり' })
  const turned = await put(first.body.key, { move: 'turn' })
  expect(turned.body.photos[1]).toMatchObject({ width: 600, height: 900 })
  // the response was lost: the turned photo has another id by now
  expect((await put(first.body.key, { move: 'turn' })).status).toBe(404)
  const gone = await api.call('DELETE', `${path}/${second.body.key}`, { token })
  expect(gone.status).toBe(204)
  expect(keysOf(await api.call('GET', path, { token }))).toEqual([turned.body.photos[1].key])
})

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), 409, 'PHOTO_NOT_A_PICTURE'],
  ['HEIC', Buffer.from('\0\0\0\x18ftypheic', 'latin1').toString('base64'), 409, 'PHOTO_HEIC'],
  ['no base64', 'これは写真です', 422, 'VALIDATION_FAILED'],
  ['nothing', '', 422, 'VALIDATION_FAILED'],
  ['more than 10 MB', 'A'.repeat(14_100_000), 422, 'VALIDATION_FAILED'],
])('%s is refused', async (_, data, status, code) => {
  const { add } = await aShop()
  expect(await add(data)).toMatchObject({ status, body: { code } })
})

test('a ninth is refused, and nothing may be said beside it', async () => {
  const { token, path, add } = await aShop()
  for (let at = 0; at < 8; at++) await add(await aPhoto(`#aa33${at}1`, 100 + at))
  expect(await add(await aPhoto('#000000'))).toMatchObject({ status: 409, body: { code: 'PHOTO_TOO_MANY' } })
  const { body } = await api.call('GET', path, { token })
  expect(body.photos).toHaveLength(8)
  const both = { move: 'turn', caption: 'x' }
  expect((await api.call('PUT', `${path}/${body.photos[0].key}`, { token, body: both })).status).toBe(422)
})

test('goods of others and unknown goods do not exist; a restaurant has none', async () => {
  const { path, add } = await aShop()
  const { body: photo } = await add(await aPhoto())
  const stranger = await api.tokenOf((await aFarm(test_.db)).actor)
  const chef = await api.tokenOf((await aRestaurant(test_.db)).actor)
  const body = { data: await aPhoto() }
  for (const [token, status] of [[stranger, 404] as const, [chef, 403] as const]) {
    expect((await api.call('GET', path, { token })).status).toBe(status)
    expect((await api.call('POST', path, { token, body })).status).toBe(status)
    expect((await api.call('DELETE', `${path}/${photo.key}`, { token })).status).toBe(status)
  }
  expect((await api.call('GET', path, {})).status).toBe(401)
  const nowhere = `/farm/goods/${newId()}/photos`
  expect((await api.call('POST', nowhere, { token: stranger, body })).status).toBe(404)
  expect((await api.call('POST', path, { token: stranger, body, key: null })).status).toBe(400)
})
