import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { makeLaterSizes } from '../../app/modules/photos/keep-org-photo.server.ts'
import {
  originalStoreKey,
  type PhotoKey,
  type PhotoSize,
  photoSizes,
  storeKey,
} from '../../app/modules/photos/photo.ts'
import { plainOriginal } from '../../app/modules/photos/plain-original.server.ts'
import { shrinkPhoto } from '../../app/modules/photos/shrink-photo.server.ts'
import { addPhoto } from '../../app/modules/products/product-photos.server.ts'
import { aFarm, aProduct, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must } from './steps.ts'

const test_ = testDatabase()

/** Like the app's own pool: the user of a connection learns of its end by the statement that fails. */
beforeAll(() => void test_.pool.on('connect', (client) => client.on('error', () => {})))

const sizes = Object.keys(photoSizes) as PhotoSize[]

/** Files in memory; `onPut` may interfere. */
function aStore(onPut: (key: string) => Promise<void> = async () => {}) {
  const kept = new Map<string, Uint8Array>()
  const put: string[] = []
  return {
    kept,
    put_: put,
    put: async (key: string, bytes: Uint8Array) => {
      await onPut(key)
      put.push(key)
      kept.set(key, bytes)
    },
    get: async (key: string) => kept.get(key) ?? null,
    delete: async (key: string) => void kept.delete(key),
    async *list() {
      for (const key of kept.keys()) yield { key, writtenAt: noon }
    },
  }
}

const secrets = {
  IFD0: { Model: 'SecretPhone', Copyright: 'SecretOwner' },
  IFD3: { GPSLatitude: '35/1 40/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '139/1 41/1 0/1', GPSLongitudeRef: 'E' },
}

/** A picture of 300 × 200: red at the top left, green top right, blue bottom left, white bottom right. */
const field = () => {
  const part = (left: number, top: number, background: string) => ({
    input: { create: { width: 150, height: 100, channels: 3 as const, background } },
    left,
    top,
  })
  return sharp({ create: { width: 300, height: 200, channels: 3, background: '#ffffff' } }).composite([
    part(0, 0, '#d01010'),
    part(150, 0, '#10a010'),
    part(0, 100, '#1010d0'),
  ])
}

/** The corners of a picture as displayed, from the top left to the bottom right: r, g, b or w. */
async function corners(bytes: Uint8Array): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const from = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(from, from + 3)
    return red > 200 && green > 200 ? 'w' : red > 120 ? 'r' : green > 120 ? 'g' : blue > 120 ? 'b' : '?'
  }
  return [at(0.1, 0.1), at(0.9, 0.1), at(0.1, 0.9), at(0.9, 0.9)].join('')
}

async function keptOf(bytes: Uint8Array) {
  const { actor } = await aFarm(test_.db)
  const files = aStore()
  const of = await aProduct(test_.db, actor.farmId)
  const photo = must(await addPhoto(as(test_.db, actor), { of, bytes, uploadKey: crypto.randomUUID() }, files))
  await makeLaterSizes({ db: test_.db, now: noon }, files, 1_000)
  const of_ = (size: PhotoSize) => files.kept.get(storeKey(photo.key, size)) ?? new Uint8Array()
  return { photo, files, variant: of_, original: files.kept.get(originalStoreKey(photo.key)) ?? new Uint8Array() }
}

test.each(['jpeg', 'png', 'webp'] as const)('of a %s nothing that is kept says where and with what', async (type) => {
  const given = new Uint8Array(await field().withExif(secrets).toFormat(type).toBuffer())
  expect(Buffer.from(given).includes('SecretPhone')).toBe(true)
  expect((await sharp(given).metadata()).exif).toBeDefined()
  const { files, original } = await keptOf(given)
  expect(files.kept.size).toBe(5)
  for (const [key, bytes] of files.kept) {
    expect([key, Buffer.from(bytes).includes('Secret')]).toEqual([key, false])
    const { exif, xmp, iptc } = await sharp(bytes).metadata()
    expect([key, exif, xmp, iptc]).toEqual([key, undefined, undefined, undefined])
  }
  expect((await sharp(original).metadata()).format).toBe(type)
})

