import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawShareImage, shareImageSize } from './share-image.server.ts'

const card = {
  title: '大玉トマト 桃太郎',
  lines: ['4kg箱・20〜24玉', '佐藤農園（八代）'],
  crest: '佐',
  color: '#c62828',
  picture: join(import.meta.dirname, '../../public/pictures/tomato-960.webp'),
}

test('a picture for sharing has the size that networks ask for, and weighs little', async () => {
  const png = await drawShareImage(card)
  const { width, height, format } = await sharp(png).metadata()
  expect({ width, height, format }).toEqual({ ...shareImageSize, format: 'png' })
  expect(png.length).toBeLessThan(300_000)
})

test('the words are in it: another name is another picture', async () => {
  const [one, other] = await Promise.all([drawShareImage(card), drawShareImage({ ...card, title: '髙橋の長ねぎ' })])
  expect(one.equals(other)).toBe(false)
})
