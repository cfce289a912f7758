import { expect, test } from 'vitest'
import { type GoodsKind, goodsKinds } from '#kernel/enums.ts'
import type { DocumentId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import type { PostalCode } from '#kernel/postal-code.ts'
import type { DocumentFacts } from '../documents/document.ts'
import { type Applicant, allGreen, type CheckFacts, type CheckState, checksOf, expiryStage } from './checks.ts'
import { goodsRequirements, requirementsOf } from './requirements.ts'

const today = jstDate('2026-11-24')
const applicant: Applicant = {
  side: 'farm',
  partyType: 'sole_trader',
  name: '瀬戸内レモン園',
  legalName: '',
  representative: '村上 一郎',
  representativeKana: 'ムラカミ　イチロウ',
  personName: '村上　一郎',
  personKana: 'ﾑﾗｶﾐ ｲﾁﾛｳ',
  registrationNumber: null,
  postalCode: '7220022',
  prefectureCode: '34',
  city: '尾道市',
  street: '栗原町1-1',
  building: '',
  phone: '0848000022',
  goodsKinds: ['own_produce'],
}
const facts: CheckFacts = {
  applicant,
  documents: [],
  postal: {
    postalCode: '7220022' as PostalCode,
    prefectureCode: '34',
    prefecture: '広島県',
    city: '尾道市',
    towns: ['栗原町'],
    mayBeElsewhere: false,
    business: null,
  },
  phoned: { at: new Date(0), by: '田中', said: '11月21日' },
  screened: { result: 'clear', source: '新聞記事データベース', checkedOn: today, by: '田中' },
  today,
}
const paper = (changes: Partial<DocumentFacts> = {}): DocumentFacts => ({
  id: '0190a000-0000-7000-8000-000000000000' as DocumentId,
  kind: 'permit',
  fileName: 'a.jpg',
  mediaType: 'image/webp',
  byteCount: 1,
  number: '',
  authority: '',
  holder: '',
  issuedOn: null,
  expiresOn: null,
  addedAt: new Date(0),
  removedAt: null,
  checkedAt: new Date(0),
  goodsKinds: [],
  ...changes,
})
const withApplicant = (changes: Partial<Applicant>): CheckFacts => ({
  ...facts,
  applicant: { ...applicant, ...changes },
})
const stateOf = (key: string, given: CheckFacts): CheckState | 'none' =>
  checksOf(given).find((check) => check.key === key)?.state ?? 'none'

test('a farm that grows lemons, gives a valid address and was reached by phone passes all checks', () => {
  expect(allGreen(checksOf(facts))).toBe(true)
})

test.each([
  ['a right number', { registrationNumber: 'T7000012050002' }, 'fine'],
  ['no number', { registrationNumber: null }, 'fine'],
  ['a wrong digit of a person', { registrationNumber: 'T1234567890123' }, 'look'],
  ['a wrong digit of a company', { registrationNumber: 'T1234567890123', partyType: 'corporation' }, 'wrong'],
  ['another shape', { registrationNumber: 'T12' }, 'wrong'],
] as const)('registration: %s', (_, changes, state) => {
  expect(stateOf('registration', withApplicant(changes))).toBe(state)
})

test.each([
  ['the same in other widths', {}, 'fine'],
  ['another person', { personName: '村上 花子' }, 'wrong'],
  ['a person of a company', { personName: '村上 花子', partyType: 'corporation' }, 'look'],
  ['other kana', { personKana: 'ムラカミ　カズオ' }, 'wrong'],
  ['no kana', { personKana: '' }, 'fine'],
] as const)('name: %s', (_, changes, state) => {
  expect(stateOf('name', withApplicant(changes))).toBe(state)
})

test.each([
  ['another prefecture', { prefectureCode: '33' }, 'wrong'],
  ['another city', { city: '福山市' }, 'wrong'],
  ['the city with more', { city: '尾道市因島' }, 'fine'],
  ['no street', { street: '' }, 'wrong'],
] as const)('address: %s', (_, changes, state) => {
  expect(stateOf('address', withApplicant(changes))).toBe(state)
})

test('address: an unknown postal code needs a check by staff; 郡 may be left out', () => {
  expect(stateOf('address', { ...facts, postal: null })).toBe('look')
  const village = { ...withApplicant({ city: '山中湖村', prefectureCode: '19' }) }
  const postal = facts.postal && { ...facts.postal, prefectureCode: '19' as const, city: '南都留郡山中湖村' }
  expect(stateOf('address', { ...village, postal })).toBe('fine')
})

test.each([
  ['nothing handed in', [], 'wrong'],
  ['a paper of another kind', [paper({ kind: 'other' })], 'wrong'],
  ['not yet read', [paper({ checkedAt: null })], 'look'],
  ['read', [paper()], 'fine'],
  ['expired', [paper({ expiresOn: jstDate('2026-11-23') })], 'wrong'],
  ['the last day', [paper({ expiresOn: today })], 'fine'],
] as const)('pickles: %s', (_, documents, state) => {
  expect(stateOf('goods-pickles', { ...withApplicant({ goodsKinds: ['pickles'] }), documents })).toBe(state)
})

test.each([
  ['2026-11-23', 'wrong', 'past'],
  ['2026-12-01', 'look', 7],
  ['2026-12-02', 'look', 30],
  ['2026-12-24', 'look', 30],
  ['2026-12-25', 'look', 60],
  ['2027-01-23', 'look', 60],
  ['2027-01-24', 'fine', null],
] as const)('a permit until %s is %s, stage %s', (day, state, stage) => {
  const expiresOn = jstDate(day)
  expect(stateOf('expiry', { ...facts, documents: [paper({ expiresOn })] })).toBe(state)
  expect(expiryStage(expiresOn, today)).toBe(stage)
})

test.each([
  ['村上一郎', 'fine'],
  ['株式会社瀬戸内レモン園', 'fine'],
  ['山田太郎', 'wrong'],
  ['', 'none'],
] as const)('the holder %s: %s', (holder, state) => {
  expect(stateOf('holder', { ...facts, documents: [paper({ holder })] })).toBe(state)
})

test('a call to an earlier number is no call', () => {
  expect(stateOf('phone', { ...facts, phoned: null })).toBe('look')
})

test.each([
  [null, 'look', '照会の記録なし'],
  ['clear', 'fine', '該当なし・新聞記事データベース・'],
  ['suspect', 'wrong', '該当の疑いあり・新聞記事データベース・'],
] as const)('反社会的勢力: %s is %s', (result, state, said) => {
  const screened = result && { result, source: '新聞記事データベース', checkedOn: today, by: '田中' }
  const check = checksOf({ ...facts, screened }).find(({ key }) => key === 'screening')
  expect(check).toMatchObject({ state, said: expect.stringContaining(said) })
})

/**
 * The legal list, written independently: what requires nothing, what is exempt for the farm's own harvest, what only
 * needs a look.
 */
const byHand: Record<GoodsKind, 'nothing' | 'own is free' | 'paper' | 'eye'> = {
  own_produce: 'nothing',
  resold_produce: 'paper',
  rice: 'own is free',
  egg: 'own is free',
  meat: 'paper',
  fish: 'own is free',
  dairy: 'paper',
  pickles: 'paper',
  processed: 'paper',
  honey_tea: 'own is free',
  alcohol: 'paper',
  seedlings: 'eye',
  wild: 'eye',
}
test.each(goodsKinds)('%s asks for what the law asks', (kind) => {
  const requirement = goodsRequirements[kind]
  const asks =
    requirement === null
      ? 'nothing'
      : requirement.ownIsFree
        ? 'own is free'
        : requirement.documents.length === 0
          ? 'eye'
          : 'paper'
  expect(asks).toBe(byHand[kind])
  if (requirement) expect(requirement.source).toMatch(/法/)
  const expected = { nothing: 'none', 'own is free': 'look', paper: 'wrong', eye: 'look' }[asks]
  expect(stateOf(`goods-${kind}`, withApplicant({ goodsKinds: [kind] }))).toBe(expected)
})

test('a restaurant shows its licence, whatever it cooks', () => {
  expect(requirementsOf('restaurant', []).map(({ key }) => key)).toEqual(['licence'])
  const shop = withApplicant({ side: 'restaurant', goodsKinds: [] })
  expect(stateOf('licence', shop)).toBe('wrong')
  expect(stateOf('licence', { ...shop, documents: [paper({ kind: 'business_licence' })] })).toBe('fine')
})
