import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { fileStore } from '../../app/infra/storage/file-store.server.ts'
import { readEmail } from '../../app/kernel/email.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { addHours } from '../../app/kernel/jst.ts'
import {
  draftPhotos,
  keepPhoto,
  photoBytes,
  sweepPhotos,
  takePhotos,
} from '../../app/modules/photos/keep-photo.server.ts'
import {
  maxPhotoBytes,
  type PhotoKey,
  photoFileName,
  photoRefusalText,
  storeKey,
} from '../../app/modules/photos/photo.ts'
import { shrinkPhoto } from '../../app/modules/photos/shrink-photo.server.ts'
import { sendInquiry } from '../../app/modules/support/send-inquiry.server.ts'
import { aKey, anAdmin, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const visitor: Actor = { kind: 'visitor' }
let folder: string
let files: ReturnType<typeof fileStore>
let jpeg: Buffer

beforeAll(async () => {
  folder = await temporaryFolder('photos')
  files = fileStore({ DATA_DIR: folder })
  jpeg = await picture(2_400, 1_200)
    .withExif({ IFD0: { Make: 'Phone of Yamada' }, IFD3: { GPSLatitude: '35/1 40/1 0/1' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  const { rm } = await import('node:fs/promises')
  await rm(folder, { recursive: true, force: true })
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a9a3a' } })
/** The real time, because the times of files are those of the machine. */
const keep = (actor: Actor, formKey = aKey()) =>
  keepPhoto(as(test_.db, actor, new Date()), { bytes: jpeg, formKey }, files)
const refusalOf = async (bytes: Uint8Array) => {
  const result = await shrinkPhoto(bytes)
  return result.ok ? 'ok' : result.refusal
}
const stored = async () => {
  const keys: string[] = []
  for await (const { key } of files.list('photos')) keys.push(key)
  return keys.sort()
}

test('a photo becomes two WebP pictures, without place and device', async () => {
  const { full, small, width, height } = must(await shrinkPhoto(jpeg))
  expect([width, height]).toEqual([1_600, 800])
  expect(await sharp(full).metadata()).toMatchObject({ format: 'webp', width: 1_600 })
  expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 })
  expect(jpeg.includes('Phone of Yamada')).toBe(true)
  expect((await sharp(full).metadata()).exif).toBeUndefined()
  expect(Buffer.from(full).includes('Phone of Yamada')).toBe(false)
})

test('a photo taken with the phone turned stands upright, a small one is not blown up', async () => {
  const turned = await picture(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(must(await shrinkPhoto(turned))).toMatchObject({ width: 200, height: 300 })
})

test.each(['png', 'webp'] as const)('%s is read, too', async (format) => {
  expect(await refusalOf(await picture(50, 50).toFormat(format).toBuffer())).toBe('ok')
})

test('data after the end of a photo is not stored', async () => {
  const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>PK\x03\x04')])
  const { full, small } = must(await shrinkPhoto(polyglot))
  for (const bytes of [full, small]) expect(Buffer.from(bytes).includes('script')).toBe(false)
})

/** A PNG of a few kilobytes that claims to be 30,000 × 30,000. */
function bomb(): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), body])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, crc])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(30_000, 0)
  header.writeUInt32BE(30_000, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(4_000_000))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
test.each<[string, () => Buffer, string]>([
  ['an SVG', () => Buffer.from(svg), 'photo_not_a_picture'],
  ['an SVG that calls itself XML', () => Buffer.from(`<?xml version="1.0"?>${svg}`), 'photo_not_a_picture'],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'photo_not_a_picture'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'photo_not_a_picture'],
  ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'), 'photo_not_a_picture'],
  ['nothing', () => Buffer.alloc(0), 'photo_not_a_picture'],
  ['HEIC', () => Buffer.from('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00', 'latin1'), 'photo_heic'],
  ['a page with the first bytes of a JPEG', () => Buffer.from('\xff\xd8\xff<script>', 'latin1'), 'photo_broken'],
  ['half a JPEG', () => jpeg.subarray(0, jpeg.length / 2), 'photo_broken'],
  ['a bomb', bomb, 'photo_too_many_pixels'],
  ['more than 10 MB', () => Buffer.concat([jpeg, Buffer.alloc(maxPhotoBytes)]), 'photo_too_large'],
])('%s is refused with a sentence', async (_, make, refusal) => {
  expect(await refusalOf(make())).toBe(refusal)
})

test('every refusal says what to do', () => {
  for (const sentence of Object.values(photoRefusalText)) expect(sentence).toMatch(/ください。$/)
})

test('keys are made by us and are ASCII; both sizes are in the store', async () => {
  const { key } = must(await keep(visitor))
  expect(key).toMatch(/^[0-9a-z]{32}$/)
  for (const size of ['full', 'small'] as const)
    expect((await readFile(join(folder, 'files', storeKey(key, size)))).subarray(0, 4).toString()).toBe('RIFF')
})

