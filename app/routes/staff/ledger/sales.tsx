import type { MetaFunction } from 'react-router'
import { formatMonth, formatNumber, formatShortYen, formatYen } from '#kernel/format.ts'
import { type SalesMonth, salesByMonth } from '#modules/bookkeeping/gross-sales.server.ts'
import { Columns } from '#ui/columns.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { monthPoint } from '#ui/month-point.ts'
import type { Column } from '#ui/table-column.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/sales.ts'
import { LedgerHead } from './ledger-head.tsx'

export const meta: MetaFunction = () => ownMeta('取扱高（管理）')

export const loader = page(async (ctx) => {
  requireStaff(ctx)
  return { months: await salesByMonth(ctx) }
})

const rateText = (bp: number | null) => (bp === null ? null : `${(bp / 100).toFixed(2)}%`)

const columns: readonly Column<SalesMonth>[] = [
  { key: 'month', head: '納品月', cell: ({ month }) => formatMonth(month), nowrap: true },
  { key: 'goods', head: '商品（税抜）', cell: ({ goodsYen }) => formatYen(goodsYen), figures: true },
  { key: 'freight', head: '送料（税抜）', cell: ({ freightYen }) => formatYen(freightYen), figures: true },
  { key: 'fee', head: '手数料（税抜）', cell: ({ feeYen }) => formatYen(feeYen), figures: true },
  { key: 'rate', head: '手数料率', cell: ({ takeRateBp }) => rateText(takeRateBp), figures: true },
]

const chartMonths = 12

export default function SalesPage({ loaderData: { months } }: Route.ComponentProps) {
  const newest = months.slice(0, chartMonths).toReversed()
  return (
    <div className="grid grid-cols-1 gap-4">
      <LedgerHead title="取扱高" />
      {months.length === 0 ? (
        <EmptyState>確定した注文はまだありません</EmptyState>
      ) : (
        <>
          <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
            <div className="card p-4">
              <Columns
                title="商品の取扱高（税抜）"
                axis="納品月"
                format={formatYen}
                formatTick={formatShortYen}
                points={newest.map(({ month, goodsYen }, at) => monthPoint(month, at, goodsYen))}
              />
            </div>
            <div className="card p-4">
              <Columns
                title="手数料率"
                axis="納品月"
                format={(bp) => rateText(bp) ?? ''}
                formatTick={(bp) => `${formatNumber(bp / 100)}%`}
                points={newest.map(({ month, takeRateBp }, at) => monthPoint(month, at, takeRateBp))}
              />
            </div>
          </div>
          <p>
            <a href="/admin/ledger/sales.csv" className="prose-link inline-flex min-h-11 items-center" download>
              <Explained>CSVで保存</Explained>
            </a>
          </p>
          <DataTable
            caption="月ごとの取扱高"
            columns={columns}
            rows={months}
            rowId={({ month }) => month}
            rowName={({ month }) => formatMonth(month)}
          />
        </>
      )}
    </div>
  )
}
