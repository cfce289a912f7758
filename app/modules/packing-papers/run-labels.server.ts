import type { Ctx } from '#authorization/ctx.ts'
import type { RunId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { orderRows, summarise } from '#modules/ordering/order-queries.server.ts'
import { ridesOfDay, runDetail } from '#modules/runs/run-queries.server.ts'
import { goodsOf, left, open, type PaperOrder, paperOrder, prefectureName } from './day-orders.server.ts'
import type { PaperTools } from './day-papers.server.ts'
import type { PaperChoice } from './paper-choice.ts'

/** `day`: on which the run delivers. */
export type RunLabelChoice = Omit<PaperChoice, 'parts'> & { runId: RunId }

/**
 * The labels of all boxes that a run brings on a day, of all its farms, by stop: one set for the farm that drives it.
 * What a farm has not accepted yet has none.
 */
export const runLabels = query(
  'runs.see',
  async (ctx: Ctx, { runId, ...chosen }: RunLabelChoice, { origin, draw }: PaperTools): Promise<Uint8Array> => {
    const { name } = await runDetail(ctx, runId)
    const farm = { name, prefecture: '' }
    const orders = await ordersByStop(ctx, runId, chosen.day)
    return draw({
      day: { day: chosen.day, farm, orders, missing: [] },
      chosen: { ...chosen, parts: ['labels'] },
      slips: [],
      origin,
      title: `共同便 ${name}のラベル`,
    })
  },
)

async function ordersByStop(ctx: Ctx, runId: RunId, day: JstDate): Promise<PaperOrder[]> {
  const ids = (await ridesOfDay(ctx, runId, day)).map(({ orderId }) => orderId)
  if (ids.length === 0) return []
  const rows = await orderRows(ctx)
    .select('farms.prefectureCode')
    .where('orders.id', 'in', ids)
    .where('orders.state', 'in', [...open, ...left])
    .execute()
  const summaries = await summarise(ctx, rows)
  const goods = await goodsOf(ctx, summaries)
  const byId = new Map(summaries.map((order) => [order.id, order]))
  const prefectures = new Map(rows.map(({ farmId, prefectureCode }) => [farmId, prefectureName(prefectureCode)]))
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .map((order, index) => ({
      ...paperOrder(order, index + 1, { ...goods, prefecture: prefectures.get(order.farmId) ?? '' }),
      farm: order.farm.name,
    }))
}
