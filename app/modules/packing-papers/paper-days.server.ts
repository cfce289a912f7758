import { requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { left, open } from './day-orders.server.ts'

/** Papers are printed again for some days, and ahead for what is ordered already. */
const daysBack = 7
const daysAhead = 14

/** How many orders are printed for a day. */
type PaperDay = { day: JstDate; orders: number }

/**
 * The days for which a farm prints, with the orders of each as `dayOrders` has them: what should have left before is printed
 * on the current day as well.
 */
export const paperDays = query('packing_papers.see', async (ctx): Promise<PaperDay[]> => {
  const { farmId } = requireFarm(ctx.actor)
  seeOrNotFound(ctx.actor, 'packing_papers.see', { farmId })
  const today = jstDateOf(ctx.now)
  const [first, last] = [addDays(today, -daysBack), addDays(today, daysAhead)]
  const rows = await ctx.db
    .selectFrom('orders')
    .select('shipOn')
    .select((is) => [
      is.fn.countAll<number>().as('orders'),
      is.fn.countAll<number>().filterWhere('state', 'in', open).as('open'),
    ])
    .where('farmId', '=', farmId)
    .where('state', 'in', [...open, ...left])
    .where((is) =>
      is.or([is.between('shipOn', first, last), is.and([is('shipOn', '<', first), is('state', 'in', open)])]),
    )
    .groupBy('shipOn')
    .execute()
  const of = new Map(rows.map(({ shipOn, orders }) => [shipOn, orders]))
  const overdue = rows.reduce((sum, row) => sum + (row.shipOn < today ? row.open : 0), 0)
  return Array.from({ length: daysBack + daysAhead + 1 }, (_, index) => {
    const day = addDays(first, index)
    return { day, orders: (of.get(day) ?? 0) + (day === today ? overdue : 0) }
  })
})

/** The day that is shown first: the next one with something to print, else the current one. */
export const firstPaperDay = (days: readonly PaperDay[], today: JstDate): JstDate =>
  days.find(({ day, orders }) => day >= today && orders > 0)?.day ?? today
