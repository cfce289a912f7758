import type { CsvCell } from '#kernel/csv.ts'
import { type MonthOfYear, yearFigures } from '#modules/payouts/farm-sales.server.ts'
import { csvFile } from '#web/csv-file.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/sales-csv.ts'
import { yearIn } from './year-in.ts'

const head = ['年月', '商品（税抜）', '送料（税抜）', 'その他', '消費税', '販売金額（税込）', '荷造運賃手数料（税込）']

/** The year of a farm for its 青色申告, month by month. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const year = yearIn(request, ctx.now)
  const months = await yearFigures(ctx, year)
  return csvFile({
    name: `sales-${year}`,
    head,
    cells: (it: MonthOfYear): CsvCell[] => [
      it.month.slice(0, 7),
      it.goodsYen,
      it.freightYen,
      it.otherYen,
      it.taxYen,
      it.grossYen,
      it.feeYen,
    ],
    chunks: (async function* () {
      yield months
    })(),
  })
})
