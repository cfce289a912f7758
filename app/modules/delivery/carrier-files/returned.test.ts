import { encode } from 'iconv-lite'
import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type KnownParcel, planLabels } from './plan-labels.ts'
import { readReturned } from './read-returned.ts'

const file = (text: string) => new Uint8Array(encode(text, 'cp932'))
const right = '444413758703'
const b2Row = (key: string, number: string) =>
  [key, '0', '0', number, ...Array.from({ length: 93 }, () => '')].join(',')

test.each([
  ['発行済データ without headings', `${b2Row('U00001-1-1', right)}\r\n`, 'yamato'],
  [
    '発行済データ with headings',
    `お客様管理番号,送り状種類,クール区分,伝票番号\r\nU00001-1-1,0,0,${right}\r\n`,
    'yamato',
  ],
  ['出荷履歴', `お問い合せ送り状No.,出荷日,お客様管理番号\r\n${right},2026/11/25,U00001-1-1\r\n`, 'sagawa'],
  ['発送履歴', `お客様側管理番号,お問い合わせ番号,仮引受確定作業年月日\r\n"U00001-1-1","${right}",""\r\n`, 'japanpost'],
  ['a number that Excel is kept from', `管理番号,追跡番号\r\nU00001-1-1,"=""${right}"""\r\n`, null],
])('%s: the columns are found', (_, text, carrier) => {
  expect(readReturned(file(text), null)).toMatchObject({
    ok: true,
    carrier,
    rows: [{ customerNumber: 'U00001-1-1', trackingNumber: right }],
  })
})

test('a file of B2 is recognised although one of its numbers is wrong, and not by its width alone', () => {
  const rows = [b2Row('U00001-1-1', right), b2Row('U00001-1-2', right), b2Row('U00001-1-3', '444413758704')]
  expect(readReturned(file(rows.join('\r\n')), null)).toMatchObject({ ok: true, carrier: 'yamato' })
  expect(readReturned(file([b2Row('x', '12'), b2Row('y', '13')].join('\r\n')), null)).toMatchObject({ why: 'columns' })
})

test('unknown columns are the farm’s to say; the headings are then no row', () => {
  const text = `メモ,番号A,番号B\r\nx,U00001-1-1,${right}\r\n`
  expect(readReturned(file(text), null)).toEqual({
    ok: false,
    why: 'columns',
    sample: [
      ['メモ', '番号A', '番号B'],
      ['x', 'U00001-1-1', right],
    ],
  })
  expect(readReturned(file(text), { customerNumber: 1, trackingNumber: 2 })).toMatchObject({
    ok: true,
    rows: [{ line: 2, customerNumber: 'U00001-1-1', trackingNumber: right }],
  })
})

test.each([
  ['8.11E+11', /2行目の番号が「8.11E\+11」.*Excel/],
  ['4.44414E+11', /Excel/],
])('%s: a file that Excel has damaged is refused', (number, sentence) => {
  const read = readReturned(file(`管理番号,追跡番号\r\nU00001-1-1,${number}\r\n`), null)
  expect(read).toMatchObject({ ok: false, why: 'unreadable', sentence: expect.stringMatching(sentence) })
})

test.each([
  ['nothing', new Uint8Array()],
  ['a picture', new Uint8Array([0x89, 0x50, 0, 0, 1])],
])('%s is no such file', (_, bytes) => {
  expect(readReturned(bytes, null)).toMatchObject({ ok: false, why: 'unreadable' })
})

const parcel = (ordinal: number, said: Partial<KnownParcel> = {}): KnownParcel => ({
  carrier: 'yamato',
  parcelId: newId(),
  orderId: newId(),
  order: '00001-1',
  ordinal,
  orderNumber: '261124-00001-1',
  restaurant: '食堂みほん',
  trackingNumber: null,
  open: true,
  ...said,
})
const row = (customerNumber: string, trackingNumber: string, line = 1) => ({ line, customerNumber, trackingNumber })
const planned = (rows: ReturnType<typeof row>[], known: KnownParcel[], taken: [string, KnownParcel][] = []) =>
  planLabels(rows, known, new Map(taken.map(([number, { parcelId }]) => [number, [parcelId]]))).map(
    ({ what, questions, trackingNumber }) => [what, trackingNumber, ...questions],
  )

test.each([
  ['its number', right, {}, ['new', right]],
  ['with hyphens', '4444-1375-8703', {}, ['new', right]],
  ['no number yet', '', {}, ['blank', '']],
  ['the number that it has', right, { trackingNumber: right }, ['same', right]],
  ['the number with which it left', right, { trackingNumber: right, open: false }, ['same', right]],
  ['another number', right, { trackingNumber: '111111111112' }, ['asked', right, 'other_number']],
  ['a wrong check digit', '444413758704', {}, ['asked', '444413758704', 'check_digit']],
  ['a lost zero', '12345678901', {}, ['not_a_number', '12345678901']],
  ['letters', 'EE123456789JP', {}, ['not_a_number', 'EE123456789JP']],
  ['after it has left', right, { open: false }, ['closed', right]],
] satisfies [string, string, Partial<KnownParcel>, string[]][])('a parcel and %s', (_, number, said, expected) => {
  expect(planned([row('U00001-1-1', number)], [parcel(1, said)])).toEqual([expected])
})

test('the number of a carrier by name has letters and digits, and nothing of it is checked', () => {
  const by = { carrier: '赤帽 八代' }
  expect(planned([row('U00001-1-1', 'ab-1234')], [parcel(1, by)])).toEqual([['new', 'AB1234']])
  expect(planned([row('U00001-1-1', '111111111119')], [parcel(1, by)])).toEqual([['new', '111111111119']])
  expect(planned([row('U00001-1-1', 'なし')], [parcel(1, by)])).toEqual([['not_a_number', 'なし']])
  expect(planned([row('U00001-1-1', 'ab-1234')], [parcel(1)])).toEqual([['not_a_number', 'ab-1234']])
})

test('a zero that was lost is asked about', () => {
  const eleven = Array.from({ length: 90 }, (_, n) => 12_345_678_900 + n).find(
    (it) => Math.floor(it / 10) % 7 === it % 10,
  )
  expect(planned([row('U00001-1-1', String(eleven))], [parcel(1)])).toEqual([['asked', `0${eleven}`, 'lost_zero']])
})

test('every row is answered: an unknown one, the same parcel twice, the same number twice', () => {
  const known = [parcel(1), parcel(2), parcel(3, { trackingNumber: '111111111112' })]
  const rows = [
    row('X-1', right),
    row('U00009-1-1', right),
    row('U00001-1-1', right),
    row('U00001-1-1', right),
    row('U00001-1-1', '405548424886'),
    row('U00001-1-2', right),
    row('U00001-1-2', '111111111112'),
  ]
  const third = known[2] as KnownParcel
  expect(planned(rows, known, [['111111111112', third]])).toEqual([
    ['unknown', right],
    ['unknown', right],
    ['new', right],
    ['same', right],
    ['asked', '405548424886', 'other_number'],
    ['asked', right, 'taken'],
    ['asked', '111111111112', 'other_number', 'taken'],
  ])
})
