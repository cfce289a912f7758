import { expect, test } from 'vitest'
import { fileSizeText, shrunkSize, sortFiles } from './file-rule.ts'

const photos = { accept: ['image/*'], kinds: '写真', maxMegabytes: 10, maxFiles: 2 }
const file = (name: string, type: string, size = 1000) => ({ name, type, size })

test('photos are accepted, everything else is refused with the reason', () => {
  const { taken, sentences } = sortFiles(
    [
      file('畑.jpg', 'image/jpeg'),
      file('表.xlsx', 'application/vnd.ms-excel'),
      file('空.png', 'image/png', 0),
      file('大.png', 'image/png', 10_000_001),
    ],
    photos,
  )
  expect(taken.map(({ name }) => name)).toEqual(['畑.jpg'])
  expect(sentences).toEqual([
    '「表.xlsx」は写真ではありません。写真を選択してください',
    '「空.png」は内容が空です。他のファイルを選択してください',
    '「大.png」は大きすぎます。10MB以下のファイルを選択してください',
  ])
})

test('no more than fit, counting those that are there', () => {
  const { taken, sentences } = sortFiles([file('a.jpg', 'image/jpeg'), file('b.jpg', 'image/jpeg')], photos, 1)
  expect(taken).toHaveLength(1)
  expect(sentences).toEqual(['「b.jpg」は追加できません。2個までです。いずれかを削除してください'])
  const counted = sortFiles([file('c.jpg', 'image/jpeg')], { ...photos, counter: '枚' }, 2)
  expect(counted.sentences).toEqual(['「c.jpg」は追加できません。2枚までです。いずれかを削除してください'])
})

test.each([
  ['メニュー.PDF', 'application/pdf', ['application/pdf'], true],
  ['価格.CSV', '', ['.csv'], true],
  ['価格.csv.exe', 'text/csv', ['.csv'], false],
  ['x.svg', 'image/svg+xml', ['image/jpeg', 'image/png'], false],
] as const)('%s (%s) for %j: %j', (name, type, accept, fits) => {
  const { taken } = sortFiles([file(name, type)], { ...photos, accept })
  expect(taken.length === 1).toBe(fits)
})

test.each([
  [500, '1KB'],
  [850_400, '850KB'],
  [3_240_000, '3.2MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSizeText(bytes)).toBe(text)
})

test.each([
  [4000, 3000, 1600, 1200],
  [3000, 4000, 1200, 1600],
  [1600, 900, 1600, 900],
  [800, 600, 800, 600],
  [10_000, 2, 1600, 1],
])('a photo of %i × %i is sent as %i × %i', (width, height, wide, high) => {
  expect(shrunkSize(width, height, 1600)).toEqual({ width: wide, height: high })
})
