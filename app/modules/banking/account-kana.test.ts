import { expect, test } from 'vitest'
import { bankKanaRefusalText, readBankKana, toHalfWidth } from './account-kana.ts'

test.each([
  ['株式会社みほんファーム', 'ｶ)ﾐﾎﾝﾌｱ-ﾑ'],
  ['みほんのうえん合同会社', 'ﾐﾎﾝﾉｳｴﾝ(ﾄﾞ'],
  ['農事組合法人みほんのさと', 'ﾉｳ)ﾐﾎﾝﾉｻﾄ'],
  ['農事組合法人　ミホンノサト', 'ﾉｳ)ﾐﾎﾝﾉｻﾄ'],
  ['カブシキガイシャ　ミホンファーム', 'ｶ)ﾐﾎﾝﾌｱ-ﾑ'],
  ['カ）ミホンフアーム', 'ｶ)ﾐﾎﾝﾌｱ-ﾑ'],
  ['ｶ)ﾐﾎﾝﾌｱ-ﾑ', 'ｶ)ﾐﾎﾝﾌｱ-ﾑ'],
  ['㈱ミホンファーム', 'ｶ)ﾐﾎﾝﾌｱ-ﾑ'],
  ['（有）みほん', 'ﾕ)ﾐﾎﾝ'],
  ['ミホン株式会社オオサカ', 'ﾐﾎﾝ(ｶ)ｵｵｻｶ'],
  ['株式会社ミホン営業所', 'ｶ)ﾐﾎﾝ(ｴｲ'],
  ['合名会社ミホン', 'ﾒ)ﾐﾎﾝ'],
  ['合資会社ミホン', 'ｼ)ﾐﾎﾝ'],
  ['医療法人ミホン', 'ｲ)ﾐﾎﾝ'],
  ['社会福祉法人ミホン', 'ﾌｸ)ﾐﾎﾝ'],
  ['学校法人ミホン', 'ｶﾞｸ)ﾐﾎﾝ'],
  ['一般社団法人ミホン', 'ｼﾔ)ﾐﾎﾝ'],
  ['一般財団法人ミホン', 'ｻﾞｲ)ﾐﾎﾝ'],
  ['NPO法人ミホン', 'ﾄｸﾋ)ﾐﾎﾝ'],
  ['ミホン出張所', 'ﾐﾎﾝ(ｼﾕﾂ'],
  ['ミホン農業協同組合', 'ﾐﾎﾝﾉｳｷﾖｳ'],
  ['ミホン生活協同組合', 'ﾐﾎﾝｾｲｷﾖｳ'],
  ['ミホン漁業協同組合', 'ﾐﾎﾝｷﾞﾖｷﾖｳ'],
  ['ミホン協同組合連合会', 'ﾐﾎﾝｷﾖｳｸﾐﾚﾝ'],
  ['みほん　たろう', 'ﾐﾎﾝ ﾀﾛｳ'],
  [' ミホン   タロウ ', 'ﾐﾎﾝ ﾀﾛｳ'],
  ['キャッシュ', 'ｷﾔﾂｼﾕ'],
  ['ヴァイオリン', 'ｳﾞｱｲｵﾘﾝ'],
  ['ｆａｒｍ・７', 'FARM.7'],
  ['ぽっぽ', 'ﾎﾟﾂﾎﾟ'],
])('%s is written %s', (typed, written) => {
  expect(readBankKana(typed)).toEqual({ ok: true, value: written })
  expect(readBankKana(written)).toEqual({ ok: true, value: written })
})

test.each([
  ['', 'empty'],
  ['　', 'empty'],
  ['見本太郎', 'kanji'],
  ['みほん農園合同会社', 'kanji'],
  ['ミホン＠', 'bad_letters'],
  ['ミホン😀', 'bad_letters'],
  ['ア'.repeat(61), 'too_long'],
] as const)('%j is refused as %s', (typed, refusal) => {
  expect(readBankKana(typed)).toMatchObject({ ok: false, refusal })
  expect(bankKanaRefusalText(refusal)).toMatch(/口座名義/)
})

test('the wrong letter is named', () => {
  const read = readBankKana('ミホン＠')
  expect(read.ok || bankKanaRefusalText(read.refusal, read.detail?.letters)).toMatch('「@」')
})

test('ガ takes two bytes', () => {
  expect(toHalfWidth('ガパー')).toBe('ｶﾞﾊﾟ-')
})