test('a visitor’s photo is visible with its form, and to staff; once sent, to staff alone', async () => {
  const form = aKey()
  const { key } = must(await keep(visitor, form))
  const see = (actor: Actor, shown: string | null) =>
    photoBytes(as(test_.db, actor), files, { fileName: photoFileName(key, 'small'), form: shown })
  const { actor } = await aRestaurant(test_.db)
  const staff = await anAdmin(test_.db)
  expect((await see(visitor, form)).bytes.length).toBeGreaterThan(20)
  await expect(see(visitor, null)).rejects.toThrow(NotFound)
  await expect(see(visitor, aKey())).rejects.toThrow(NotFound)
  await expect(see(actor, null)).rejects.toThrow(NotFound)
  await see(staff, null)
  await takePhotos(test_.db, form, [key])
  await expect(see(visitor, form)).rejects.toThrow(NotFound)
  await see(staff, null)
})

test('a member sees their own photo, another user does not', async () => {
  const { actor } = await aRestaurant(test_.db)
  const { key } = must(await keep(actor))
  const asked = { fileName: photoFileName(key, 'full'), form: null }
  await photoBytes(as(test_.db, actor), files, asked)
  await expect(photoBytes(as(test_.db, (await aRestaurant(test_.db)).actor), files, asked)).rejects.toThrow(NotFound)
})

test('a photo whose file is gone is not there', async () => {
  const { key } = must(await keep(visitor))
  await files.delete(storeKey(key, 'full'))
  const staff = as(test_.db, await anAdmin(test_.db))
  const asked = { fileName: photoFileName(key, 'full'), form: null }
  await expect(photoBytes(staff, files, asked)).rejects.toThrow(NotFound)
})

test('many photos at once are all read, also behind one that is broken', async () => {
  const broken = jpeg.subarray(0, jpeg.length / 2)
  const results = await Promise.all([broken, jpeg, jpeg].map(shrinkPhoto))
  expect(results.map(({ ok }) => ok)).toEqual([false, true, true])
})

test.each(['', 'x.webp', '../../etc/passwd', `${'a'.repeat(32)}.webp`, `${'a'.repeat(32)}.svg`, 'あ.webp'])(
  'there is no file %j',
  async (fileName) => {
    const staff = as(test_.db, await anAdmin(test_.db))
    await expect(photoBytes(staff, files, { fileName, form: null })).rejects.toThrow(NotFound)
  },
)

test('photos go with the question; those of another form do not, and a question without its photo is not sent', async () => {
  const key = aKey()
  const [mine, theirs] = [must(await keep(visitor, key)), must(await keep(visitor, aKey()))]
  expect((await draftPhotos(test_, key, [mine.key, theirs.key])).map((photo) => photo.key)).toEqual([mine.key])
  const send = (photos: PhotoKey[]) =>
    sendInquiry(
      as(test_.db, visitor),
      {
        kind: 'order',
        applicant: null,
        body: '箱がつぶれて届きました。',
        name: '山田',
        email: must(readEmail(`${key}@example.jp`)),
        phone: null,
        orderId: null,
        productId: null,
        photos,
      },
      { key, ip: null },
    )
  expect(await send([mine.key, theirs.key])).toEqual({ ok: false, refusal: 'photos_gone' })
  must(await send([mine.key]))
  const { rows } = await test_.pool.query('select photo_key from inquiry_photos where photo_key = any ($1)', [
    [mine.key, theirs.key],
  ])
  expect(rows).toEqual([{ photo_key: mine.key }])
})

test('a day later drafts and files without a row are gone; what was sent, and what is new, stays', async () => {
  await test_.pool.query('delete from inquiry_photos; delete from photos')
  await sweepPhotos({ db: test_.db, now: addHours(new Date(), 25) }, files)
  expect(await stored()).toEqual([])
  const form = aKey()
  const sent = must(await keep(visitor, form))
  await takePhotos(test_.db, form, [sent.key])
  must(await keep(visitor))
  const rolledBack = `photos/zz/${photoFileName('z'.repeat(32) as PhotoKey, 'full')}`
  await files.put(rolledBack, jpeg)
  const soon = { db: test_.db, now: addHours(new Date(), 1) }
  expect(await sweepPhotos(soon, files)).toBeNull()
  expect(await stored()).toHaveLength(5)
  expect(await sweepPhotos({ db: test_.db, now: addHours(new Date(), 25) }, files)).toEqual({ drafts: 1, orphans: 1 })
  expect(await stored()).toEqual([storeKey(sent.key, 'small'), storeKey(sent.key, 'full')].sort())
})
