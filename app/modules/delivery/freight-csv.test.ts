import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '#kernel/csv.ts'
import { yen } from '#kernel/yen.ts'
import { freightCsvCells, freightCsvHead, readFreightCsv } from './freight-csv.ts'
import { type FreightRow, requiredRows, rowKey, withPercent } from './freight-table.ts'

const figures = [800, 1_000, 1_250, 1_500, 1_800, 2_100].map(yen)
const farmRows: FreightRow[] = requiredRows('farm').map(({ kind, origin, destination }) => ({
  kind,
  origin,
  destination,
  yen: kind === 'lane' ? figures : [...[250, 300, 400, 650].map(yen), null, null],
}))
const fileOf = (rows: readonly FreightRow[]) =>
  [freightCsvHead, ...rows.map(freightCsvCells)].map((cells) => csvLine(cells)).join('')
const file = fileOf(farmRows)
const problemsOf = (text: string, owner: 'farm' | 'platform' = 'farm') => {
  const read = readFreightCsv(text, owner)
  return read.ok ? [] : read.problems.map(({ line, sentence }) => `${line} ${sentence}`)
}

test('what is written is read again, whatever the figures', () => {
  const figure = fc.integer({ min: 0, max: 999_999 }).map(yen)
  const six = fc.array(figure, { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(six, { minLength: farmRows.length, maxLength: farmRows.length }), (all) => {
      const rows = farmRows.map((row, place) => ({ ...row, yen: all[place] ?? figures }))
      rows.push({ kind: 'lane', origin: '', destination: '13', yen: figures })
      rows.push({ kind: 'island', origin: '', destination: '1001', yen: figures })
      expect(readFreightCsv(fileOf(rows), 'farm')).toEqual({ ok: true, rows })
    }),
  )
})

test("everyone's table names where each way begins", () => {
  const rows = requiredRows('platform').map(({ kind, origin, destination }) => ({
    kind,
    origin,
    destination,
    yen: figures,
  }))
  expect(rows).toHaveLength(146)
  expect(readFreightCsv(fileOf(rows), 'platform')).toEqual({ ok: true, rows })
  expect(problemsOf(file, 'platform')[0]).toContain('2 発地「」は使用できません')
  expect(problemsOf(fileOf(rows))[0]).toBe('2 農園の表では、発地を空欄にしてください。')
})

const withLine = (at: number, line: string) => file.split('\r\n').with(at, line).join('\r\n')

test.each([
  ['wrong width', '運賃,,関東,800,1000,1250,1500,1800,2100,2400', '列が10あります。9列'],
  ['too few columns', '運賃,関東', '列が2あります。9列'],
  ['a gap in the sizes', '運賃,,関東,800,1000,,1500,1800,2100', '100サイズ：'],
  ['a missing last size', '運賃,,関東,800,1000,1250,1500,1800', '160サイズ：'],
  ['negative', '運賃,,関東,800,1000,-5,1500,1800,2100', '100サイズ：'],
  ['not whole', '運賃,,関東,800,1000,99.5,1500,1800,2100', '100サイズ：'],
  ['words', '運賃,,関東,八百,1000,1250,1500,1800,2100', '60サイズ：'],
  ['an unknown kind', '割引,,関東,800,1000,1250,1500,1800,2100', '区分「割引」は使用できません'],
  ['an unknown place', '運賃,,東海道,800,1000,1250,1500,1800,2100', '着地「東海道」は使用できません'],
  ['no postal code', '離島,,小笠原,800,1000,1250,1500,1800,2100', '離島の着地には、郵便番号'],
  ['the same way twice', '運賃,,北海道,800,1000,1250,1500,1800,2100', '「北海道」への運賃は、2行目にもあります'],
])('%s: a sentence with its line, and nothing is taken', (_, line, sentence) => {
  const problems = problemsOf(withLine(4, line))
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(/^5 /)
  expect(problems[0]).toContain(sentence)
})

test('sizes of cool parcels end, and do not begin again', () => {
  expect(problemsOf(withLine(13, '冷蔵,,,250,300,400,650,,900'))).toEqual([
    '14 160サイズの前のサイズが空欄です。続けて入力してください。',
  ])
})

test('a missing way is named', () => {
  expect(problemsOf(fileOf(farmRows.slice(1)))).toEqual(['0 「北海道」への運賃がありません。'])
  expect(problemsOf('')).toEqual(['0 ファイルに行がありません。'])
})

test('full-width digits, commas and short names are read, as a spreadsheet in Japan writes them', () => {
  const read = readFreightCsv(withLine(2, '運賃,,北東北,８００,"1,000",1250,1500,1800,2100'), 'farm')
  expect(read.ok && read.rows[1]?.yen.slice(0, 2)).toEqual([800, 1_000])
  const tokyo = readFreightCsv(`${file}運賃,,東京,700,900,1150,1400,1700,2000\r\n`, 'farm')
  expect(tokyo.ok && tokyo.rows.at(-1)).toMatchObject({ destination: '13' })
})

test('a copy changed by percent is rounded to whole yen, halves up', () => {
  const [row] = withPercent([{ kind: 'lane', origin: '', destination: 'kanto', yen: [yen(850), yen(10), null] }], 5)
  expect(row?.yen).toEqual([893, 11, null])
  expect(withPercent(farmRows, 0).map(rowKey)).toEqual(farmRows.map(rowKey))
  expect(withPercent(farmRows, 0)).toEqual(farmRows)
})
