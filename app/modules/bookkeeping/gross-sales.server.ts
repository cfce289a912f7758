import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { amounts } from './ageing.server.ts'
import { requireLedger } from './require-ledger.ts'

export type SalesMonth = {
  /** 2026-10 */
  month: string
  goodsYen: Yen
  freightYen: Yen
  feeYen: Yen
  /** Fee per goods in hundredths of a percent; null without goods. */
  takeRateBp: number | null
}

/** What was sold in each month of supply without tax, after corrections, and what we earned of it. Newest first. */
export const salesByMonth = query('ledger.see', async (ctx: Ctx): Promise<SalesMonth[]> => {
  requireLedger(ctx)
  const { rows } = await sql<Record<'month' | 'goodsYen' | 'freightYen' | 'feeYen', string>>`
    select to_char(supplied_on, 'YYYY-MM') as month, sum(goods_yen) as goods_yen, sum(freight_yen) as freight_yen,
           sum(fee_yen) as fee_yen
      from charges group by 1 order by 1 desc`.execute(ctx.db)
  return rows.map(({ month, ...row }) => {
    const sums = amounts(row, ['goodsYen', 'freightYen', 'feeYen'])
    return { month, ...sums, takeRateBp: sums.goodsYen > 0 ? Math.round((sums.feeYen / sums.goodsYen) * 10_000) : null }
  })
})
