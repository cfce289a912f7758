import { expect, test } from 'vitest'
import { goodsKinds } from '#kernel/enums.ts'
import { goodsRequirements } from '../approval/requirements.ts'
import { losesBySide, typedProfile, withoutSide } from './profile.ts'
import { papersFor } from './profile-labels.ts'
import { ProfileIn, readProfile } from './read-profile.server.ts'
import { reviewOf, weekdaysText } from './summary.ts'
import { timelineOf } from './timeline.ts'

const common = {
  tradeName: 'ビストロ 畝',
  tradeNameKana: 'ﾋﾞｽﾄﾛうね',
  partyType: 'sole_trader',
  lastName: '髙橋',
  firstName: '太郎',
  lastNameKana: 'たかはし',
  firstNameKana: 'タロウ',
  postalCode: '〒１６２ー０８２５',
  prefectureCode: '13',
  city: '新宿区',
  town: '神楽坂',
  street: '1-2-3',
  building: '',
  phone: '03(3260)1234',
  invoiceNumber: '',
}
const restaurant = { ...common, businessType: '和食', receivingWeekdays: '1,3', slot: 'am', receivingNote: '' }
const farm = { ...common, goodsKinds: 'egg,own_produce', shipWeekdays: '0,6' }

test.each(['T12', '7000012050002', 'T0000000000000', 'x'])(
  'a corporation’s number %s is refused at its field',
  (invoiceNumber) => {
    const typed = { ...restaurant, partyType: 'corporation', legalName: '', invoiceNumber }
    expect(readProfile('restaurant', typed)).toEqual({
      ok: false,
      fields: { legalName: expect.stringContaining('法人名'), invoiceNumber: expect.stringMatching(/T|検査|番号/) },
    })
  },
)

test('a profile that is no object is refused', () => {
  expect(ProfileIn.safeParse(null).success).toBe(false)
})

test('what is typed in any width is read; names stay as they are written', () => {
  const read = readProfile('restaurant', restaurant)
  expect(read).toMatchObject({
    ok: true,
    value: {
      side: 'restaurant',
      tradeNameKana: 'ビストロウネ',
      lastName: '髙橋',
      legalName: '髙橋 太郎',
      lastNameKana: 'タカハシ',
      postalCode: '1620825',
      phone: '03-3260-1234',
      invoiceNumber: null,
      receivingWeekdays: [1, 3],
    },
  })
  expect(readProfile('farm', farm)).toMatchObject({
    ok: true,
    value: { goodsKinds: ['own_produce', 'egg'], shipWeekdays: [0, 6] },
  })
})

test.each([
  ['tradeName', '', '店名'],
  ['tradeName', 'あ'.repeat(61), '60文字以下'],
  ['tradeNameKana', 'Bistro', 'カタカナ以外の文字'],
  ['partyType', '', '法人か個人事業か'],
  ['lastName', ' ', '代表者の姓'],
  ['firstNameKana', '', 'フリガナが入力されていません'],
  ['postalCode', '162', '桁数'],
  ['prefectureCode', '99', '都道府県を選択して'],
  ['city', '', '市区町村'],
  ['street', '', '番地'],
  ['phone', '110', '桁数'],
  ['invoiceNumber', '1234', '桁数または文字'],
  ['businessType', '宇宙食', '業態を選択して'],
  ['receivingWeekdays', '', '受取曜日を選択して'],
  ['receivingWeekdays', '9', '受取曜日を選択して'],
  ['slot', 'midnight', '時間帯を選択して'],
])('%s %j is refused: %s', (field, typed, words) => {
  const read = readProfile('restaurant', { ...restaurant, [field]: typed })
  expect(read).toEqual({ ok: false, fields: { [field]: expect.stringContaining(words) } })
})