test.each([
  [1, 'rgbw'],
  [2, 'rgbw'],
  [3, 'rgbw'],
  [4, 'rgbw'],
  [5, 'rgbw'],
  [6, 'rgbw'],
  [7, 'rgbw'],
  [8, 'rgbw'],
])(
  'a photo whose file says orientation %i stands upright in every size, and so does its original',
  async (orientation, seen) => {
    // the pixels as such a camera writes them: rotated and mirrored the other way
    const undo: Record<number, (picture: Sharp) => Sharp> = {
      2: (picture) => picture.flop(),
      3: (picture) => picture.rotate(180),
      4: (picture) => picture.flip(),
      5: (picture) => picture.flip().rotate(90),
      6: (picture) => picture.rotate(270),
      7: (picture) => picture.flip().rotate(270),
      8: (picture) => picture.rotate(90),
    }
    const turned = undo[orientation]?.(sharp(await field().png().toBuffer())) ?? field()
    const raw = await sharp(await turned.png().toBuffer())
      .withMetadata({ orientation })
      .jpeg({ quality: 95 })
      .toBuffer()
    const { photo, variant, original } = await keptOf(new Uint8Array(raw))
    expect([photo.width, photo.height]).toEqual([300, 200])
    for (const size of sizes) {
      expect([size, await corners(variant(size))]).toEqual([size, seen])
      expect((await sharp(variant(size)).metadata()).orientation).toBeUndefined()
    }
    expect(await corners(await sharp(original).rotate().toBuffer())).toBe(seen)
  },
)

const refusalOf = async (bytes: Uint8Array) => {
  const result = await shrinkPhoto(bytes)
  return result.ok ? 'ok' : result.refusal
}

