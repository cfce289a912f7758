import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { jstDate } from '#kernel/jst.ts'
import { mandatoryOn } from './allergen-list.ts'
import {
  cattleWarning,
  type FactFormat,
  factRefusal,
  longestEggDays,
  needsTunaPapers,
  readFact,
} from './fact-formats.ts'
import { factRules, missingFacts, productFactNames, productFacts } from './food-facts.ts'
import { type FoodKind, foodKindOf, foodKinds } from './food-kind.ts'
import { type FoodLabel, labelFacts, missingLotFacts } from './food-label.ts'
import { lotFactNames, lotFacts } from './lot-facts.ts'
import { factsLine, originOf, printedFacts, riceStatement } from './printed-facts.ts'
import { readLotFacts } from './read-lot-facts.ts'

const judged = (format: FactFormat, typed: string) => factRefusal(format, readFact(format, typed))

test.each([
  ['place', '九州産', '「九州」は地方名です。都道府県を入力してください（例 長野県）'],
  ['place', '関東地方', '「関東地方」は地方名です。都道府県を入力してください（例 長野県）'],
  ['place', '中国産', '中国地方の場合は都道府県を、国の場合は「中華人民共和国」と入力してください'],
  ['place', '１２３', '都道府県を入力してください（例 長野県）'],
  [
    'cattle',
    '109409013',
    '9桁です。先頭の0が抜けていませんか。0109409013 でよいか、耳標か証明書で確認して入力してください',
  ],
  ['cattle', '12345678901', '個体識別番号は10桁です（現在11桁）'],
  ['catch', '123456726112100', '漁獲番号は16桁の数字です（現在15桁）'],
  ['day', '2026-02-30', '存在しない日付です。年・月・日を確認してください'],
  ['year', '昨年', '産年を入力してください（例 2026年産）'],
] as const)('%s %s is refused', (format, typed, sentence) => {
  expect(judged(format, typed)).toBe(sentence)
})

test.each([
  ['place', '長野県', '長野県'],
  ['place', '長野産', '長野県'],
  ['place', '北海道産', '北海道'],
  ['place', '国産', '国産'],
  ['place', '三陸沖', '三陸沖'],
  ['cattle', '１０９４０９０１３７', '1094090137'],
  ['cattle', 'A-12', 'A12'],
  ['catch', '1234567 261121 001', '1234567261121001'],
  ['day', '2026年11月1日', '2026-11-01'],
  ['year', '令和8年産', '2026'],
  ['year', '2026年産', '2026'],
] as const)('%s %s is stored as %s', (format, typed, stored) => {
  expect(readFact(format, typed)).toBe(stored)
  expect(judged(format, typed)).toBeNull()
})

test('a check digit that does not fit is a warning, never a refusal', () => {
  for (const number of ['1094090137', '1657613438', '1362646332']) expect(cattleWarning(number)).toBeNull()
  expect(cattleWarning('1094090138')).toContain('検査数字が合いません')
  expect(judged('cattle', '1094090138')).toBeNull()
})

test.each([
  [29_900, '2026-11-01', false],
  [30_000, '2026-03-31', false],
  [30_000, '2026-04-01', true],
])('a bluefin of %i g on %s', (weight, day, needed) => {
  expect(needsTunaPapers(grams(weight), jstDate(day))).toBe(needed)
})

const tuna = { category: 'fish', itemKey: 'other', name: '本まぐろ' } as const
const egg = { category: 'egg', itemKey: 'egg', name: '卵' } as const
const days = (harvestedOn: string, best: string | null = null) => ({
  harvestedOn: jstDate(harvestedOn),
  bestBeforeOn: best === null ? null : jstDate(best),
})

test('a bluefin of 30 kg needs its ship and its landing', () => {
  expect(readLotFacts(tuna, { fishKg: '30.0' }, days('2026-04-01'))).toMatchObject({
    fields: { vessel: expect.any(String), landedOn: expect.any(String) },
  })
  expect(readLotFacts(tuna, { fishKg: '29.9' }, days('2026-04-01'))).toMatchObject({ ok: true })
})

