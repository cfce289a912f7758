import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatYen } from '#kernel/format.ts'
import { momentOf } from '#kernel/jst.ts'
import { sumYen } from '#kernel/yen.ts'
import { chargedRates } from '#modules/pricing/tax/consumption-tax.ts'
import type { DeliverySlipContent, InvoiceContent, PrintedSlip, ReceiptContent } from './document-content.ts'
import { documentWord, type IssuedPaper, shortHash, verifyAddress } from './issued-paper.ts'
import { lateChargeText } from './late-charge-text.ts'
import { lineCells, linesTable, slipSection, taxCells } from './paper-lines.ts'
import {
  boxes,
  type Drawn,
  dayText,
  heading,
  headOf,
  ink,
  labelled,
  note,
  qrOf,
  total,
  untaxedLine,
} from './paper-parts.ts'
import { ratesBlock, unregisteredOf } from './paper-rates.ts'
import { statementOf } from './paper-statement.ts'
import { entriesOf, isReturn } from './slip-entries.ts'
import { slipPartWords } from './slip-part-words.ts'

type Embedded = { name: string; mediaType: 'application/xml' | 'text/csv'; about: string; bytes: Uint8Array }
export type PrintOptions = {
  /** Of our pages, for the QR code. */
  origin: string
  /** What machines read, inside of the PDF. */
  embedded: readonly Embedded[]
  /** A receipt that was handed out before. */
  copy?: boolean
}

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
  // no name of a party in the title: the library writes it into the XMP as it is
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
    total('今回ご請求額（税込）', content.dueYen, `支払期日　${dayText(dueOn)}`),
    boxes([
      ['前回請求額', content.previousYen],
      ['入金額', content.paidYen],
      ...(content.settledYen ? [['当社で\n処理済み', content.settledYen] satisfies [string, number]] : []),
      ['繰越額', content.carriedYen],
      ['今回売上（税抜）', content.periodYen - tax - lateYen],
      ['消費税額等', tax],
      ...(lateYen === 0 ? [] : [['遅延損害金', lateYen] satisfies [string, number]]),
      ['今回請求額', content.dueYen],
    ]),
    ratesBlock(heading('適格請求書の合計', '登録番号のある農園の販売分'), [
      ...content.sales.map((rate) => ({ word: '売上', rate })),
      ...content.returns.map((rate) => ({ word: '返還（値引き・返品）', rate })),
    ]),
    ...untaxedLine(content.untaxedYen),
    ...lateCharges.map((late) => labelled('消費税の対象外', `${lateChargeText(late)}　${formatYen(late.yen)}`)),
    ...unregisteredOf(content.unregistered),
    payTo
      ? labelled(
          'お振込先',
          `${payTo.bank} ${payTo.branch}　${payTo.type} ${payTo.number}　${payTo.holder}\n振込手数料はご負担をお願いいたします。`,
        )
      : labelled('お支払方法', 'ご登録の方法により、支払期日に引き落とします。'),
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
      ? [
          ratesBlock(
            heading('内訳', content.unregisteredYen ? '登録番号のある農園の販売分' : ''),
            chargedRates(content.perRate).map((rate) => ({ word: '領収', rate })),
          ),
        ]
      : []),
    ...(content.unregisteredYen
      ? [labelled('登録番号なし', `登録番号のない農園の販売分（税込）　${formatYen(content.unregisteredYen)}`)]
      : []),
    ...(content.untaxedYen
      ? [labelled('消費税の対象外', `取消料・遅延損害金（不課税）　${formatYen(content.untaxedYen)}`)]
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
        ...(content.part ? [['区分', slipPartWords[content.part]] satisfies [string, string]] : []),
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
      ? [
          ratesBlock(
            { ...heading('税率別の合計', ''), margin: [0, 12, 0, 3] },
            chargedRates(content.perRate).map((rate) => ({ word: '納品', rate })),
          ),
        ]
      : []),
    note([
      '※は軽減税率の対象です。',
      registered
        ? content.part === 'rest'
          ? '消費税額は、注文全体の税率ごとの消費税額（1円未満切り捨て）から、先に出荷した分の消費税額を差し引いています。'
          : '消費税額は税率ごとに1円未満を切り捨てて計算しています。'
        : '出荷者は適格請求書発行事業者ではありません。',
    ]),
  ]
}

const originOf = ({ origin, lots, facts = [] }: DeliverySlipContent['lines'][number]) =>
  [
    [origin && `産地 ${origin}`, lots.length > 0 && `ロット ${lots.join('、')}`].filter(Boolean).join('　'),
    ...facts,
  ].join('\n')
