import type { Content, ContentSection, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { formatDay } from '#kernel/format.ts'
import { printedBody, qrSide } from '#modules/issued-documents/document-paper.ts'
import { type IssuedPaper, shortHash, verifyAddress } from '#modules/issued-documents/issued-paper.ts'
import { blackOnWhite } from './black-on-white.ts'
import { labelPages } from './box-labels.ts'
import type { DayOrders } from './day-orders.server.ts'
import type { Letters } from './fit-text.ts'
import type { PaperChoice } from './paper-choice.ts'
import type { PaperPart } from './paper-parts.ts'
import { numbered, pickingByOrder, pickingByProduct } from './picking-lists.ts'
import { qrRuns } from './qr-runs.ts'

/** All that the papers of a day are drawn from: it can be sent to another process. */
export type PapersJob = {
  day: DayOrders
  chosen: PaperChoice
  slips: IssuedPaper[]
  /** Of our pages, for the QR codes. */
  origin: string
}

export type DrawTools = {
  letters: Letters
  pdfOf: (paper: TDocumentDefinitions) => Promise<Uint8Array>
  joinPdfs: (title: string, parts: AsyncIterable<Uint8Array>) => Promise<Uint8Array>
}

/** Sections of one PDF. What pdfmake needs grows with the document, so a long day is drawn in parts. */
const mostSections = 40

/** The papers of a day as one PDF, in the order in which they are needed. */
export async function drawPapers(job: PapersJob, { letters, pdfOf, joinPdfs }: DrawTools): Promise<Uint8Array> {
  const title = `出荷書類 ${job.day.day}`
  const asked = [...sectionsOf(job, letters)]
  const sections = asked.length > 0 ? asked : [() => nothing(job.day)]
  const drawn = (part: typeof sections) =>
    pdfOf(
      paperOf(
        title,
        part.map((section) => section()),
      ),
    )
  if (sections.length <= mostSections) return drawn(sections)
  return joinPdfs(
    title,
    (async function* () {
      for (let from = 0; from < sections.length; from += mostSections)
        yield await drawn(sections.slice(from, from + mostSections))
    })(),
  )
}

export const paperOf = (title: string, content: Content[]): TDocumentDefinitions => ({ info: { title }, content })

const partOrder: Record<PaperPart, number> = { products: 0, orders: 1, slips: 2, labels: 3 }

/** Each is made when its part is drawn, and forgotten afterwards. */
function* sectionsOf({ day, chosen, slips, origin }: PapersJob, letters: Letters): Generator<() => ContentSection> {
  const { sheet, start, rightTenths: xTenths, downTenths: yTenths } = chosen
  for (const part of chosen.parts.toSorted((a, b) => partOrder[a] - partOrder[b])) {
    if (part === 'products' && day.orders.length > 0) yield () => pickingByProduct(day)
    if (part === 'orders' && day.orders.length > 0) yield () => pickingByOrder(day)
    if (part === 'slips') for (const slip of slips) yield () => slipSection(slip, origin)
    if (part === 'labels')
      for (const page of labelPages(day, { sheet, start, xTenths, yTenths }, { origin, letters })) yield page
  }
}

const slipSection = (slip: IssuedPaper, origin: string): ContentSection => ({
  pageMargins: [40, 40, 40, 52],
  footer: numbered(`納品書 ${slip.number}　照合番号 ${shortHash(slip.contentSha256)}`),
  section: blackOnWhite(printedBody(slip, { ...qrRuns(verifyAddress(origin, slip), qrSide), alignment: 'center' })),
})

const nothing = ({ day, farm }: DayOrders): ContentSection => ({
  section: [{ text: `${farm.name}　${formatDay(day)}出荷`, bold: true, fontSize: 16 }, '印刷する書類はありません。'],
})