test('eggs laid on 1 July are good until 17 July at most', () => {
  expect(readLotFacts(egg, { laidOn: '2026-07-01' }, days('2026-07-01', '2026-07-17')).ok).toBe(true)
  expect(readLotFacts(egg, { laidOn: '2026-07-01' }, days('2026-07-01', '2026-07-18'))).toEqual({
    ok: false,
    fields: { bestBeforeOn: '生食用の卵の賞味期限は、採卵日から16日以内です' },
  })
  expect(
    [4, 8, 11, 12, 3].map((month) => longestEggDays(jstDate(`2026-${String(month).padStart(2, '0')}-01`))),
  ).toEqual([25, 16, 25, 57, 57])
})

test('a harvest states only what its kind of food has', () => {
  expect(readLotFacts(egg, { cattleNumber: '1094090137' }, days('2026-07-01'))).toMatchObject({
    fields: { cattleNumber: 'この商品では個体識別番号を使用しません。空欄にしてください' },
  })
})

test.each([
  ['shiitake', { mushroomBed: '', inoculationPlace: '大分県' }, ['mushroomBed']],
  ['shiitake', { mushroomBed: '原木', inoculationPlace: '大分県' }, []],
  ['produce', { origin: '長野県' }, []],
  ['beef', { origin: '国産', animalPart: '牛タン' }, ['meatProcessor', 'storageNote']],
  ['rice', { origin: '新潟県', riceKind: '玄米' }, []],
] as const)('%s lacks', (kind, said, missing) => {
  expect(missingFacts(kind, 'conventional', said)).toEqual(missing)
})

test('a specially cultivated crop states the reduction, and the person responsible', () => {
  expect(missingFacts('produce', 'specially_cultivated', { origin: '長野県' })).toEqual([
    'pesticideCut',
    'nitrogenCut',
    'growerInCharge',
    'confirmer',
  ])
})

const beef = (animalPart: string, origin = '国産'): FoodLabel => ({
  category: 'meat',
  itemKey: 'wagyu',
  name: '黒毛和牛',
  variety: '',
  method: 'conventional',
  storageNote: '',
  allergens: [],
  facts: { animalPart, origin },
})

test('domestic beef needs its number, tongue and imported beef do not', () => {
  expect(missingLotFacts(beef('牛サーロイン'), {})).toEqual(['cattleNumber'])
  expect(missingLotFacts(beef('牛サーロイン'), { cattleNumber: '1094090137' })).toEqual([])
  expect(missingLotFacts(beef('牛タン'), {})).toEqual([])
  expect(missingLotFacts(beef('牛サーロイン', 'オーストラリア'), {})).toEqual([])
})

test.each([
  ['root', 'carrot', '人参', 'produce'],
  ['mushroom', 'other', '生椎茸', 'shiitake'],
  ['meat', 'other', '近江牛 肩', 'beef'],
  ['meat', 'other', 'ごぼう天', 'meat'],
  ['fish', 'other', '活あわび', 'abalone'],
  ['egg', 'milk', '牛乳', 'dairy'],
  ['rice', 'soybean', '大豆', 'produce'],
  ['processed', 'sake', '純米酒', 'other'],
  ['herb', 'cut_flower', '切り花', 'other'],
] as const)('%s %s %s is %s', (category, itemKey, name, kind) => {
  expect(foodKindOf({ category, itemKey, name })).toBe(kind)
})

test('カシューナッツ is mandatory from April 2026', () => {
  expect(mandatoryOn(jstDate('2026-03-31'))).not.toContain('cashew')
  expect(mandatoryOn(jstDate('2026-04-01'))).toHaveLength(9)
})

test('what is printed is in words, several lots together', () => {
  const printed = printedFacts('slip', { animalPart: '鶏もも', cropYear: '2026', nutrition: '80kcal' }, [
    { processedOn: '2026-11-20' },
    { processedOn: '2026-11-21' },
  ])
  expect(factsLine(printed)).toBe('産年 2026年産　部位 鶏もも　処理日 2026年11月20日、2026年11月21日')
  expect(originOf({ origin: '大分県', inoculationPlace: '宮崎県' }, '熊本県')).toBe('宮崎県')
  expect(originOf({}, '熊本県')).toBe('熊本県')
})

