import type { Column, Content, ContentText, TableCell } from 'pdfmake/interfaces.js'
import { encode } from 'uqr'
import { formatNumber, formatPostalCode, formatYen } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { PrintedParty } from './document-content.ts'
import type { IssuedPaper } from './issued-paper.ts'

/** Black, and two greys that survive a copier. */
export const ink = { line: '#8a8a8a', shade: '#efefef', quiet: '#444444' }

export type Drawn<C> = { content: C; paper: IssuedPaper; qr: Column }

type Head = Drawn<{ issuer: PrintedParty; to: PrintedParty }> & {
  title: string
  mark?: string | null
  facts: [string, string][]
  lead: string
  /** In place of the recipient's number: several, each with what it is of. */
  toNumbers?: readonly string[]
}

/** The title, the recipient on the left, the issuer and the QR code on the right. */
export function headOf({ title, mark = null, content, paper, qr, facts, lead, toNumbers }: Head): Content[] {
  const { issuer, to } = content
  const numbers = toNumbers ?? (to.registrationNumber ? [`登録番号 ${to.registrationNumber}`] : [])
  const rows: [string, string][] = [
    ['番号', paper.number],
    ['発行日', dayText(paper.issuedOn)],
    ...facts,
    ...(paper.replaces ? [['訂正元', `${paper.replaces} に代わるもの`] satisfies [string, string]] : []),
  ]
  return [
    {
      columns: [
        { width: 90, text: mark ? { text: ` ${mark} `, bold: true, fontSize: 12, color: '#b00020' } : '' },
        { text: [...title].join(title.length > 4 ? '' : '　'), fontSize: 20, bold: true, alignment: 'center' },
        { width: 90, text: '' },
      ],
      margin: [0, 0, 0, 12],
    },
    {
      columns: [
        {
          width: '*',
          stack: [
            { text: formatPostalCode(to.postalCode), fontSize: 9 },
            { text: to.address, fontSize: 9 },
            { text: `${to.name}　御中`, fontSize: 13, bold: true, margin: [0, 6, 0, 6], decoration: 'underline' },
            ...numbers.map((text) => ({ text, fontSize: 8 })),
            { text: lead, margin: [0, 8, 0, 0] },
          ],
        },
        {
          width: 232,
          stack: [
            {
              layout: 'noBorders',
              table: { widths: [44, '*'], body: rows.map(([word, text]) => [{ text: word, color: ink.quiet }, text]) },
              fontSize: 8.5,
            },
            {
              columns: [
                {
                  width: '*',
                  stack: [
                    { text: issuer.name, bold: true, fontSize: 10 },
                    formatPostalCode(issuer.postalCode),
                    issuer.address,
                    { text: issuer.phone ? `電話 ${issuer.phone}` : '' },
                    {
                      text: issuer.registrationNumber ? `登録番号 ${issuer.registrationNumber}` : '登録番号なし',
                      bold: true,
                    },
                  ],
                  fontSize: 8,
                },
                {
                  width: 62,
                  stack: [qr, { text: '真正性の照会', fontSize: 6, alignment: 'center', color: ink.quiet }],
                },
              ],
              columnGap: 6,
              margin: [2, 8, 0, 0],
            },
          ],
        },
      ],
      columnGap: 16,
      margin: [0, 0, 0, 10],
    },
  ]
}

export const total = (word: string, amount: number, beside: string): Content => ({
  table: {
    widths: [150, 150, '*'],
    body: [
      [
        { text: word, bold: true, fontSize: 11, fillColor: ink.shade, margin: [4, 5, 0, 3] },
        { text: formatYen(amount), bold: true, fontSize: 16, alignment: 'right', margin: [0, 1, 6, 0] },
        { text: beside, bold: true, fontSize: 10, margin: [8, 5, 0, 3], border: [false, false, false, false] },
      ],
    ],
  },
  layout: frame(1),
  margin: [0, 0, 0, 10],
})

export const boxes = (amounts: [string, number][]): Content => ({
  table: {
    widths: amounts.map(() => '*'),
    body: [
      amounts.map(([text]): TableCell => ({ text, fontSize: 8, alignment: 'center', fillColor: ink.shade })),
      amounts.map(
        ([, amount], at): TableCell => ({
          text: formatNumber(amount),
          alignment: 'right',
          bold: at === amounts.length - 1,
          fontSize: 10,
        }),
      ),
    ],
  },
  layout: frame(0.5),
  margin: [0, 0, 0, 10],
})

export const heading = (text: string, beside: string): ContentText => ({
  text: [
    { text, bold: true, fontSize: 10 },
    { text: beside && `　${beside}`, fontSize: 8, color: ink.quiet },
  ],
  margin: [0, 4, 0, 3],
})

export const right = (text: string): TableCell => ({ text, alignment: 'right' })

export const headCells = (words: readonly string[]): TableCell[] =>
  words.map((text) => ({ text, bold: true, fontSize: 8, alignment: 'center', fillColor: ink.shade }))

export const labelled = (word: string, text: string): Content => ({
  columns: [
    { width: 84, text: word, bold: true },
    { width: '*', text },
  ],
  margin: [0, 2, 0, 2],
})

export const untaxedLine = (amount: number): Content[] =>
  amount === 0 ? [] : [labelled('消費税の対象外', `取消料（不課税）　${formatYen(amount)}`)]

export const note = (sentences: readonly string[]): Content => ({
  stack: sentences.map((text) => ({ text })),
  fontSize: 7.5,
  color: ink.quiet,
  margin: [0, 4, 0, 8],
})

export const frame = (thick: number) => ({
  hLineWidth: () => thick,
  vLineWidth: () => thick,
  hLineColor: () => ink.line,
  vLineColor: () => ink.line,
  paddingTop: () => 2,
  paddingBottom: () => 1,
})

/** 2026年11月24日: a paper is read in another year, too. */
export const dayText = (day: JstDate) => `${day.slice(0, 4)}年${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`

/** One path: hundreds of rectangles would be the largest part of the file. `side` in points. */
export function qrOf(address: string, side: number): Column {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#000" d="${path}"/></svg>`,
    width: side,
    height: side,
    alignment: 'center',
  }
}