test.each([
  ['goodsKinds', 'gold', '販売品目を選択して'],
  ['shipWeekdays', '', '出荷曜日を選択して'],
  ['invoiceFrom', '2023-09-30', '2023年10月1日以降'],
  ['invoiceFrom', '2025-02-30', 'YYYY-MM-DD'],
])('%s %j is refused: %s', (field, typed, words) => {
  const read = readProfile('farm', { ...farm, [field]: typed })
  expect(read).toEqual({ ok: false, fields: { [field]: expect.stringContaining(words) } })
})

test('a wrong check digit stops a corporation, and only warns a sole trader', () => {
  const typed = { ...restaurant, invoiceNumber: 'T1234567890123' }
  const corporation = { ...typed, partyType: 'corporation', legalName: '株式会社うね' }
  expect(readProfile('restaurant', corporation)).toEqual({
    ok: false,
    fields: { invoiceNumber: expect.stringContaining('法人の登録番号として正しくありません') },
  })
  const read = readProfile('restaurant', typed)
  if (!read.ok) throw new TypeError('refused')
  const rows = reviewOf(read.value).flatMap((section) => section.rows)
  expect(rows.find(({ what }) => what.includes('登録番号'))?.warning).toContain('もう一度')
  expect(readProfile('restaurant', { ...corporation, invoiceNumber: '', legalName: '' })).toMatchObject({
    fields: { legalName: expect.stringContaining('法人名') },
  })
})

test('the first day of a registration is asked of a farm, and shown with its number', () => {
  const shown = (more: object) => {
    const read = readProfile('farm', { ...farm, ...more })
    if (!read.ok) throw new TypeError('refused')
    return reviewOf(read.value)
      .flatMap(({ rows }) => rows)
      .find(({ what }) => what === '登録日')?.how
  }
  const invoiceNumber = 'T7000012050002'
  expect(shown({ invoiceNumber, invoiceFrom: '2025-04-01' })).toContain('2025年4月1日')
  expect(shown({ invoiceNumber })).toBeUndefined()
  expect(shown({ invoiceFrom: '2025-04-01' })).toBeUndefined()
})

test('a change of side takes away what only the other side has, and asks before', () => {
  expect(losesBySide(restaurant, 'restaurant', 'farm')).toBe(true)
  expect(losesBySide(common, 'restaurant', 'farm')).toBe(false)
  expect(losesBySide(restaurant, 'restaurant', 'restaurant')).toBe(false)
  expect(losesBySide(restaurant, null, 'farm')).toBe(false)
  expect(withoutSide(restaurant, 'restaurant')).toEqual(common)
})

test('a form keeps its own fields only, several boxes as one', () => {
  const form = new FormData()
  for (const [name, value] of [
    ['tradeName', '畝'],
    ['receivingWeekdays', '1'],
    ['receivingWeekdays', '5'],
    ['goodsKinds', 'egg'],
    ['password', '秘密'],
    ['status', 'approved'],
  ] as const)
    form.append(name, value)
  expect(typedProfile('restaurant', form)).toEqual({ tradeName: '畝', receivingWeekdays: '1,5' })
})

test('a paper is spoken of wherever staff ask for one, and nowhere else', () => {
  for (const kind of goodsKinds)
    expect(papersFor[kind] !== undefined, kind).toBe((goodsRequirements[kind]?.documents.length ?? 0) > 0)
})

test.each([
  [[1, 3, 5], '月・水・金'],
  [[0, 6], '土・日'],
  [[0, 1, 2, 3, 4, 5, 6], '毎日'],
] as const)('%j reads %s', (days, words) => {
  expect(weekdaysText(days)).toBe(words)
})

test.each([
  ['submitted', false, true, 'done open now wait'],
  ['submitted', true, true, 'done done now wait'],
  ['submitted', false, false, 'done done now wait'],
  ['returned', true, true, 'done done stopped wait'],
  ['rejected', true, true, 'done done done stopped'],
  ['approved', true, true, 'done done done done'],
  ['draft', false, true, 'now wait wait wait'],
] as const)('%s, papers %s of %s: %s', (status, hasPapers, needsPapers, states) => {
  expect(Object.values(timelineOf({ status, hasPapers, needsPapers })).join(' ')).toBe(states)
})