const lot = (day: string, bestBefore: string | null = null) => ({
  ...{ facts: {}, harvestedOn: jstDate(day) },
  bestBeforeOn: bestBefore === null ? null : jstDate(bestBefore),
})

test('a slip says when vegetables were harvested, until when they are good and how they are stored', () => {
  const carrots: FoodLabel = { ...beef(''), category: 'root', itemKey: 'carrot', name: '人参', facts: {} }
  const lots = [lot('2026-11-22', '2026-12-05'), lot('2026-11-21', '2026-12-05'), lot('2026-11-22')]
  const said = (on: 'slip' | 'label') =>
    factsLine(labelFacts(on, { ...carrots, storageNote: '冷暗所' }, lots, '長野県').facts)
  expect(said('slip')).toBe('収穫日 2026年11月21日(土)、2026年11月22日(日)　期限 2026年12月5日(土)　保存方法 冷暗所')
  expect(said('label')).toBe('期限 2026年12月5日(土)')
  // the day of a lot of meat is not that of a harvest
  expect(factsLine(labelFacts('slip', beef('牛サーロイン'), lots, '長野県').facts)).not.toContain('収穫日')
})

test('a label says until when, how it is kept and the allergens before ingredients and the rest; a slip keeps its order', () => {
  const sauce: FoodLabel = {
    ...beef(''),
    category: 'processed',
    itemKey: 'sauce',
    name: 'ごまだれ',
    storageNote: '10℃以下',
    allergens: ['wheat', 'egg'],
    facts: { ingredients: 'ごま、醤油、卵黄', additives: 'なし', otherAllergens: 'ごま・大豆', dateKind: '消費期限' },
  }
  const words = (on: 'slip' | 'label') =>
    labelFacts(on, sauce, [lot('2026-11-22', '2026-11-25')], '長野県').facts.map(([word]) => word)
  const urgent = ['消費期限', '保存方法', 'アレルゲン', '推奨アレルゲン']
  expect(words('label')).toEqual([...urgent, '原材料名', '添加物'])
  expect(words('slip').slice(0, 3)).toEqual(['原材料名', '添加物', '推奨アレルゲン'])
})

test('rice states its variety and year, and where it is from in the words of its law', () => {
  const rice: FoodLabel = {
    ...{ ...beef(''), category: 'rice', itemKey: 'rice', name: '新米', variety: 'コシヒカリ' },
    facts: { origin: '新潟県', riceKind: 'うるち精米', cropYear: '2026' },
  }
  for (const on of ['slip', 'label', 'page'] as const) {
    const { facts, sentences } = labelFacts(on, rice, [], '長野県')
    expect(factsLine(facts)).toBe('品種 コシヒカリ　米の種類 うるち精米　産年 2026年産')
    expect(sentences).toEqual(['米トレーサビリティ法に基づく産地情報：国産（新潟県産）'])
  }
})

test.each([
  ['国産', '国産'],
  ['北海道', '国産（北海道産）'],
  ['新潟県魚沼市', '国産（新潟県魚沼市産）'],
  ['南魚沼市', '国産（南魚沼市産）'],
  ['タイ', 'タイ産'],
  ['アメリカ', 'アメリカ産'],
])('rice from %s is not called otherwise than %s', (origin, words) => {
  expect(riceStatement('rice', origin)).toBe(`米トレーサビリティ法に基づく産地情報：${words}`)
  expect(riceStatement('produce', origin)).toBeNull()
})

test('every kind asks only for facts that are declared, each with words of its own', () => {
  for (const kind of foodKinds satisfies readonly FoodKind[]) expect(factRules[kind]).toBeDefined()
  const labels = [
    ...productFactNames.map((name) => productFacts[name].label),
    ...lotFactNames.map((name) => lotFacts[name].label),
  ]
  expect(new Set(labels).size).toBe(labels.length)
})
