import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { pdfOf } from '#infra/pdf.server.ts'
import { jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import {
  aDeliverySlip,
  anInvoice,
  aPaper,
  aPrintedSlip,
  aReceipt,
  aStatement,
  theFarm,
} from '../../../tests/factories/papers.ts'
import { pagesOf } from '../../../tests/support/pdf-page.ts'
import { there } from '../../../tests/use-cases/steps.ts'
import type { DeliverySlipContent, DocumentContent, ReceiptContent } from './document-content.ts'
import { documentCsv } from './document-csv.ts'
import { documentPaper } from './document-paper.ts'
import type { IssuedPaper } from './issued-paper.ts'
import { registrationParts } from './slip-rates.ts'

const csvOf = (paper: IssuedPaper) => Buffer.from(documentCsv(paper))
const pdfFor = (paper: IssuedPaper, copy = false) =>
  pdfOf(
    documentPaper(paper, {
      origin: 'https://une-to-sara.example',
      copy,
      embedded: [
        { name: `${paper.number}.csv`, mediaType: 'text/csv', about: '明細', bytes: csvOf(paper) },
        {
          name: `${paper.number}.xml`,
          mediaType: 'application/xml',
          about: 'JP PINT',
          bytes: Buffer.from('<Invoice/>'),
        },
      ],
    }),
  )

test.each([
  ['invoice', aPaper(anInvoice())],
  ['statement', aPaper(aStatement())],
  ['receipt', aPaper(aReceipt())],
  ['delivery slip', aPaper(aDeliverySlip())],
] as const)('the %s is a PDF/A-3b with its data inside, the same bytes each time', async (_, paper) => {
  const bytes = await pdfFor(paper)
  expect(await pdfFor(paper)).toEqual(bytes)
  const raw = bytes.toString('latin1')
  expect(raw.startsWith('%PDF-1.7')).toBe(true)
  expect(raw).toContain('<pdfaid:part>3</pdfaid:part>')
  expect(raw).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
  // no font of the reader's own
  expect(raw).toContain('/FontFile2')
  expect(raw).not.toMatch(/Helvetica|\/Encrypt/)
  const pdf = await PDFDocument.load(bytes)
  const [intent, ...more] = pdf.catalog.lookup(PDFName.of('OutputIntents'), PDFArray).asArray()
  expect(more).toEqual([])
  const output = pdf.context.lookup(intent, PDFDict)
  expect(output.lookup(PDFName.of('S'))).toBe(PDFName.of('GTS_PDFA1'))
  expect(output.lookup(PDFName.of('DestOutputProfile'))).toBeInstanceOf(PDFStream)
  const associated = pdf.catalog
    .lookup(PDFName.of('AF'), PDFArray)
    .asArray()
    .map((of) => pdf.context.lookup(of, PDFDict))
  expect(associated.map((of) => String(of.lookup(PDFName.of('AFRelationship'))))).toEqual(['/Data', '/Alternative'])
  embeddedFonts(pdf)
  associatedFiles(pdf, associated)
  noActions(pdf)
  const attached = pdf.getAttachments()
  expect(attached.map(({ name }) => name)).toEqual([`${paper.number}.csv`, `${paper.number}.xml`])
  expect(Buffer.from(attached[0]?.data ?? [])).toEqual(csvOf(paper))
})

/** Every font has its program in the file, and a map to Unicode for who searches or copies. */
function embeddedFonts(pdf: PDFDocument): void {
  const fonts = dictsOf(pdf).filter((of) => of.get(PDFName.of('Type')) === PDFName.of('Font'))
  const descendants = fonts.filter((of) => of.get(PDFName.of('Subtype')) === PDFName.of('CIDFontType2'))
  expect(descendants.length).toBeGreaterThan(0)
  expect(new Set(fonts.map((of) => String(of.get(PDFName.of('Subtype')))))).toEqual(
    new Set(['/CIDFontType2', '/Type0']),
  )
  for (const of of descendants) {
    const descriptor = of.lookup(PDFName.of('FontDescriptor'), PDFDict)
    expect(descriptor.lookup(PDFName.of('FontFile2'))).toBeInstanceOf(PDFStream)
    expect(of.get(PDFName.of('CIDToGIDMap'))).toBeDefined()
  }
  for (const of of fonts.filter((font) => font.get(PDFName.of('Subtype')) === PDFName.of('Type0')))
    expect(of.lookup(PDFName.of('ToUnicode'))).toBeInstanceOf(PDFStream)
}

/** ISO 19005-3, 6.8: both names, a relationship, and a stream with its media type and the day of its last change. */
function associatedFiles(pdf: PDFDocument, associated: readonly PDFDict[]): void {
  for (const of of associated) {
    expect(of.get(PDFName.of('Type'))).toBe(PDFName.of('Filespec'))
    for (const key of ['F', 'UF', 'Desc']) expect(of.get(PDFName.of(key))).toBeDefined()
    const stream = of.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F'), PDFStream)
    expect(String(stream.dict.get(PDFName.of('Subtype')))).toMatch(/^\/(text|application)#2F(csv|xml)$/)
    expect(stream.dict.lookup(PDFName.of('Params'), PDFDict).get(PDFName.of('ModDate'))).toBeDefined()
  }
  const names = pdf.catalog.lookup(PDFName.of('Names'), PDFDict)
  expect(names.get(PDFName.of('EmbeddedFiles'))).toBeDefined()
}

/** What PDF/A forbids: scripts, actions and encryption; and the trailer needs an ID. */
function noActions(pdf: PDFDocument): void {
  expect(pdf.context.trailerInfo.ID).toBeDefined()
  expect(pdf.context.trailerInfo.Encrypt).toBeUndefined()
  for (const key of ['OpenAction', 'AA']) expect(pdf.catalog.get(PDFName.of(key))).toBeUndefined()
  for (const of of dictsOf(pdf)) {
    expect(of.get(PDFName.of('JS'))).toBeUndefined()
    expect(String(of.get(PDFName.of('S')))).not.toMatch(/JavaScript|Launch|Movie|Sound/)
  }
  const metadata = pdf.catalog.lookup(PDFName.of('Metadata'), PDFStream)
  // the stream of the metadata is readable without a filter
  expect(metadata.dict.get(PDFName.of('Filter'))).toBeUndefined()
}

const dictsOf = (pdf: PDFDocument): PDFDict[] =>
  pdf.context.enumerateIndirectObjects().flatMap(([, of]) => (of instanceof PDFDict ? [of] : []))

test('a copy of a receipt is marked, so it has other bytes', async () => {
  const paper = aPaper(aReceipt())
  expect(await pdfFor(paper, true)).not.toEqual(await pdfFor(paper))
})

test('a receipt says what it is for beside the totals per rate', () => {
  const drawn = (of: ReceiptContent) =>
    JSON.stringify(documentPaper(aPaper(of), { origin: 'https://une-to-sara.example', copy: false, embedded: [] }))
  expect(drawn({ ...aReceipt(), yen: yen(30_286), unregisteredYen: yen(10_000), untaxedYen: yen(2_000) })).toMatch(
    /内訳.*登録番号のある農園の販売分.*登録番号のない農園の販売分（税込）　¥10,000.*取消料・遅延損害金（不課税）　¥2,000/,
  )
  expect(drawn(aReceipt())).not.toMatch(/農園の販売分|不課税/)
})

test('what staff have settled without a payment stands between what was paid and what is carried', () => {
  const content = { ...anInvoice(), previousYen: yen(10_800), settledYen: yen(10_800) }
  const drawn = (of: typeof content | ReturnType<typeof anInvoice>) =>
    JSON.stringify(documentPaper(aPaper(of), { origin: 'https://une-to-sara.example', copy: false, embedded: [] }))
  expect(drawn(content)).toMatch(/入金額.*当社で\\n処理済み.*繰越額/)
  expect(drawn(anInvoice())).not.toContain('処理済み')
})

test('the slip of a part says which, and that of the rest how its tax was reckoned', () => {
  const drawn = (more: Pick<DeliverySlipContent, 'part'>) =>
    JSON.stringify(
      documentPaper(aPaper({ ...aDeliverySlip(), ...more }), {
        origin: 'https://une-to-sara.example',
        copy: false,
        embedded: [],
      }),
    )
  expect(drawn({ part: 'first' })).toMatch(/先に出荷した分.*1円未満を切り捨てて計算しています/)
  expect(drawn({ part: 'rest' })).toMatch(/残りの分.*先に出荷した分の消費税額を差し引いています/)
  expect(drawn({})).not.toMatch(/出荷した分|残りの分/)
})

test('the statement of a month in which the registration was lost states both parts apart, with their days', () => {
  const slips = [
    { suppliedOn: jstDate('2026-10-03'), farmNumber: theFarm.registrationNumber },
    { suppliedOn: jstDate('2026-10-15'), farmNumber: theFarm.registrationNumber },
    { suppliedOn: jstDate('2026-10-16'), farmNumber: null },
  ].map((over) => ({ ...there(aStatement().slips[0]), ...aPrintedSlip(over) }))
  const content = { ...aStatement(), to: { ...theFarm, registrationNumber: null }, slips }
  expect(registrationParts(content).map(({ number, sales }) => [number, sales])).toEqual([
    [
      theFarm.registrationNumber,
      [
        { percent: 8, baseYen: 30_400, taxYen: 2_432 },
        { percent: 10, baseYen: 3_400, taxYen: 340 },
      ],
    ],
    [
      null,
      [
        { percent: 8, baseYen: 15_200, taxYen: 1_216 },
        { percent: 10, baseYen: 1_700, taxYen: 170 },
      ],
    ],
  ])
  const drawn = (of: DocumentContent) =>
    JSON.stringify(documentPaper(aPaper(of), { origin: 'https://une-to-sara.example', copy: false, embedded: [] }))
  expect(drawn(content)).toMatch(
    /登録番号 T9234567890123（2026年10月3日〜15日の納品分）.*登録番号なし（2026年10月16日の納品分）.*売上の合計.*売上の合計（登録番号なし）/,
  )
  expect(drawn(aStatement())).not.toMatch(/の納品分|売上の合計（登録番号なし）/)
})

test('rates are followed by what they come to together; one of nothing is left out', () => {
  const slip = aDeliverySlip()
  const drawn = (perRate: DeliverySlipContent['perRate']) =>
    JSON.stringify(
      documentPaper(aPaper({ ...slip, perRate }), { origin: 'https://une-to-sara.example', copy: false, embedded: [] }),
    )
  const [food, freight] = [
    { percent: 8, baseYen: yen(15_200), taxYen: yen(1_216) },
    { percent: 10, baseYen: yen(1_700), taxYen: yen(170) },
  ]
  expect(drawn([food, freight])).toMatch(/合計","bold":true,"colSpan":2.*16,900.*1,386.*18,286/)
  expect(drawn([food, { percent: 10, baseYen: yen(0), taxYen: yen(0) }])).not.toMatch(/10%対象|"colSpan":2/)
})

test('many slips fill many pages', async () => {
  const slips = Array.from({ length: 60 }, (_, at) => aPrintedSlip({ number: `261024-${at}` }))
  const pdf = await PDFDocument.load(await pdfFor(aPaper(anInvoice(slips))))
  expect(pdf.getPageCount()).toBeGreaterThan(6)
})

test('each page of a list of slips begins with what it lists and the names of the columns', async () => {
  const slips = Array.from({ length: 40 }, (_, at) => aPrintedSlip({ number: `261024-${at}` }))
  const statement: DocumentContent = {
    ...aStatement(),
    slips: slips.map((slip) => ({ ...slip, restaurant: 'ビストロ灯', feeYen: yen(0), farmYen: slip.totalYen })),
  }
  for (const content of [anInvoice(slips), statement]) {
    const [, ...more] = await bodiesOf(content)
    expect(more.length).toBeGreaterThan(3)
    for (const body of more.filter((lines) => lines.some((line) => line.includes('フルーツトマト'))))
      expect(body.slice(0, 2)).toEqual([expect.stringMatching(/の明細.*40件$/), '品名数量単価税率金額（税抜）'])
    // and no slip is divided
    for (const body of more) expect(count(body, /伝票 261024-/)).toBe(count(body, /^8%対象.*税込/))
  }
})

test('each page of a long slip says which slip it is', async () => {
  const [, ...more] = await bodiesOf(anInvoice([aPrintedSlip({ lines: products(120) })]))
  expect(more.length).toBeGreaterThan(1)
  for (const body of more.filter((lines) => lines.some((line) => /^品\d/.test(line))))
    expect(body.slice(1, 3)).toEqual(['品名数量単価税率金額（税抜）', expect.stringContaining('伝票 261024-00012-1')])
})

const count = (lines: readonly string[], what: RegExp) => lines.filter((line) => what.test(line)).length

const products = (count: number) => {
  const { lines } = aPrintedSlip()
  return Array.from({ length: count }, (_, at) => ({ ...there(lines[0]), name: `品${at}` }))
}

/** The lines of each page without its footer. */
const bodiesOf = async (content: DocumentContent) =>
  (await pagesOf(await pdfFor(aPaper(content)))).map(({ lines }) => lines.filter((line) => !line.includes('照合番号')))

test.each([1, 24, 25, 40])(
  'before a slip of %i lines the heading is never alone at the end of a page',
  async (count) => {
    for (let before = 0; before < 8; before++) {
      const slips = [
        ...Array.from({ length: before }, () => aPrintedSlip({ lines: products(1) })),
        aPrintedSlip({ lines: products(count), kind: 'adjustment', totalYen: yen(-1), reason: '3個に傷み' }),
        aPrintedSlip({ lines: products(count), farmNumber: null }),
      ]
      const bodies = await bodiesOf(anInvoice(slips))
      const lines = bodies.flat()
      for (const heading of ['返還の明細（対価の返還等）', '適格請求書発行事業者以外の農園の明細']) {
        expect(lines.some((line) => line.startsWith(heading))).toBe(true)
        for (const body of bodies) {
          const at = body.findIndex((line) => line.startsWith(heading))
          // more than the names of the columns and the slip: a line of it, or its sum
          if (at !== -1) expect(body.slice(at + 1).join('\n')).toMatch(/^(品\d|送料|8%対象)/m)
        }
      }
      expect(lines.filter((line) => /^品\d/.test(line))).toHaveLength(before + 2 * count)
    }
  },
)

test('the sums per rate of a long slip stand on one page with their heading', async () => {
  for (let count = 30; count < 38; count++) {
    const lines = products(count).map((line) => ({ ...line, origin: '熊本県', lots: ['L1'] }))
    const bodies = await bodiesOf({ ...aDeliverySlip(), lines })
    const body = bodies.find((of) => of.includes('税率別の合計')) ?? []
    expect(body.slice(body.indexOf('税率別の合計') + 1, body.indexOf('税率別の合計') + 4)).toEqual([
      '区分税率税抜金額消費税額税込金額',
      expect.stringContaining('8%対象'),
      expect.stringContaining('10%対象'),
    ])
  }
})
