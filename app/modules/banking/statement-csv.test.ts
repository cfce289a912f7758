import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { readBankFile } from './read-bank-file.ts'

const today = jstDate('2026-11-24')
const read = (text: string) => readBankFile(new Uint8Array(iconv.encode(text, 'cp932')), today)
const rowsOf = (text: string) => {
  const it = read(text)
  if (!it.ok) throw new Error(it.sentence)
  return { layout: it.statement.layout, rows: it.statement.accounts.flatMap(({ rows }) => [...rows]), of: it.statement }
}
const told = (text: string) => {
  const it = read(text)
  return it.ok ? 'read' : it.sentence
}
const quoted = (...rows: (string | number)[][]) =>
  rows.map((row) => `${row.map((cell) => `"${cell}"`).join(',')}\r\n`).join('')

const mufg =
  '金融機関コード,金融機関名,支店コード,支店名,科目,口座番号,口座名,取引日,入払区分,取引区分,取引金額,内他店券金額,手形・小切手区分,手形・小切手番号,振込依頼人番号,振込依頼人名,仕向金融機関名,仕向支店名,摘要,EDI情報'
const mizuho =
  '照会口座,番号,勘定日,(起算日),出金(円),入金(円),小切手区分,残高(円),取引区分,明細区分,金融機関名,支店名,摘要'
const paypay =
  '操作日(年),操作日(月),操作日(日),操作時刻(時),操作時刻(分),操作時刻(秒),取引順番号,摘要,お支払金額,お預り金額,残高'

test('三菱UFJ: the direction beside the amount, days of Reiwa, the account in every row', () => {
  const row = (number: string, direction: string) => [
    '0005',
    '三菱ＵＦＪ',
    '100',
    '本店',
    '普通',
    number,
    'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ',
    '081102',
    direction,
    '11',
    '000000018286',
    '000000000286',
    '',
    '',
    '9011234567',
    'ｶ)ﾐﾎﾝ',
    'ﾐﾂｲ',
    'ｼﾝｼﾞﾕｸ',
    'ﾌﾘｺﾐ',
    'S2026-000001',
  ]
  const { layout, rows, of } = rowsOf(quoted(mufg.split(','), row('1234567', '1'), row('7654321', '2')))
  expect(layout).toBe('mufg')
  expect(of.accounts.map(({ account }) => account)).toEqual([
    { bank: '0005', branch: '100', number: '1234567' },
    { bank: '0005', branch: '100', number: '7654321' },
  ])
  expect(rows[0]).toEqual({
    on: '2026-11-02',
    valueOn: '2026-11-02',
    yen: 18_286,
    unclearedYen: 286,
    payerKana: 'ｶ)ﾐﾎﾝ',
    text: 'ﾌﾘｺﾐ',
    virtualAccount: '9011234567',
    edi: 'S2026-000001',
    nature: 'normal',
    id: null,
    ordinal: 2,
  })
  expect(rows[1]?.yen).toBe(-18_286)
})

test('三菱UFJ 全明細: no headings, out before in, every balance follows', () => {
  const file = (balance: number) =>
    `1,三菱ＵＦＪ,本店,普通,1234567,2026.11.1,2026.11.30\r\n2,2026.11.2,振込,ｶ)ﾐﾎﾝ,0,18286,1018286\r\n2,2026.11.4,手数料,,330,0,${balance}\r\n8\r\n9,1,330,1,18286,1017956\r\n`
  const { layout, rows } = rowsOf(file(1_017_956))
  expect(layout).toBe('mufgAll')
  expect(rows.map(({ on, yen, payerKana }) => [on, yen, payerKana])).toEqual([
    ['2026-11-02', 18_286, 'ｶ)ﾐﾎﾝ'],
    ['2026-11-04', -330, ''],
  ])
  expect(told(file(1_017_955))).toContain('3行目：残高が、前の行の残高と')
})

