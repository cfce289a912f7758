import type { CsvCell } from '#kernel/csv.ts'
import { salesBreakdown } from '#modules/payouts/farm-sales.server.ts'
import { type SoldAxis, salesSpans, soldAxes } from '#modules/payouts/sales-span.ts'
import type { Sold } from '#modules/payouts/sold-goods.server.ts'
import { csvFile } from '#web/csv-file.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/breakdown-csv.ts'

const axisWord: Record<SoldAxis, string> = { restaurant: '取引先', product: '商品' }

/** The sales of a span by buyer or by product: all of them, of which the page shows the greatest. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const asked = new URL(request.url).searchParams
  const span = salesSpans.find((it) => it === asked.get('span')) ?? 'month'
  const by = soldAxes.find((it) => it === asked.get('by')) ?? 'restaurant'
  const { fromOn, toOn, rows } = await salesBreakdown(ctx, { span, by })
  return csvFile({
    name: `sales-by-${by}-${fromOn}-${toOn}`,
    head: ['納品日（開始）', '納品日（終了）', axisWord[by], '注文件数', '商品（税抜）'],
    cells: ({ name, orders, yen }: Sold): CsvCell[] => [fromOn, toOn, name, orders, yen],
    chunks: (async function* () {
      yield rows
    })(),
  })
})
