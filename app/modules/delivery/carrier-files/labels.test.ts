import { readFileSync, writeFileSync } from 'node:fs'
import { decode } from 'iconv-lite'
import { expect, test } from 'vitest'
import { type Carrier, carriers, type Slot, slots, type Temperature } from '#kernel/enums.ts'
import { jstDate } from '#kernel/jst.ts'
import { parseCsv } from '#kernel/read-csv.ts'
import { linesOf, linesWithin, takeWidth, toFullWidth, toJis, widthOf } from './jis-text.ts'
import { geta, noticeText } from './label-notice.ts'
import { layouts } from './layouts.ts'
import { customerNumberOf, type LabelParty, readCustomerNumber, type Shipment } from './shipment.ts'
import { isTooEarly, labelFile, labelRow, shipDayFor } from './write-labels.ts'

const kitchen: LabelParty = {
  name: '食堂みほん',
  part: '神楽坂本店',
  postalCode: '1620825',
  prefecture: '東京都',
  city: '新宿区',
  street: '神楽坂1-2-3',
  building: 'サンプルビル 1F',
  phone: '03-1234-5678',
}
const farm: LabelParty = {
  name: '見本農園',
  part: '',
  postalCode: '0600001',
  prefecture: '北海道',
  city: '札幌市中央区',
  street: '北一条西2丁目',
  building: '',
  phone: '011-200-0000',
}
const shipment = (said: Partial<Shipment> = {}, to: Partial<LabelParty> = {}): Shipment => ({
  customerNumber: customerNumberOf('261124-00001-1', said.at ?? 1),
  orderNumber: '261124-00001-1',
  at: 1,
  of: 1,
  temperature: 'ambient',
  sizeClass: 80,
  shipOn: jstDate('2026-11-25'),
  deliveryOn: jstDate('2026-11-26'),
  slot: 'am',
  to: { ...kitchen, ...to },
  from: farm,
  goods: ['にんじん', '大根'],
  customerCode: '011200000000',
  freightCode: '01',
  stated: { chilled: '', frozen: '', evening: '' },
  ...said,
})
const cell = (carrier: Carrier, name: string, it: Shipment) =>
  labelRow(carrier, it).cells[layouts[carrier].columns.findIndex((column) => column.name === name)]
const told = (carrier: Carrier, it: Shipment) => labelRow(carrier, it).notices

const kyoto = {
  prefecture: '京都府',
  city: '京都市中京区',
  street: '寺町通御池上る上本能寺前町488番地の23',
  building: '京都鴨川御池東山グランドパレスタワーレジデンス東館イーストウイング地下二階テナント区画',
}
const street = '寺町通二条下る榎木町95番地の3（河原町通二条西入る達磨町600番地）'
const golden: Record<string, Shipment[]> = {
  'long-addresses': [
    shipment({}, kyoto),
    shipment({ at: 2, of: 2 }, { ...kyoto, name: '株式会社髙﨑フードサービスホールディングス京都', part: '先斗町店' }),
    shipment({}, { name: '㈱髙﨑〜①番館', building: '𠮷野ビル 3F', street: '元町１−２‐３' }),
  ],
  /** What is too long for every field fills them all; a house number may not lose a hyphen at the end of a line. */
  'longest-names': [
    shipment(
      {},
      { ...kyoto, street, building: 'アーバンテラス京都御所南クレール二条寺町通りレジデンシャルスクエア東棟地下' },
    ),
    shipment(
      {},
      { street: `${'あ'.repeat(10)}1-2-3-4-5-6-7-8-9`, building: '髙﨑ビルディング〜別館〜'.repeat(4), part: '' },
    ),
    shipment(
      {},
      { name: 'ザ・みほんホテルズ京都イタリアンレストラン', part: '地下一階メインキッチン・パティスリー部門' },
    ),
  ],
  'cool-and-ambient': (['ambient', 'chilled', 'ambient', 'frozen'] as const).map((temperature, index) =>
    shipment({ temperature, at: index + 1, of: 4, sizeClass: index === 1 ? 120 : 100, goods: ['𠮷田さんの人参'] }),
  ),
  'far-away': [
    shipment(
      { slot: 'none' },
      { postalCode: '9071801', prefecture: '沖縄県', city: '八重山郡与那国町', street: '与那国1-2', building: '' },
    ),
    shipment(
      { slot: '19-21' },
      { postalCode: '1001511', prefecture: '東京都', city: '八丈島八丈町', street: '三根345', building: '' },
    ),
  ],
  'fifteen-parcels': Array.from({ length: 15 }, (_, index) => shipment({ at: index + 1, of: 15, sizeClass: 160 })),
  temperatures: (['ambient', 'chilled', 'frozen'] as const).map((temperature, index) =>
    shipment({ temperature, at: index + 1, of: 3 }),
  ),
  slots: slots.map((slot) => shipment({ slot })),
  strange: [
    shipment({}, { name: '=HYPERLINK("https://example.jp")', part: 'A,B\n"C"', building: '-1F', phone: '' }),
    shipment({ goods: ['とても長い名前の特別栽培ミニトマト詰め合わせセット', '有機バジル', 'きゅうり'] }),
  ],
}