test.each<[string, string, [string, number, string][]]>([
  [
    'gmo',
    quoted(
      ['日付', '摘要', '入金金額', '出金金額', '残高', 'メモ'],
      ['20261102', '振込 ｶ)ﾐﾎﾝ', '18286', '', '1018286', ''],
      ['20261104', '手数料', '', '330', '1017956', ''],
    ),
    [
      ['2026-11-02', 18_286, 'ｶ)ﾐﾎﾝ'],
      ['2026-11-04', -330, '手数料'],
    ],
  ],
  [
    'sbi',
    '"日付","内容","出金金額(円)","入金金額(円)","残高(円)","メモ"\r\n"2026/11/04","手数料","330",,"1,017,956","-"\r\n"2026/11/02","振込＊ミホン",,"18,286","1,018,286","-"\r\n',
    [
      ['2026-11-04', -330, '手数料 -'],
      ['2026-11-02', 18_286, 'ミホン -'],
    ],
  ],
  [
    'rakuten',
    '取引日,入出金(円),残高(円),入出金先内容\r\n20261102,18286,1018286,ｶ)ﾐﾎﾝ,ﾃﾞ,ｽ\r\n20261104,-330,1017956,手数料\r\n',
    [
      ['2026-11-02', 18_286, 'ｶ)ﾐﾎﾝ,ﾃﾞ,ｽ'],
      ['2026-11-04', -330, '手数料'],
    ],
  ],
  [
    'paypay',
    quoted(paypay.split(','), [2026, 11, 2, 9, 5, 0, 101, '振込 ミホン', '', 18_286, 1_018_286]),
    [['2026-11-02', 18_286, 'ミホン']],
  ],
  [
    'paypay',
    quoted([...paypay.split(','), 'メモ'], [2026, 11, 2, 9, 5, 0, 101, '振込 ミホン', '', 18_286, 1_018_286, '覚え']),
    [['2026-11-02', 18_286, 'ミホン 覚え']],
  ],
  [
    'yucho',
    `お客さま口座情報\r\n記号,10170\r\n番号,12345671\r\n期間,20261101,20261130\r\n\r\n明細\r\n件数,1\r\n取引日,入出金明細ＩＤ,受入金額（円）,払出金額（円）,詳細１,詳細２,現在（貸付）高,\r\n20261102,A0001,18286,,振込,ミホン,1018286,\r\n`,
    [['2026-11-02', 18_286, 'ミホン']],
  ],
  [
    'mizuho',
    `${mizuho}\r\n本店 普通 1234567,1,2026/11/02,2026/10/30,,18286,,1018286,振込,,ﾐﾂｲ,ｼﾝｼﾞﾕｸ,ミホン\r\n本店 普通 1234567,2,2026/11/02,,,,,1018286,,欠番,,,\r\n`,
    [['2026-11-02', 18_286, 'ミホン']],
  ],
  [
    'anser',
    quoted(mizuho.split(','), [
      '本店 普通 1234567',
      1,
      '2026年11月02日',
      '',
      '',
      '18,286',
      '',
      '1,018,286',
      '振込',
      '',
      '',
      '',
      'ミホン',
    ]),
    [['2026-11-02', 18_286, 'ミホン']],
  ],
])('%s: the columns by their exact headings', (name, text, expected) => {
  const { layout, rows } = rowsOf(text)
  expect(layout).toBe(name)
  expect(rows.map(({ on, yen, payerKana }) => [on, yen, payerKana])).toEqual(expected)
})

test('what the bank calls a row is its key: of a day at みずほ, of all days at ゆうちょ', () => {
  const row = (day: string) => `本店,1,${day},,,100,,,振込,,,,ミホン\r\n`
  expect(rowsOf(`${mizuho}\r\n${row('2026/11/02')}${row('2026/11/04')}`).rows.map(({ id }) => id)).toEqual([
    '2026/11/02/1',
    '2026/11/04/1',
  ])
})

test('a deposit that みずほ cancelled goes out again, with or without a minus', () => {
  const row = (amount: string) => `本店,1,2026/11/02,,,${amount},,,振込,取消,,,ミホン\r\n`
  for (const amount of ['500', '-500'])
    expect(rowsOf(`${mizuho}\r\n${row(amount)}`).rows[0]).toMatchObject({ yen: -500, nature: 'cancellation' })
})

const rakuten = (...rows: string[]) => `取引日,入出金(円),残高(円),入出金先内容\r\n${rows.join('\r\n')}\r\n`

test.each([
  [
    'two headings in another order',
    '日付,摘要,出金金額,入金金額,残高,メモ\r\n20261102,振込,18286,,1,\r\n',
    '列の見出しが',
  ],
  ['a heading in another width', '取引日,入出金（円）,残高(円),入出金先内容\r\n20261102,1,1,a\r\n', '列の見出しが'],
  ['a row with too few columns', rakuten('20261102,1'), '2行目：列の数が4ではなく2です'],
  ['an amount that is none', rakuten('20261102,1円,1,a'), '2行目：金額「1円」を読み取れません'],
  ['a full-width amount', rakuten('20261102,１００,1,a'), '2行目：金額「１００」を読み取れません'],
  ['a day that is none', rakuten('20261131,1,1,a'), '2行目：日付「20261131」を読み取れません'],
  ['a day of ten years ago', rakuten('20161102,1,1,a'), '1年以上離れています'],
  [
    'a row that is missing in the middle',
    rakuten('20261102,100,100,a', '20261104,100,300,b'),
    '残高と入出金の合計が一致しません',
  ],
  [
    'amounts that cannot be added',
    rakuten(...Array.from({ length: 2 }, () => `20261102,${Number.MAX_SAFE_INTEGER},,ミホン`)),
    '金額の合計が大きすぎます',
  ],
  ['nothing but headings', rakuten(), '明細が1件もありません'],
])('is refused: %s', (_, text, sentence) => {
  expect(told(text)).toContain(sentence)
})

test('a file that was saved again as UTF-8, and one with broken letters, are refused', () => {
  const bytes = new TextEncoder().encode(rakuten('20261102,100,100,ミホン'))
  expect(readBankFile(bytes, today)).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('UTF-8で保存し直した'),
  })
  const broken = new Uint8Array(iconv.encode(rakuten('20261102,100,100,ミホン'), 'cp932'))
  broken.set([0x81, 0x0a], broken.length - 4)
  expect(readBankFile(broken, today)).toMatchObject({ ok: false, sentence: expect.stringContaining('シフトJIS') })
})
