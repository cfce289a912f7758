import type { CsvCell } from '#kernel/csv.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { type SalesMonth, salesByMonth } from '#modules/bookkeeping/gross-sales.server.ts'
import { csvFile } from '#web/csv-file.ts'
import { page } from '#web/page.server.ts'
import { requireStaff } from '../require-staff.server.ts'

const head = ['納品月', '商品（税抜）', '送料（税抜）', '手数料（税抜）', '手数料率（%）']

export const loader = page(async (ctx) => {
  requireStaff(ctx)
  const months = await salesByMonth(ctx)
  return csvFile({
    name: `gross-sales-${jstDateOf(ctx.now)}`,
    head,
    cells: ({ month, goodsYen, freightYen, feeYen, takeRateBp }: SalesMonth): CsvCell[] => [
      month,
      goodsYen,
      freightYen,
      feeYen,
      takeRateBp === null ? null : (takeRateBp / 100).toFixed(2),
    ],
    chunks: (async function* () {
      yield months
    })(),
  })
})
