import { expect, test } from 'vitest'
import { type PostalAddress, partsToFill, townChoices, townsOf } from './postal-address.ts'
import { readPostalCode } from './postal-code.ts'

test.each([
  ['千代田', '千代田区', ['千代田']],
  ['以下に掲載がない場合', '弥富市', []],
  ['岡谷市の次に番地がくる場合', '岡谷市', []],
  ['利島村一円', '利島村', []],
  ['一円', '犬上郡多賀町', ['一円']],
  ['大手町ＪＡビル（地階・階層不明）', '千代田区', ['大手町ＪＡビル']],
  ['西新宿新宿三井ビル（１０階）', '新宿区', ['西新宿新宿三井ビル１０階']],
  ['西新宿（次のビルを除く）', '新宿区', ['西新宿']],
  ['大通西（１〜１９丁目）', '札幌市中央区', ['大通西']],
  ['種市第１５地割〜第２１地割（鹿糠、小路合）', '九戸郡洋野町', ['種市']],
  ['甲、乙（大木戸）', '小豆郡土庄町', ['甲', '乙']],
])('the row %j of %s is %j', (row, city, towns) => {
  expect(townsOf(row, city)).toEqual(towns)
})

const nothing = { prefectureCode: '', city: '', town: '' }
const chiyoda = { prefectureCode: '13', city: '千代田区', town: '千代田' }

test('an empty address is filled', () => {
  expect(partsToFill(nothing, null, found())).toEqual(chiyoda)
})

test('another code replaces what the first one wrote, but nothing that was typed', () => {
  const yatomi = found({ prefectureCode: '23', city: '弥富市', towns: [] })
  expect(partsToFill(chiyoda, chiyoda, yatomi)).toEqual({ prefectureCode: '23', city: '弥富市', town: '' })
  expect(partsToFill({ ...chiyoda, city: '弥富' }, chiyoda, yatomi)).toEqual({
    prefectureCode: '23',
    city: '弥富',
    town: '',
  })
  expect(partsToFill(chiyoda, null, yatomi)).toEqual(chiyoda)
})

test('with several possible towns none is filled in', () => {
  const shared = found({ towns: ['甲', '乙'] })
  expect(partsToFill(nothing, null, shared).town).toBe('')
  expect(townChoices(shared)).toEqual(['甲', '乙'])
  const known = found({ mayBeElsewhere: true })
  expect(partsToFill(nothing, null, known).town).toBe('')
  expect(townChoices(known)).toEqual(['千代田'])
  expect(townChoices(found())).toEqual([])
})

function found(facts: Partial<PostalAddress> = {}): PostalAddress {
  const code = readPostalCode('100-0001')
  if (!code.ok) throw new TypeError('no code')
  return {
    postalCode: code.value,
    prefectureCode: '13',
    prefecture: '東京都',
    city: '千代田区',
    towns: ['千代田'],
    mayBeElsewhere: false,
    business: null,
    ...facts,
  }
}
