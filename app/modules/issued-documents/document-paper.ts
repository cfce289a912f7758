import type { Column, Content, ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { encode } from 'uqr'
import { formatGrams, formatNumber, formatPostalCode, formatYen } from '#kernel/format.ts'
import { type JstDate, momentOf } from '#kernel/jst.ts'
import { sumYen } from '#kernel/yen.ts'
import type { TaxOfRate } from '#modules/pricing/tax/consumption-tax.ts'
import type {
  DeliverySlipContent,
  InvoiceContent,
  PrintedParty,
  PrintedSlip,
  ReceiptContent,
  StatementContent,
} from './document-content.ts'
import { documentWord, type IssuedPaper, shortHash, verifyAddress } from './issued-paper.ts'
import { lateChargeText } from './late-charge-text.ts'
import { type Entry, entriesOf, isReduced, isReturn } from './slip-entries.ts'

type Embedded = { name: string; mediaType: 'application/xml' | 'text/csv'; about: string; bytes: Uint8Array }
export type PrintOptions = {
  /** Of our pages, for the QR code. */
  origin: string
  /** What machines read, inside of the PDF. */
  embedded: readonly Embedded[]
  /** A receipt that was handed out before. */
  copy?: boolean
}

/** Black, and two greys that survive a copier. */
const ink = { line: '#8a8a8a', shade: '#efefef', quiet: '#444444' }

/**
 * A document on A4 as a PDF/A-3b: the layout that Japanese bookkeepers know, the reader's address for a window envelope, and
 * the machine-readable copies embedded. The same document always gives the same bytes: nothing in it is random or of today.
 */
export function documentPaper(
  paper: IssuedPaper,
  { origin, embedded, copy = false }: PrintOptions,
): TDocumentDefinitions {
  const { number, issuedOn, content } = paper
  const issued = momentOf(issuedOn, 0)
  // no name of anybody in the title: the library writes it into the XMP as it is
  const title = `${documentWord[content.kind]} ${number}`
  return {
    version: '1.7',
    subset: 'PDF/A-3b',
    language: 'ja-JP',
    displayTitle: true,
    info: { title, creator: 'une-to-sara', producer: 'une-to-sara', creationDate: issued, modDate: issued },
    files: Object.fromEntries(
      embedded.map(({ name, mediaType, about, bytes }) => [
        name,
        {
          // the library takes bytes only as an address of data
          src: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`,
          name,
          type: mediaType,
          description: about,
          creationDate: issued,
          modifiedDate: issued,
          relationship: mediaType === 'application/xml' ? 'Alternative' : 'Data',
        },
      ]),
    ),
    pageMargins: [40, 40, 40, 52],
    footer: (page, pages) => ({
      columns: [
        { text: `${title}　照合番号 ${shortHash(paper.contentSha256)}`, color: ink.quiet },
        { text: `${page} / ${pages}`, alignment: 'right', width: 60 },
      ],
      margin: [40, 16, 40, 0],
      fontSize: 7,
    }),
    content: bodyOf(paper, qrOf(verifyAddress(origin, paper), qrSide), copy),
  }
}

/** The side of the QR code of a paper, in points. */
export const qrSide = 58

/** What a document says, without its page and with a QR code that the caller drew: to be printed together with others. */
export const printedBody = (paper: IssuedPaper, qr: Column): Content[] => bodyOf(paper, qr, false)

function bodyOf(paper: IssuedPaper, qr: Column, copy: boolean): Content[] {
  const { content } = paper
  const of = { paper, qr }
  switch (content.kind) {
    case 'invoice':
      return invoiceOf({ ...of, content })
    case 'statement':
      return statementOf({ ...of, content })
    case 'receipt':
      return receiptOf({ ...of, content, copy })
    case 'delivery_slip':
      return deliverySlipOf({ ...of, content })
  }
}

type Drawn<C> = { content: C; paper: IssuedPaper; qr: Column }

function invoiceOf({ content, paper, qr }: Drawn<InvoiceContent>): Content[] {
  const { slips, payTo, dueOn, lateCharges = [] } = content
  const lateYen = sumYen(lateCharges.map((late) => late.yen))
  const tax = sumYen([
    ...[...content.sales, ...content.returns].map(({ taxYen }) => taxYen),
    ...content.unregistered.map(({ taxPartYen }) => taxPartYen),
  ])
  const qualified = slips.filter(({ farmNumber }) => farmNumber !== null)
  return [
    ...headOf({
      title: documentWord.invoice,
      content,
      paper,
      qr,
      facts: [['対象期間', `${dayText(content.fromOn)} 〜 ${dayText(content.toOn)}`]],
      lead: '下記のとおりご請求申し上げます。',
    }),
    total('今回ご請求額（税込）', content.dueYen, `お支払期日　${dayText(dueOn)}`),
    boxes([
      ['前回請求額', content.previousYen],
      ['入金額', content.paidYen],
      ['繰越額', content.carriedYen],
      ['今回売上（税抜）', content.periodYen - tax - lateYen],
      ['消費税額等', tax],
      ...(lateYen === 0 ? [] : [['遅延損害金', lateYen] satisfies [string, number]]),
      ['今回請求額', content.dueYen],
    ]),
    heading('適格請求書の合計', '登録番号のある農園の販売分'),
    ratesTable([
      ...content.sales.map((rate) => ({ word: '売上', rate })),
      ...content.returns.map((rate) => ({ word: '返還（値引き・返品）', rate })),
    ]),
    ...untaxedLine(content.untaxedYen),
    ...lateCharges.map((late) => labelled('消費税の対象外', `${lateChargeText(late)}　${formatYen(late.yen)}`)),
    ...unregisteredOf(content.unregistered),
    payTo
      ? labelled(
          'お振込先',
          `${payTo.bank} ${payTo.branch}　${payTo.type} ${payTo.number}　${payTo.holder}（振込手数料はご負担をお願いいたします）`,
        )
      : labelled('お支払方法', 'ご登録の方法により、お支払期日に引き落とします。'),
    note([
      '※は軽減税率の対象です。消費税額は納品書ごとに税率別に1円未満を切り捨てて計算し、その額を合計しています。',
      '登録番号のある農園の販売分は、媒介者交付特例（消費税法施行令第70条の12）により、当社の名称と登録番号で交付しています。',
    ]),
    ...slipSection(
      '売上の明細（登録番号のある農園）',
      qualified.filter((slip) => !isReturn(slip)),
      kitchenOf,
    ),
    ...slipSection('返還の明細（対価の返還等）', qualified.filter(isReturn), kitchenOf),
    ...slipSection(
      '適格請求書発行事業者以外の農園の明細（適格請求書の対象外）',
      slips.filter(({ farmNumber }) => farmNumber === null),
      kitchenOf,
    ),
  ]
}

const kitchenOf = ({ farm, farmNumber, kitchen }: PrintedSlip) =>
  `${farm}（${farmNumber ?? '登録番号なし'}）　納品先 ${kitchen}`

function statementOf({ content, paper, qr }: Drawn<StatementContent>): Content[] {
  const { fee, issuer, netYen } = content
  const carriedOn = netYen < 0
  return [
    ...headOf({
      title: documentWord.statement,
      content,
      paper,
      qr,
      facts: [['対象期間', `${dayText(content.fromOn)} 〜 ${dayText(content.toOn)}`]],
      lead: '下記のとおりお支払いいたします。',
    }),
    carriedOn
      ? total('次回へ繰り越す額（税込）', netYen, '今回のお支払いはありません')
      : total('お支払額（税込）', netYen, `お支払予定日　${dayText(content.payOn)}`),
    boxes([
      ['前回からの繰越', content.carriedYen],
      ['売上（税込）', content.grossYen - content.borneYen],
      ['運営負担の補償', content.borneYen],
      ['販売手数料（税込）', -(fee.baseYen + fee.taxYen)],
      [carriedOn ? '次回への繰越' : 'お支払額', netYen],
    ]),
    ...(content.account ? [labelled('お振込先', `${content.account}（振込手数料は当社が負担します）`)] : []),
    heading(
      content.to.registrationNumber ? '売上の合計' : '売上の合計（登録番号なし）',
      '飲食店に交付した請求書の写し',
    ),
    ratesTable([
      ...content.sales.map((rate) => ({ word: '売上', rate })),
      ...content.returns.map((rate) => ({ word: '返還（値引き・返品）', rate })),
    ]),
    ...untaxedLine(content.untaxedYen),
    heading('販売手数料の適格請求書', `${issuer.name}　登録番号 ${issuer.registrationNumber ?? 'なし'}`),
    ratesTable([{ word: `販売手数料（${dayText(content.fromOn)} 〜 ${dayText(content.toOn)}）`, rate: fee }]),
    note([
      '※は軽減税率の対象です。消費税額は納品書ごとに税率別に1円未満を切り捨てて計算し、その額を合計しています。',
      `記載の内容に相違がある場合は、${dayText(content.confirmBy)}までにご連絡ください。期日までにご連絡がない場合は、内容をご確認いただいたものとして取り扱います。`,
    ]),
    ...slipSection(
      '売上の明細',
      content.slips.filter((slip) => !isReturn(slip)),
      restaurantOf,
    ),
    ...slipSection('返還の明細（対価の返還等）', content.slips.filter(isReturn), restaurantOf),
  ]
}

const restaurantOf = (slip: PrintedSlip & Partial<StatementContent['slips'][number]>) =>
  `${slip.restaurant ?? ''}　${slip.kitchen}${slip.feeYen ? `　手数料（税抜）${formatYen(slip.feeYen)}` : ''}`

function receiptOf({ content, paper, qr, copy }: Drawn<ReceiptContent> & { copy: boolean }): Content[] {
  return [
    ...headOf({
      title: documentWord.receipt,
      mark: copy ? '再発行' : null,
      content,
      paper,
      qr,
      facts: [],
      lead: '下記のとおり領収いたしました。',
    }),
    total('領収金額（税込）', content.yen, `領収日　${dayText(content.paidOn)}`),
    labelled('但し書き', `請求書 ${content.invoice} の代金として`),
    labelled('お支払方法', content.method),
    ...(content.perRate.length > 0
      ? [heading('内訳', ''), ratesTable(content.perRate.map((rate) => ({ word: '', rate })))]
      : []),
    note([
      '※は軽減税率の対象です。',
      '本書は電子データで交付するため、収入印紙の貼付を要しません。',
      ...(copy
        ? ['本書は再発行です。同じ番号の領収書を先に交付しています。二重に経費へ計上しないようご注意ください。']
        : []),
    ]),
  ]
}

function deliverySlipOf({ content, paper, qr }: Drawn<DeliverySlipContent>): Content[] {
  const registered = content.issuer.registrationNumber !== null
  return [
    ...headOf({
      title: documentWord.delivery_slip,
      content,
      paper,
      qr,
      facts: [
        ['注文番号', content.order],
        ['出荷日', dayText(content.shipOn)],
        ['納品日', dayText(content.deliveryOn)],
      ],
      lead: '下記のとおり納品いたします。',
    }),
    total('合計（税込）', content.totalYen, ''),
    linesTable([
      ...content.lines.map((line) => lineCells({ ...line, kind: 'goods' }, originOf(line))),
      ...entriesOf(content)
        .filter(({ kind }) => kind !== 'goods')
        .map((entry) => lineCells(entry)),
      // without a registration no total per rate is printed, and the lines add up to the total all the same
      ...(registered ? [] : content.perRate.filter(({ taxYen }) => taxYen !== 0).map(taxCells)),
    ]),
    ...(registered
      ? [heading('税率別の合計', ''), ratesTable(content.perRate.map((rate) => ({ word: '', rate })))]
      : []),
    note([
      '※は軽減税率の対象です。',
      registered
        ? '消費税額は税率ごとに1円未満を切り捨てて計算しています。'
        : '出荷者は適格請求書発行事業者ではありません。',
    ]),
  ]
}

const originOf = ({ origin, lots }: DeliverySlipContent['lines'][number]) =>
  [origin && `産地 ${origin}`, lots.length > 0 && `ロット ${lots.join('、')}`].filter(Boolean).join('　')

type Head = Drawn<{ issuer: PrintedParty; to: PrintedParty }> & {
  title: string
  mark?: string | null
  facts: [string, string][]
  lead: string
}

/** The title, the recipient on the left, the issuer and the QR code on the right. */
function headOf({ title, mark = null, content, paper, qr, facts, lead }: Head): Content[] {
  const { issuer, to } = content
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
            ...(to.registrationNumber ? [{ text: `登録番号 ${to.registrationNumber}`, fontSize: 8 }] : []),
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
                    { text: `${formatPostalCode(issuer.postalCode)}\n${issuer.address}` },
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

const total = (word: string, amount: number, beside: string): Content => ({
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

const boxes = (amounts: [string, number][]): Content => ({
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

const heading = (text: string, beside: string): Content => ({
  text: [
    { text, bold: true, fontSize: 10 },
    { text: beside && `　${beside}`, fontSize: 8, color: ink.quiet },
  ],
  margin: [0, 4, 0, 3],
  headlineLevel: 1,
})

/** Per rate what the law asks for: the sum without tax with its rate, and its tax. */
const ratesTable = (rows: readonly { word: string; rate: TaxOfRate }[]): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', 90, 90, 80, 90],
    body: [
      headCells(['区分', '税率', '税抜金額', '消費税額', '税込金額']),
      ...(rows.length > 0
        ? rows.map(rateCells)
        : [[{ text: '該当なし', colSpan: 5, color: ink.quiet }, '', '', '', '']]),
    ],
  },
  layout: frame(0.5),
  margin: [0, 0, 0, 6],
})

const rateCells = ({ word, rate: { percent, baseYen, taxYen } }: { word: string; rate: TaxOfRate }): TableCell[] => [
  word || '合計',
  percentText(percent),
  right(formatNumber(baseYen)),
  right(formatNumber(taxYen)),
  right(formatNumber(baseYen + taxYen)),
]

const percentText = (percent: number) =>
  percent === 0 ? '対象外' : `${percent}%${isReduced(percent) ? '対象 ※軽減税率' : '対象'}`

const untaxedLine = (amount: number): Content[] =>
  amount === 0 ? [] : [labelled('消費税の対象外', `取消料（不課税）　${formatYen(amount)}`)]

/** Sellers without a registration: apart, and without the totals of a qualified invoice; the relief as information. */
function unregisteredOf(rows: InvoiceContent['unregistered']): Content[] {
  if (rows.length === 0) return []
  return [
    heading('適格請求書発行事業者以外の農園の販売分', '適格請求書の合計には含みません'),
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: ['*', 90, 100, 160],
        body: [
          headCells(['税率', '税込金額', '消費税相当額（参考）', '経過措置により控除できる割合']),
          ...rows.map(({ percent, totalYen, taxPartYen, deductiblePercent }): TableCell[] => [
            percentText(percent),
            right(formatNumber(totalYen)),
            right(formatNumber(taxPartYen)),
            right(deductiblePercent === 0 ? '控除できません' : `消費税相当額の${deductiblePercent}%`),
          ]),
        ],
      },
      layout: frame(0.5),
      margin: [0, 0, 0, 6],
    },
  ]
}

function slipSection<S extends PrintedSlip>(title: string, slips: readonly S[], whose: (slip: S) => string): Content[] {
  if (slips.length === 0) return []
  return slips.map((slip, at): Content => {
    const entries = entriesOf(slip)
    const rows = [slipHead(slip, whose(slip)), ...entries.map((it) => lineCells(it)), slipSum(slip)]
    const table = at === 0 ? linesTable(rows) : slipTable(rows)
    // the heading is never alone at the end of a page, and the sum of a slip stays with its lines
    return {
      stack: at === 0 ? [heading(title, `${formatNumber(slips.length)}件`), table] : [table],
      unbreakable: entries.length <= mostTogether,
    }
  })
}

/** A longer slip goes over to the next page, where its head is repeated. */
const mostTogether = 24

const columns = ['品名', '数量', '単価', '税率', '金額（税抜）']
const columnWidths = ['*', 78, 62, 44, 76]
const linesTable = (body: TableCell[][]): ContentTable => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    // the head of the first slip stays with its first line
    keepWithHeaderRows: 2,
    widths: columnWidths,
    body: [headCells(columns), ...body],
  },
  layout: frame(0.5),
  fontSize: 8,
})

/** Without the names of the columns, which stand above the first slip. */
const slipTable = (body: TableCell[][]): ContentTable => ({
  table: { headerRows: 1, dontBreakRows: true, keepWithHeaderRows: 1, widths: columnWidths, body },
  layout: frame(0.5),
  fontSize: 8,
})

const spanned = (cell: TableCell): TableCell[] => [cell, ...columns.slice(1).map(() => '')]

function slipHead(slip: PrintedSlip, whose: string): TableCell[] {
  const when =
    slip.kind === 'adjustment'
      ? `${dayText(slip.bookedOn)} 訂正（元の納品日 ${dayText(slip.suppliedOn)}）`
      : `${dayText(slip.suppliedOn)} 納品`
  return spanned({
    colSpan: columns.length,
    fillColor: ink.shade,
    stack: [
      { text: [{ text: `${when}　`, bold: true }, `伝票 ${slip.number}　${whose}`] },
      ...(slip.reason ? [{ text: `理由：${slip.reason}` }] : []),
    ],
  })
}

/** The tax that this slip rounded; the document only adds. */
const slipSum = ({ perRate, untaxedYen, totalYen }: PrintedSlip): TableCell[] =>
  spanned({
    colSpan: columns.length,
    alignment: 'right',
    text: [
      ...perRate.map(
        ({ percent, baseYen, taxYen }) =>
          `${percent}%対象 ${formatNumber(baseYen)}　消費税 ${formatNumber(taxYen)}　　`,
      ),
      ...(untaxedYen === 0 ? [] : [`不課税 ${formatNumber(untaxedYen)}　　`]),
      { text: `税込 ${formatNumber(totalYen)}`, bold: true },
    ],
  })

const lineCells = (entry: Entry, beneath = ''): TableCell[] => [
  {
    stack: [
      `${entry.name}${isReduced(entry.taxPercent) ? ' ※' : ''}`,
      ...(beneath ? [{ text: beneath, fontSize: 7, color: ink.quiet }] : []),
    ],
  },
  right(quantityText(entry)),
  right(entry.priceYen === null ? '' : formatNumber(entry.priceYen)),
  right(entry.taxPercent === 0 ? '対象外' : `${entry.taxPercent}%`),
  right(formatNumber(entry.yen)),
]

const taxCells = ({ percent, taxYen }: TaxOfRate): TableCell[] => [
  '消費税相当額',
  '',
  '',
  right(`${percent}%`),
  right(formatNumber(taxYen)),
]

function quantityText({ kind, qty, unit, grams }: Entry): string {
  if (kind !== 'goods') return ''
  const count = `${formatNumber(qty)}${unit}`
  return grams === null ? count : `${count}（${formatGrams(Math.abs(grams))}）`
}

const right = (text: string): TableCell => ({ text, alignment: 'right' })

const headCells = (words: readonly string[]): TableCell[] =>
  words.map((text) => ({ text, bold: true, fontSize: 8, alignment: 'center', fillColor: ink.shade }))

const labelled = (word: string, text: string): Content => ({
  columns: [
    { width: 84, text: word, bold: true },
    { width: '*', text },
  ],
  margin: [0, 2, 0, 2],
})

const note = (sentences: readonly string[]): Content => ({
  stack: sentences.map((text) => ({ text })),
  fontSize: 7.5,
  color: ink.quiet,
  margin: [0, 4, 0, 8],
})

const frame = (thick: number) => ({
  hLineWidth: () => thick,
  vLineWidth: () => thick,
  hLineColor: () => ink.line,
  vLineColor: () => ink.line,
  paddingTop: () => 2,
  paddingBottom: () => 1,
})

/** 2026年11月24日: a paper is read in another year, too. */
const dayText = (day: JstDate) => `${day.slice(0, 4)}年${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`

/** One path: hundreds of rectangles would be the largest part of the file. */
function qrOf(address: string, side: number): Column {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#000" d="${path}"/></svg>`,
    width: side,
    height: side,
    alignment: 'center',
  }
}
