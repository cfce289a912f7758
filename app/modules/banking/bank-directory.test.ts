import { expect, test } from 'vitest'
import zengin from 'zengin-code'
import { bankOf, branchOf, searchBanks, searchBranches } from './bank-directory.server.ts'
import { letters } from './fixed-width.ts'

test.each([
  ['0001', 'みずほ'],
  ['みずほ', 'みずほ'],
  ['みずほ銀行', 'みずほ'],
  ['ミズホ', 'みずほ'],
  ['ﾐｽﾞﾎ', 'みずほ'],
  ['三菱UFJ', '三菱ＵＦＪ'],
  ['三菱ｕｆｊ銀行', '三菱ＵＦＪ'],
  ['みつびしゆーえふ', '三菱ＵＦＪ'],
  ['ミツビシユーエフジェイ', '三菱ＵＦＪ'],
  ['９９００', 'ゆうちょ'],
  ['JAやつしろ', '八代地域農協'],
  ['ＪＡバンク　八代', '八代地域農協'],
  ['ja熊本市', '熊本市農協'],
  ['JFしまね', 'ＪＦしまね漁協'],
  ['JF大分県', '大分県漁協'],
  ['中央労働金庫', '中央労金'],
  ['城南信用金庫', '城南信金'],
  ['長野県信用農業協同組合連合会', '長野県信連'],
])('%s finds the bank %s first', async (typed, name) => {
  expect((await searchBanks(typed))[0]?.name).toBe(name)
})

test.each([
  ['9900', '018', '〇一八'],
  ['9900', 'ゼロイチハチ', '〇一八'],
  ['0009', '大阪本店', '大阪本店営業部'],
  ['0001', '新宿支店', '新宿'],
])('in bank %s, %s finds the branch %s first', async (bank, typed, name) => {
  expect((await searchBranches(bank, typed))[0]?.name).toBe(name)
})

test('an unknown name finds nothing, and the number of results is limited', async () => {
  expect(await searchBanks('')).toEqual([])
  expect(await searchBanks('ありえない名前')).toEqual([])
  expect(await searchBanks('JA')).toEqual([])
  expect(await searchBanks('JAありえない名前')).toEqual([])
  expect(await searchBranches('0000', '本店')).toEqual([])
  expect((await searchBanks('信用金庫')).length).toBeLessThanOrEqual(20)
})

test('by code', async () => {
  expect(await bankOf('0001')).toEqual({ code: '0001', name: 'みずほ', kana: 'ミズホ' })
  expect(await branchOf('9900', '018')).toMatchObject({ name: '〇一八' })
  expect(await bankOf('toString')).toBeNull()
  expect(await branchOf('0001', '999')).toBeNull()
})

test('every bank and branch of the directory can be written into a file', () => {
  // with Latin letters in full width: ミツビシＵＦＪシンタク, ＪＲヤオエキマエ
  expect(letters('ミツビシＵＦＪシンタク', 15)).toBe('ﾐﾂﾋﾞｼUFJｼﾝﾀｸ   ')
  const names = Object.values(zengin).flatMap((bank) => [bank, ...Object.values(bank.branches)])
  expect(names.length).toBeGreaterThan(25_000)
  for (const { kana } of names) expect(letters(kana, 15)).toHaveLength(15)
})
