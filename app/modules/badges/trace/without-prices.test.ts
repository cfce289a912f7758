import { expect, test } from 'vitest'
import { goodsName, withoutPrices } from './without-prices.ts'

test.each([
  ['完熟トマト（桃太郎）', '完熟トマト（桃太郎）'],
  ['人参 5kg箱', '人参'],
  ['人参（約５ｋｇ）', '人参'],
  ['卵 10個入り', '卵'],
  ['新米 コシヒカリ 10 kg', '新米 コシヒカリ'],
  ['トマト ¥500', 'トマト'],
  ['トマト 2,000円', 'トマト'],
  ['【3本】大根', '大根'],
  ['7月のとうもろこし', '7月のとうもろこし'],
  ['5kg', '人参'],
])('%s is %s', (name, plain) => expect(goodsName(name, '人参')).toBe(plain))

test.each([
  ['海のそばの畑です。', '海のそばの畑です。'],
  ['海のそばの畑です。1箱2,000円です。また来てください。', '海のそばの畑です。また来てください。'],
  ['¥500から', ''],
  ['', ''],
])('%s is told as %s', (text, told) => expect(withoutPrices(text)).toBe(told))
