import { expect, test } from 'vitest'
import { photoKeyIn, photoPictureName, pictureAddress, pictureGround } from './picture-name.ts'

const key = 'a1'.repeat(16)
const photo = photoPictureName(key, '112233445566778899aabbcc')

test.each([
  ['carrot', 480, '/pictures/carrot-480.webp'],
  ['carrot', 1600, '/pictures/carrot-1600.webp'],
  ['farm-01', 640, '/pictures/farm-01-640.webp'],
  // a drawing may have any name that is not a photo's
  ['photo-shoot', 160, '/pictures/photo-shoot-160.webp'],
  [photo, 160, `/media/${key}-160.webp`],
  [photo, 640, `/media/${key}-960.webp`],
  [photo, 1600, `/media/${key}.webp`],
] as const)('%s at %i is %s', (name, width, address) => {
  expect(pictureAddress(name, width)).toBe(address)
})

test.each([
  ['carrot', null],
  [`photo-${key}`, null],
  [`photo-${key}-112233`, null],
  [photo, key],
])('the photo behind %s is %s', (name, found) => {
  expect(photoKeyIn(name)).toBe(found)
})

test('only a photo has a ground, of its four corners', () => {
  expect(pictureGround('carrot')).toBeNull()
  expect(pictureGround(photo)).toContain('#112233')
  expect(pictureGround(photo)).toContain('linear-gradient(#aabbcc')
})
