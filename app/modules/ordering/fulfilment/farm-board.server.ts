import type { ShipTo } from '#kernel/enums.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { farmWork } from '#modules/ordering/open-orders.server.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { lotsOfLines } from '#modules/traceability/lot.server.ts'
import { type FarmStep, stepOf } from './farm-step.ts'

export type BoardCard = { order: OrderSummary; step: FarmStep | 'done'; place: string; prefecture: string }
type FarmBoard = {
  today: JstDate
  /** Questions of any day. */
  waiting: BoardCard[]
  /** What leaves today, what is overdue, and what has left today, whatever its planned day. */
  todays: BoardCard[]
  /** What leaves on later days. */
  later: BoardCard[]
}

const horizonDays = 14

/** A farm's tasks: what waits for an answer, what leaves today, and the days after. */
export const farmBoard = query('own', async (ctx): Promise<FarmBoard> => {
  const today = jstDateOf(ctx.now)
  const orders = await farmWork(ctx, addDays(today, horizonDays))
  const lots = await lotsOfLines(
    ctx,
    orders.flatMap((order) => order.lines.map((line) => line.id)),
  )
  const cards = orders.flatMap((order): BoardCard[] => {
    const step = stepOf(order, lots)
    return step ? [{ order, step, place: placeOf(order.shipTo), prefecture: prefectureWord(order.shipTo) }] : []
  })
  return {
    today,
    waiting: cards.filter(({ step }) => step === 'confirm'),
    todays: cards.filter(({ step, order }) => step === 'done' || (step !== 'confirm' && order.shipOn <= today)),
    later: cards.filter(({ step, order }) => step !== 'done' && step !== 'confirm' && order.shipOn > today),
  }
})

/** 東京・神楽坂 */
export const placeOf = (to: ShipTo): string =>
  [prefectureIn(to)?.shortName, to.place || to.city].filter(Boolean).join('・')

/** 東京都, as written on a label. */
export const prefectureWord = (to: ShipTo): string => prefectureIn(to)?.name ?? ''

function prefectureIn(to: ShipTo) {
  const code = parsePrefCode(to.prefectureCode)
  return code && prefectureOf(code)
}