/** Written again with WRITE_GOLDEN=1; review the difference after that. */
test.each(Object.keys(golden).flatMap((name) => carriers.map((carrier) => [carrier, name] as const)))(
  '%s: the file of %s is as it was, byte by byte',
  (carrier, name) => {
    const bytes = labelFile(carrier, golden[name] ?? [])
    const file = new URL(`golden/${carrier}-${name}.csv`, import.meta.url)
    if (process.env.WRITE_GOLDEN) writeFileSync(file, bytes)
    expect(decode(Buffer.from(bytes), 'cp932')).toBe(decode(readFileSync(file), 'cp932'))
    expect(Buffer.compare(Buffer.from(bytes), readFileSync(file))).toBe(0)
  },
)

test.each([
  ['yamato', 97],
  ['sagawa', 74],
  ['japanpost', 72],
] as const)('every row of %s has %i columns, and no cell is wider than its column', (carrier, count) => {
  expect(layouts[carrier].columns).toHaveLength(count)
  for (const it of Object.values(golden).flat()) {
    const { cells } = labelRow(carrier, it)
    expect(cells).toHaveLength(count)
    layouts[carrier].columns.forEach(({ name, maxWidth = 999 }, index) => {
      expect(widthOf(cells[index] ?? ''), name).toBeLessThanOrEqual(maxWidth)
    })
  }
})

test('every required cell of a whole order is filled', () => {
  for (const carrier of carriers) {
    const { cells, notices } = labelRow(carrier, shipment())
    expect(notices).toEqual([])
    expect(layouts[carrier].columns.filter(({ required }, index) => required && !cells[index])).toEqual([])
  }
})

test.each([
  ['yamato', 'クール区分', { ambient: '0', chilled: '2', frozen: '1' }],
  ['sagawa', 'クール便指定', { ambient: '001', chilled: '002', frozen: '003' }],
  ['sagawa', '指定シール１', { ambient: '', chilled: '001', frozen: '002' }],
  ['japanpost', '保冷', { ambient: '0', chilled: '1', frozen: '2' }],
] satisfies [Carrier, string, Record<Temperature, string>][])(
  '%s %s: the code of each temperature',
  (carrier, name, codes) => {
    const written = (['ambient', 'chilled', 'frozen'] as const).map((temperature) => [
      temperature,
      cell(carrier, name, shipment({ temperature })),
    ])
    expect(Object.fromEntries(written)).toEqual(codes)
  },
)

test.each([
  [
    'yamato',
    '配達時間帯',
    { none: '', am: '0812', '14-16': '1416', '16-18': '1618', '18-20': '1820', '19-21': '1921' },
  ],
  ['sagawa', '配達指定時間帯', { none: '', am: '01', '14-16': '14', '16-18': '16', '18-20': '18', '19-21': '19' }],
  [
    'sagawa',
    '指定シール２',
    { none: '005', am: '020', '14-16': '023', '16-18': '024', '18-20': '025', '19-21': '026' },
  ],
  ['japanpost', '配達希望時間帯', { none: '00', am: '51', '14-16': '53', '16-18': '54', '18-20': '55', '19-21': '00' }],
] satisfies [Carrier, string, Record<Slot, string>][])('%s %s: the code of each slot', (carrier, name, codes) => {
  const written = slots.map((slot) => [slot, cell(carrier, name, shipment({ slot }))])
  expect(Object.fromEntries(written)).toEqual(codes)
})

