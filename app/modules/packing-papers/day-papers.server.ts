import type { Content, ContentSection, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { formatDay } from '#kernel/format.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { printedBody, qrSide } from '#modules/issued-documents/document-paper.ts'
import { shortHash, verifyAddress } from '#modules/issued-documents/issued-paper.ts'
import { standingSlipsOf } from '#modules/issued-documents/standing-slips.server.ts'
import { blackOnWhite } from './black-on-white.ts'
import { labelPages, outlinePage } from './box-labels.ts'
import { type DayOrders, dayOrders } from './day-orders.server.ts'
import type { Letters } from './fit-text.ts'
import type { LabelOffset, LabelSheetName } from './label-sheets.ts'
import type { PaperChoice } from './paper-choice.ts'
import type { PaperPart } from './paper-parts.ts'
import { numbered, pickingByOrder, pickingByProduct } from './picking-lists.ts'
import { qrRuns } from './qr-runs.ts'

export type PaperTools = {
  /** Of our pages, for the QR codes. */
  origin: string
  letters: Letters
  pdfOf: (paper: TDocumentDefinitions) => Promise<Uint8Array>
}

/**
 * The chosen papers of a day as one PDF, in the order in which they are needed. Reading issues nothing: the delivery slips are
 * those that stand (`preparePapers` issues them first). A helper who does not see money gets none.
 */
export const dayPapers = query(
  'packing_papers.see',
  async (ctx: Ctx, chosen: PaperChoice, tools: PaperTools): Promise<Uint8Array> => {
    const day = await dayOrders(ctx, chosen.day)
    const sections: ContentSection[] = []
    for (const part of chosen.parts.toSorted((a, b) => partOrder[a] - partOrder[b]))
      sections.push(...(await drawn[part](ctx, day, chosen, tools)))
    return tools.pdfOf(paperOf(`出荷書類 ${chosen.day}`, sections.length > 0 ? sections : [nothing(day)]))
  },
)

/** The outlines of the labels of a sheet, to find the offset of a printer. */
export const outlineTest = query(
  'packing_papers.see',
  async (ctx: Ctx, sheet: LabelSheetName, offset: LabelOffset, { pdfOf }: PaperTools): Promise<Uint8Array> => {
    const { farmId } = requireFarm(ctx.actor)
    seeOrNotFound(ctx.actor, 'packing_papers.see', { farmId })
    return pdfOf(paperOf('ラベル用紙の試し刷り', [outlinePage(sheet, offset)]))
  },
)

const partOrder: Record<PaperPart, number> = { products: 0, orders: 1, slips: 2, labels: 3 }

const drawn: Record<
  PaperPart,
  (ctx: Ctx, day: DayOrders, chosen: PaperChoice, tools: PaperTools) => Promise<ContentSection[]>
> = {
  products: async (_, day) => (day.orders.length > 0 ? [pickingByProduct(day)] : []),
  orders: async (_, day) => (day.orders.length > 0 ? [pickingByOrder(day)] : []),
  slips: slipSections,
  labels: async (_, day, { sheet, start, rightTenths, downTenths }, tools) =>
    labelPages(day, { sheet, start, xTenths: rightTenths, yTenths: downTenths }, tools),
}

async function slipSections(ctx: Ctx, { orders }: DayOrders, _: PaperChoice, tools: PaperTools) {
  const { farmId } = requireFarm(ctx.actor)
  if (!can(ctx.actor, 'order_money.see', { farmId, restaurantId: null })) return []
  const packed = orders.filter(({ state }) => state !== 'accepted')
  const slips = await standingSlipsOf(
    ctx.db,
    packed.map(({ id }) => id),
  )
  return packed
    .flatMap(({ id }) => slips.get(id) ?? [])
    .map(
      (slip): ContentSection => ({
        pageMargins: [40, 40, 40, 52],
        footer: numbered(`納品書 ${slip.number}　照合番号 ${shortHash(slip.contentSha256)}`),
        section: blackOnWhite(
          printedBody(slip, { ...qrRuns(verifyAddress(tools.origin, slip), qrSide), alignment: 'center' }),
        ),
      }),
    )
}

const nothing = ({ day, farm }: DayOrders): ContentSection => ({
  section: [{ text: `${farm.name}　${formatDay(day)}出荷`, bold: true, fontSize: 16 }, '印刷する書類はありません。'],
})

const paperOf = (title: string, content: Content[]): TDocumentDefinitions => ({ info: { title }, content })
