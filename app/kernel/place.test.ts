import { expect, test } from 'vitest'
import { parsePrefCode, prefectureOf, prefectures, regionNames, zoneNames, zoneOf, zones } from './place.ts'

test('there are 47 prefectures in the order of their codes', () => {
  expect(prefectures.map((prefecture) => Number(prefecture.code))).toEqual(Array.from({ length: 47 }, (_, i) => i + 1))
})

test.each([
  ['01', '北海道', '北海道', 'ホッカイドウ'],
  ['13', '東京都', '東京', 'トウキョウト'],
  ['26', '京都府', '京都', 'キョウトフ'],
  ['27', '大阪府', '大阪', 'オオサカフ'],
  ['30', '和歌山県', '和歌山', 'ワカヤマケン'],
  ['47', '沖縄県', '沖縄', 'オキナワケン'],
] as const)('%s is %s, in short %s, read %s', (code, name, shortName, kana) => {
  expect(prefectureOf(code)).toMatchObject({ name, shortName, kana })
})

// The zones as ヤマト lists them.
test.each([
  ['hokkaido', '北海道'],
  ['n_tohoku', '青森 岩手 秋田'],
  ['s_tohoku', '宮城 山形 福島'],
  ['kanto', '茨城 栃木 群馬 埼玉 千葉 東京 神奈川 山梨'],
  ['shinetsu', '新潟 長野'],
  ['hokuriku', '富山 石川 福井'],
  ['chubu', '岐阜 静岡 愛知 三重'],
  ['kansai', '滋賀 京都 大阪 兵庫 奈良 和歌山'],
  ['chugoku', '鳥取 島根 岡山 広島 山口'],
  ['shikoku', '徳島 香川 愛媛 高知'],
  ['kyushu', '福岡 佐賀 長崎 熊本 大分 宮崎 鹿児島'],
  ['okinawa', '沖縄'],
] as const)('the zone %s is %s', (zone, names) => {
  const inZone = prefectures.filter((prefecture) => zoneOf(prefecture.code) === zone)
  expect(inZone.map((prefecture) => prefecture.shortName).join(' ')).toBe(names)
})

test('山梨 and 三重 lie in one region on a map and in another for the carrier', () => {
  expect(prefectureOf('19')).toMatchObject({ shortName: '山梨', region: 'chubu', zone: 'kanto' })
  expect(prefectureOf('24')).toMatchObject({ shortName: '三重', region: 'kinki', zone: 'chubu' })
})

test('every zone and every region has a Japanese name and at least one prefecture', () => {
  expect(new Set(prefectures.map((prefecture) => prefecture.zone))).toEqual(new Set(zones))
  expect(Object.keys(zoneNames)).toEqual([...zones])
  expect(new Set<string>(prefectures.map((prefecture) => prefecture.region))).toEqual(new Set(Object.keys(regionNames)))
})

test.each(['', '0', '1', '00', '48', '１３', 13, null, undefined])('%j is no prefecture code', (text) => {
  expect(parsePrefCode(text)).toBeNull()
})

test('a code from outside is read as it is', () => {
  expect(parsePrefCode('13')).toBe('13')
})