test('a slot that the carrier lacks is told', () => {
  expect(told('japanpost', shipment({ slot: '19-21' }))).toEqual([{ kind: 'slot' }])
  expect(told('yamato', shipment({ slot: '19-21' }))).toEqual([])
})

test('codes of ゆうプリR that are not verified are told until the farm states its own, and then written as it states them', () => {
  expect(told('japanpost', shipment({ temperature: 'chilled' }))).toEqual([{ kind: 'cool_code' }])
  expect(told('yamato', shipment({ temperature: 'chilled' }))).toEqual([])
  const stated = { chilled: '3', frozen: '4', evening: '57' }
  const late = { slot: '19-21' as const, stated }
  const written = (['ambient', 'chilled', 'frozen'] as const).map((temperature) =>
    cell('japanpost', '保冷', shipment({ ...late, temperature })),
  )
  expect(written).toEqual(['0', '3', '4'])
  expect(cell('japanpost', '配達希望時間帯', shipment(late))).toBe('57')
  expect(told('japanpost', shipment({ ...late, temperature: 'frozen' }))).toEqual([])
})

test('a long building fills the free fields of ヤマト before anything is cut', () => {
  const it = shipment({}, { ...kyoto, name: '食堂みほん', part: '' })
  expect(cell('yamato', 'お届け先住所', it)).toBe('京都府京都市中京区寺町通御池上る上本能寺前町')
  const rest = ['お届け先アパートマンション名', 'お届け先会社・部門１', 'お届け先会社・部門２'].map((name) =>
    cell('yamato', name, it),
  )
  expect(rest.join('')).toBe(`488番地の23　${kyoto.building}`)
  expect(told('yamato', it)).toEqual([])
})

test('where something is lost, every line is full', () => {
  const it = shipment({}, { ...kyoto, street, building: 'あ'.repeat(60), part: '' })
  const lines = ['お届け先住所１', 'お届け先住所２', 'お届け先住所３', 'お届け先名称２'].map((name) =>
    cell('sagawa', name, it),
  )
  expect(lines.map((line) => [...(line ?? '')].length)).toEqual([16, 16, 16, 16])
  expect(told('sagawa', it)).toMatchObject([{ kind: 'cut', field: 'お届け先の住所' }])
})

test('a hyphen stays in its house number when every line is full', () => {
  const place = `${'あ'.repeat(9)}１－２`
  expect(linesWithin(place, 20, 1)).toEqual([`${'あ'.repeat(9)}`, '１－２'])
  expect(linesWithin('ああああ', 4, 2)).toEqual(['ああ', 'ああ'])
})

test('text that fits nowhere is reported, not lost silently', () => {
  const it = shipment({}, { ...kyoto, building: kyoto.building + kyoto.building })
  expect(told('yamato', it)).toMatchObject([{ kind: 'cut' }])
  expect(told('sagawa', it)).toMatchObject([{ kind: 'cut', field: 'お届け先の住所' }])
  expect(told('japanpost', it)).toEqual([])
})

test('letters that a label cannot have are replaced and told, signs of the same look only replaced', () => {
  expect(told('yamato', shipment({}, { name: '髙﨑', building: 'A〜B−C' }))).toEqual([
    { kind: 'replaced', field: 'お届け先の名称', from: '﨑', to: '崎' },
    { kind: 'replaced', field: 'お届け先の名称', from: '髙', to: '高' },
  ])
})

test.each([
  ['髙﨑', '高崎'],
  ['㈱畑', '（株）畑'],
  ['①②', '12'],
  ['𠮷野', '吉野'],
  ['鷗', '鴎'],
  ['Ⅲ', 'III'],
  ['㎏', 'kg'],
  ['神', '神'],
  ['Café', 'Cafe'],
  ['ｶﾞｰﾃﾞﾝﾊﾟｰｸ', 'ガーデンパーク'],
  ['〜−–—', '～－－―'],
  ['が', 'が'],
  ['葛\u{E0100}城', '葛城'],
  ['a\r\nb\tc', 'a b c'],
  ['🍅', geta],
  ['ー々〆ヶ', 'ー々〆ヶ'],
])('%s is written as %s', (typed, written) => {
  expect(toJis(typed).text).toBe(written)
})

