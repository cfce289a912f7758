import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { IssuedPaper } from '#modules/issued-documents/issued-paper.ts'
import { standingSlipsOf } from '#modules/issued-documents/standing-slips.server.ts'
import { outlinePage } from './box-labels.ts'
import { type DayOrders, dayOrders } from './day-orders.server.ts'
import { type PapersJob, paperOf } from './draw-papers.ts'
import type { LabelOffset, LabelSheetName } from './label-sheets.ts'
import type { PaperChoice } from './paper-choice.ts'

export type PaperTools = {
  /** Of our pages, for the QR codes. */
  origin: string
  draw: (job: PapersJob) => Promise<Uint8Array>
}

/**
 * The chosen papers of a day as one PDF, in the order in which they are needed. Reading issues nothing: the delivery slips are
 * those that stand (`preparePapers` issues them first). A helper who does not see money gets none.
 */
export const dayPapers = query(
  'packing_papers.see',
  async (ctx: Ctx, chosen: PaperChoice, { origin, draw }: PaperTools): Promise<Uint8Array> => {
    const day = await dayOrders(ctx, chosen.day)
    return draw({ day, chosen, slips: chosen.parts.includes('slips') ? await slipsOf(ctx, day) : [], origin })
  },
)

/** The outlines of the labels of a sheet, to find the offset of a printer. */
export const outlineTest = query(
  'packing_papers.see',
  async (
    ctx: Ctx,
    sheet: LabelSheetName,
    offset: LabelOffset,
    pdfOf: (paper: TDocumentDefinitions) => Promise<Uint8Array>,
  ): Promise<Uint8Array> => {
    const { farmId } = requireFarm(ctx.actor)
    seeOrNotFound(ctx.actor, 'packing_papers.see', { farmId })
    return pdfOf(paperOf('ラベル用紙の試し刷り', [outlinePage(sheet, offset)]))
  },
)

async function slipsOf(ctx: Ctx, { orders }: DayOrders): Promise<IssuedPaper[]> {
  const { farmId } = requireFarm(ctx.actor)
  if (!can(ctx.actor, 'order_money.see', { farmId, restaurantId: null })) return []
  const packed = orders.filter(({ state }) => state !== 'accepted')
  const slips = await standingSlipsOf(
    ctx.db,
    packed.map(({ id }) => id),
  )
  return packed.flatMap(({ id }) => slips.get(id) ?? [])
}
