import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { demoRates } from '../../../db/seed/freight.ts'
import { bandText, type FarmFreightTerms, freightAdvice, payoutText, standing } from './price-advice.ts'

const band = { lowPerKg: 280, highPerKg: 420, products: 12 }
const crate = { catchWeight: false, netGrams: 5_000, unitLabel: '箱' }
const bird = { catchWeight: true, netGrams: 1_800, unitLabel: '羽' }

test.each([
  [1_399, crate, 'low'],
  [1_400, crate, 'within'],
  [2_100, crate, 'within'],
  [2_101, crate, 'high'],
  [279, bird, 'low'],
  [420, bird, 'within'],
  [421, bird, 'high'],
] as const)('%i for %j is %s', (price, pack, stands) => {
  expect(standing(price, band, pack)).toBe(stands)
})

test('a crate is told by the crate, a bird by the kilogram', () => {
  expect(bandText(band, crate)).toBe('類似商品（12点）は 280〜420円/kg。この箱では 1,400〜2,100円 です。')
  expect(bandText({ ...band, products: null }, bird)).toBe('通常の相場は 280〜420円/kg です。')
})

test('what is kept is rounded in favour of the farm', () => {
  expect(payoutText(1_505, 1_200, '箱')).toBe('1箱 ¥1,505 のうち、手取額は ¥1,325（手数料12%）です。')
})

test('who pays the freight, what the carrier takes, and whether free freight costs more than it brings', () => {
  const box = {
    priceYen: 1_500,
    unitLabel: '箱',
    temperature: 'ambient',
    grossGrams: grams(5_400),
    sizePoints: 18,
  } as const
  const terms: FarmFreightTerms = {
    to: '13',
    rates: demoRates('kanto', 'kanto'),
    freeFromYen: null,
    commissionBp: 1_200,
  }
  expect(freightAdvice(box, terms)).toEqual({
    sentences: ['1箱を東京都へ送る送料は ¥1,250（100サイズ）です。', '送料は飲食店が負担します。'],
    tooDear: false,
  })
  const free = freightAdvice(box, { ...terms, freeFromYen: 1_400 })
  expect(free.sentences.at(-1)).toBe('東京都への1箱の注文では、手取額 ¥1,320 から送料 ¥1,250 を引いて ¥70 です。')
  expect(free.tooDear).toBe(false)
  expect(freightAdvice({ ...box, priceYen: 1_400 }, { ...terms, freeFromYen: 1_400 }).tooDear).toBe(true)
  // what is worth its freight to 東京 is not to 沖縄
  const far = { ...terms, to: '47', rates: demoRates('kanto', 'okinawa'), freeFromYen: 1_400 } as const
  expect(freightAdvice(box, far)).toMatchObject({
    tooDear: true,
    sentences: [/沖縄県/, /農園が負担/, /沖縄県への1箱/].map((it) => expect.stringMatching(it)),
  })
  expect(freightAdvice(box, { ...terms, rates: null, freeFromYen: 1 }).sentences).toHaveLength(1)
})