const chunk = (name: string, body: Buffer) => {
  const named = Buffer.concat([Buffer.from(name), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

test('animations are refused: WebP, PNG and GIF', async () => {
  const frames = [field(), field().negate()]
  const pictures = await Promise.all(frames.map((frame) => frame.png().toBuffer()))
  const webp = await sharp(pictures, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
  expect(await refusalOf(new Uint8Array(webp))).toBe('photo_animated')
  const still = await field().png().toBuffer()
  const control = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])
  const png = Buffer.concat([still.subarray(0, 33), chunk('acTL', control), still.subarray(33)])
  expect(await refusalOf(new Uint8Array(png))).toBe('photo_animated')
  expect(await refusalOf(new Uint8Array(still))).toBe('ok')
  const gif = await sharp(pictures, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer()
  expect(await refusalOf(new Uint8Array(gif))).toBe('photo_not_a_picture')
})

const ftyp = (...brands: string[]) => {
  const body = Buffer.concat([...brands.slice(0, 1), '\0\0\0\0', ...brands.slice(1)].map((word) => Buffer.from(word)))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 8)
  return new Uint8Array(Buffer.concat([length, Buffer.from('ftyp'), body, Buffer.alloc(100)]))
}

test.each([
  ['heic', []],
  ['heix', []],
  ['hevc', []],
  ['mif1', ['heic']],
  ['msf1', []],
  ['avif', ['mif1']],
  ['xxxx', ['mif1', 'heic']],
])('HEIC by its first word %s %j has a sentence of its own', async (brand, others) => {
  expect(await refusalOf(ftyp(brand, ...others))).toBe('photo_heic')
})

test('a video of the same container format is refused', async () => {
  expect(await refusalOf(ftyp('isom', 'mp42'))).toBe('photo_not_a_picture')
})

test('a CMYK JPEG is converted to RGB', async () => {
  const cmyk = await field().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()
  expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
  const { variant, original } = await keptOf(new Uint8Array(cmyk))
  for (const size of sizes) {
    expect(await corners(variant(size))).toBe('rgbw')
    expect((await sharp(variant(size)).metadata()).space).toBe('srgb')
  }
  expect((await sharp(original).metadata()).space).toBe('cmyk')
})

test('a 16-bit PNG with transparency', async () => {
  const veiled = await sharp(await field().png().toBuffer())
    .removeAlpha()
    .ensureAlpha(0.5)
    .png()
    .toBuffer()
  const png = await sharp(veiled).toColourspace('rgb16').png().toBuffer()
  expect((await sharp(png).metadata()).depth).toBe('ushort')
  const { variant, original } = await keptOf(new Uint8Array(png))
  expect(await corners(variant('small'))).toBe('rgbw')
  expect((await sharp(variant('small')).metadata()).hasAlpha).toBe(true)
  expect((await sharp(original).metadata()).depth).toBe('ushort')
})

test('HTML at the end of a photo is in no stored file', async () => {
  for (const type of ['jpeg', 'png', 'webp'] as const) {
    const photo = await field().toFormat(type).toBuffer()
    const both = Buffer.concat([photo, Buffer.from('<!doctype html><script>alert("Secret")</script>')])
    const { files } = await keptOf(new Uint8Array(both))
    for (const bytes of files.kept.values()) expect(Buffer.from(bytes).includes('Secret')).toBe(false)
  }
})

test('half of any photo is refused', async () => {
  const noisy = await sharp({
    create: {
      width: 600,
      height: 400,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
  for (const type of ['jpeg', 'png', 'webp'] as const) {
    const whole = new Uint8Array(await sharp(noisy).toFormat(type).toBuffer())
    expect([type, await refusalOf(whole.subarray(0, Math.floor(whole.length * 0.6)))]).toEqual([type, 'photo_broken'])
  }
})

test('bytes that only fill up a JPEG, and comments between its parts, do not spoil the original', async () => {
  const jpeg = await field().jpeg().toBuffer()
  const comment = Buffer.from('\xff\xff\xff\xff\xfe\x00\x0eSecret words', 'latin1')
  const strange = new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]))
  const { original } = await plainOriginal(strange)
  expect(Buffer.from(original).includes('Secret')).toBe(false)
  expect(await sharp(original).raw().toBuffer()).toEqual(await sharp(jpeg).raw().toBuffer())
})

test('an upright photo is as wide as its size says, so that browsers choose the right one', async () => {
  const upright = new Uint8Array(
    await sharp(await field().png().toBuffer())
      .resize(1_200, 1_600, { fit: 'fill' })
      .jpeg()
      .toBuffer(),
  )
  const { variant } = await keptOf(upright)
  const widths = await Promise.all(sizes.map(async (size) => (await sharp(variant(size)).metadata()).width))
  expect(Object.fromEntries(sizes.map((size, at) => [size, widths[at]]))).toEqual({
    full: 1_200,
    large: 960,
    small: 480,
    thumb: 160,
  })
})

async function waitingPhotos(count: number) {
  await test_.pool.query('update photos set all_sizes_at = now() where all_sizes_at is null')
  const { actor } = await aFarm(test_.db)
  const of = await aProduct(test_.db, actor.farmId)
  const files = aStore()
  const bytes = new Uint8Array(await field().jpeg().toBuffer())
  const keys: PhotoKey[] = []
  for (let at = 0; at < count; at++)
    keys.push(must(await addPhoto(as(test_.db, actor), { of, bytes, uploadKey: crypto.randomUUID() }, files)).key)
  files.put_.length = 0
  return { files, keys }
}

test('three workers at once make every size once', async () => {
  const { files, keys } = await waitingPhotos(6)
  const system = { db: test_.db, now: noon }
  // none goes on before each of them has a photo of its own
  const [workers, begun] = [3, Promise.withResolvers<void>()]
  let asked = 0
  const get: typeof files.get = async (key) => {
    asked += 1
    if (asked === workers) begun.resolve()
    await begun.promise
    return files.get(key)
  }
  const made = await Promise.all(Array.from({ length: workers }, () => makeLaterSizes(system, { ...files, get })))
  expect(made.reduce((sum, part) => sum + (part?.made ?? 0), 0)).toBe(6)
  expect(made.filter((part) => part !== null).length).toBe(workers)
  const expected = keys.flatMap((key) => [storeKey(key, 'large'), storeKey(key, 'thumb')])
  expect(files.put_.toSorted()).toEqual(expected.toSorted())
  expect(await makeLaterSizes(system, files)).toBeNull()
})

test('a worker that is killed in the middle leaves the photo to the next one', async () => {
  const { files, keys } = await waitingPhotos(1)
  const [key = '' as PhotoKey] = keys
  const stopped = {
    ...files,
    put: async () => {
      // what happens to the connection of a process that has ended
      await test_.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
      )
    },
  }
  await expect(makeLaterSizes({ db: test_.db, now: noon }, stopped)).rejects.toThrow()
  expect(files.put_).toEqual([])
  expect(await makeLaterSizes({ db: test_.db, now: noon }, files)).toEqual({ made: 1 })
  expect(files.kept.has(storeKey(key, 'large'))).toBe(true)
})

test('a store that does not answer stops the work, and it is done later', async () => {
  const { files } = await waitingPhotos(2)
  const down = { ...files, put: () => Promise.reject(new Error('no route to the bucket')) }
  await expect(makeLaterSizes({ db: test_.db, now: noon }, down)).rejects.toThrow('no route')
  expect(await makeLaterSizes({ db: test_.db, now: noon }, files)).toEqual({ made: 2 })
})

test('a picture of ours that cannot be read any more does not hold up the others', async () => {
  const { files, keys } = await waitingPhotos(2)
  files.kept.set(storeKey(keys[0] ?? ('' as PhotoKey), 'full'), new Uint8Array([1, 2, 3]))
  expect(await makeLaterSizes({ db: test_.db, now: noon }, files)).toEqual({ made: 2 })
})