test('a missing phone, postal code or customer code is told, and the row keeps its place', () => {
  expect(told('yamato', shipment({ customerCode: '' }, { phone: '', postalCode: '12' }))).toEqual([
    { kind: 'missing', field: 'お届け先の電話番号' },
    { kind: 'unreadable', field: 'お届け先の郵便番号', text: '12' },
    { kind: 'no_code' },
  ])
  expect(told('yamato', shipment({}, { phone: '08-0000-3013' })).map(noticeText)).toEqual([
    'お届け先の電話番号「08-0000-3013」が正しくないため、空欄になります。配送会社のソフトで入力してください。',
  ])
  expect(cell('yamato', 'お届け先電話番号', shipment({}, { phone: '08-0000-3013' }))).toBe('')
})

test('no cell is a formula, and commas, quotes and line breaks of a name stay in their cell', () => {
  for (const carrier of carriers) {
    const text = decode(Buffer.from(labelFile(carrier, golden.strange ?? [])), 'cp932')
    const rows = parseCsv(text)
    expect(rows.map((row) => row.length)).toEqual(rows.map(() => layouts[carrier].columns.length))
    expect(rows.flat().filter((it) => /^\s*[=+\-@＝＋－＠−|%]/.test(it))).toEqual([])
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  }
})

test('leading zeros stay, in phones, postal codes and the code to bill', () => {
  const it = shipment({}, { postalCode: '0600042', phone: '011-200-0001' })
  expect(cell('yamato', 'お届け先郵便番号', it)).toBe('060-0042')
  expect(cell('yamato', '請求先顧客コード', it)).toBe('011200000000')
  expect(cell('sagawa', 'お届け先電話番号', it)).toBe('011-200-0001')
})

test('the last columns are there although they are empty, and lines end with CRLF', () => {
  const text = decode(Buffer.from(labelFile('yamato', [shipment()])), 'cp932')
  expect(text.endsWith(`,01${','.repeat(55)}\r\n`)).toBe(true)
  expect(decode(Buffer.from(labelFile('japanpost', [shipment()])), 'cp932')).toMatch(/^("[^"]*",){71}"[^"]*"\r\n$/)
})

test('a day that has gone by is written as today; ヤマト takes the next 30 days', () => {
  const today = jstDate('2026-11-25')
  expect(shipDayFor(jstDate('2026-11-20'), today)).toBe(today)
  expect(isTooEarly('yamato', jstDate('2026-12-25'), today)).toBe(false)
  expect(isTooEarly('yamato', jstDate('2026-12-26'), today)).toBe(true)
  expect(isTooEarly('sagawa', jstDate('2026-12-26'), today)).toBe(false)
})

test('a delivery day that cannot be met any more is left out', () => {
  const late = shipment({ shipOn: jstDate('2026-11-27') })
  expect(cell('yamato', 'お届け予定日', late)).toBe('')
  expect(cell('sagawa', '配達日', late)).toBe('')
})

test('text is cut between letters by its width, at a space or before a number', () => {
  expect(takeWidth('あいう', 4)).toEqual(['あい', 'う'])
  expect(takeWidth('aあいう', 4)).toEqual(['aあ', 'いう'])
  expect(takeWidth('中町488番地', 6)).toEqual(['中町', '488番地'])
  expect(takeWidth('見本ビル 12F', 10)).toEqual(['見本ビル', '12F'])
  expect(takeWidth('1234567890', 4)).toEqual(['1234', '567890'])
  expect(takeWidth('𠮷𠮷𠮷', 4)).toEqual(['𠮷𠮷', '𠮷'])
  expect(linesOf('あいうえお', 4)).toEqual(['あい', 'うえ', 'お'])
  expect(toFullWidth('A-1 2')).toBe('Ａ－１　２')
  expect(toFullWidth('"\'')).toBe('”’')
})

test.each([
  ['U00001-1-2', { order: '00001-1', ordinal: 2 }],
  [' ｕ00001-1-12', { order: '00001-1', ordinal: 12 }],
  ['="U00001-1-2"', { order: '00001-1', ordinal: 2 }],
  ['FARM-000123', null],
  ['', null],
])('%s is the number of a parcel', (text, expected) => {
  expect(readCustomerNumber(text)).toEqual(expected)
})

test('the number of a parcel fits the shortest field, and comes back as it was', () => {
  const number = customerNumberOf('261124-1234567-12', 15)
  expect(number.length).toBeLessThanOrEqual(16)
  expect(readCustomerNumber(number)).toEqual({ order: '1234567-12', ordinal: 15 })
})
