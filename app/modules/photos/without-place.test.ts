import sharp from 'sharp'
import { expect, test } from 'vitest'
import { turnedRight, withoutPlace } from './without-place.ts'

/** A field photographed at home: left half red, with location, device and orientation. */
const photo = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#00aa00' } })
    .composite([{ input: { create: { width: 20, height: 20, channels: 3, background: '#cc0000' } }, left: 0, top: 0 }])
    .withExif({
      IFD0: { Model: 'SecretPhone', Copyright: 'SecretOwner' },
      IFD3: { GPSLatitude: '35/1 40/1 0/1', GPSLatitudeRef: 'N' },
    })

const says = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text)

test.each(['jpeg', 'png', 'webp'] as const)(
  '%s: nothing is said any more, and every pixel is as it was',
  async (type) => {
    const given = new Uint8Array(await photo().toFormat(type).toBuffer())
    expect(says(given, 'SecretPhone')).toBe(true)
    const plain = withoutPlace(given, type)
    expect(says(plain, 'Secret')).toBe(false)
    expect((await sharp(plain).metadata()).exif).toBeUndefined()
    expect(await sharp(plain).raw().toBuffer()).toEqual(await sharp(given).raw().toBuffer())
  },
)

test('a progressive JPEG, too', async () => {
  const given = new Uint8Array(await photo().jpeg({ progressive: true }).toBuffer())
  const plain = withoutPlace(given, 'jpeg')
  expect(await sharp(plain).raw().toBuffer()).toEqual(await sharp(given).raw().toBuffer())
})

test('data after the end of the picture is cut off', async () => {
  const given = new Uint8Array(await photo().jpeg().toBuffer())
  const film = Buffer.concat([given, Buffer.from('a film with SecretVoices')])
  expect(says(withoutPlace(new Uint8Array(film), 'jpeg'), 'SecretVoices')).toBe(false)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('the orientation is kept: %i', async (orientation) => {
  const given = new Uint8Array(await photo().jpeg().toBuffer())
  const plain = withoutPlace(given, 'jpeg', orientation)
  expect((await sharp(plain).metadata()).orientation ?? 1).toBe(orientation)
})

test('four quarter turns restore the picture, mirrored or not', async () => {
  for (const start of [1, 2, 3, 4, 5, 6, 7, 8])
    expect([1, 2, 3, 4].reduce((orientation) => turnedRight(orientation), start)).toBe(start)
  const given = new Uint8Array(await photo().jpeg().toBuffer())
  const once = await sharp(withoutPlace(given, 'jpeg', turnedRight(1)))
    .rotate()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([once.info.width, once.info.height]).toEqual([20, 40])
  // what was on the left is now on top
  expect(once.data[0]).toBeGreaterThan(150)
})
