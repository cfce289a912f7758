import type { Content, ContentSection, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDay } from '#kernel/format.ts'
import { printedBody, qrSide } from '#modules/issued-documents/document-paper.ts'
import { type IssuedPaper, shortHash, verifyAddress } from '#modules/issued-documents/issued-paper.ts'
import { blackOnWhite } from './black-on-white.ts'
import { labelPages } from './box-labels.ts'
import type { DayOrders } from './day-orders.server.ts'
import type { Letters } from './fit-text.ts'
import { labelSheets, labelsOnSheet } from './label-sheets.ts'
import type { PaperChoice } from './paper-choice.ts'
import type { PaperPart } from './paper-parts.ts'
import { numbered, pickingByOrder, pickingByProduct } from './picking-lists.ts'
import { qrRows } from './qr-rows.ts'

/** All that the papers of a day are drawn from: it can be sent to another process. */
export type PapersJob = {
  day: DayOrders
  chosen: PaperChoice
  slips: IssuedPaper[]
  /** What is printed, if it is not the papers of a farm's ship day: 「共同便のラベル」. */
  title?: string
  /** Of our pages, for the QR codes. */
  origin: string
}

export type DrawTools = {
  letters: Letters
  pdfOf: (paper: TDocumentDefinitions) => Promise<Uint8Array>
  joinPdfs: (title: string, parts: AsyncIterable<Uint8Array>) => Promise<Uint8Array>
}

/** QR codes of one PDF: what pdfmake needs grows with them, so a long day is drawn in parts. */
const mostCodes = 240

/** The papers of a day as one PDF, in the order in which they are needed. */
export async function drawPapers(job: PapersJob, { letters, pdfOf, joinPdfs }: DrawTools): Promise<Uint8Array> {
  const title = `${job.title ?? '出荷書類'} ${job.day.day}`
  const asked = [...sectionsOf(job, letters)]
  const sections = asked.length > 0 ? asked : [{ codes: 0, draw: () => nothing(job) }]
  const drawn = (part: readonly Section[]) =>
    pdfOf(
      paperOf(
        title,
        part.map(({ draw }) => draw()),
      ),
    )
  const parts = partsOf(sections)
  const [only] = parts
  if (only && parts.length === 1) return drawn(only)
  return joinPdfs(
    title,
    (async function* () {
      for (const part of parts) yield await drawn(part)
    })(),
  )
}

/** `codes`: its QR codes. It is made when its part is drawn, and forgotten afterwards. */
type Section = { codes: number; draw: () => ContentSection }

function partsOf(sections: readonly Section[]): Section[][] {
  const parts: Section[][] = []
  let codes = Number.POSITIVE_INFINITY
  for (const section of sections) {
    codes += section.codes
    if (codes > mostCodes) {
      parts.push([])
      codes = section.codes
    }
    parts.at(-1)?.push(section)
  }
  return parts
}

export const paperOf = (title: string, content: Content[]): TDocumentDefinitions => ({ info: { title }, content })

const partOrder: Record<PaperPart, number> = { products: 0, orders: 1, slips: 2, labels: 3 }

function* sectionsOf({ day, chosen, slips, origin }: PapersJob, letters: Letters): Generator<Section> {
  const { sheet, start, rightTenths: xTenths, downTenths: yTenths } = chosen
  for (const part of chosen.parts.toSorted((a, b) => partOrder[a] - partOrder[b])) {
    if (part === 'products' && day.orders.length > 0) yield { codes: 0, draw: () => pickingByProduct(day) }
    if (part === 'orders' && day.orders.length > 0) yield { codes: day.orders.length, draw: () => pickingByOrder(day) }
    if (part === 'slips') for (const slip of slips) yield { codes: 1, draw: () => slipSection(slip, origin) }
    if (part === 'labels')
      for (const draw of labelPages(day, { sheet, start, xTenths, yTenths }, { origin, letters }))
        yield { codes: labelsOnSheet(labelSheets[sheet]), draw }
  }
}

const slipSection = (slip: IssuedPaper, origin: string): ContentSection => ({
  pageMargins: [40, 40, 40, 52],
  footer: numbered(`納品書 ${slip.number}　照合番号 ${shortHash(slip.contentSha256)}`),
  section: blackOnWhite(printedBody(slip, { ...qrRows(verifyAddress(origin, slip), qrSide), alignment: 'center' })),
})

const nothing = ({ day: { day, farm }, title }: PapersJob): ContentSection => ({
  section: [
    { text: title ? `${title}　${formatDay(day)}` : `${farm.name}　${formatDay(day)}出荷`, bold: true, fontSize: 16 },
    '印刷する書類はありません。',
  ],
})
