import type { ReactNode } from 'react'
import type { MetaFunction } from 'react-router'
import { formatNumber, formatYen } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { sumYen } from '#kernel/yen.ts'
import {
  type PayableState,
  payablesByState,
  type ReceivableAge,
  receivablesByAge,
} from '#modules/bookkeeping/ageing.server.ts'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Column } from '#ui/table-column.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/balances.ts'
import { LedgerHead } from './ledger-head.tsx'
import { quietZero } from './quiet-zero.tsx'

export const meta: MetaFunction = () => ownMeta('売掛金・未払金（管理）')

export const loader = page(async (ctx) => {
  requireStaff(ctx)
  return { receivables: await receivablesByAge(ctx, jstDateOf(ctx.now)), payables: await payablesByState(ctx) }
})

const figure = <K extends string>(key: K, head: string) => ({
  key,
  head,
  figures: true,
  cell: (row: Record<K, number>) => quietZero(row[key]),
  sort: (row: Record<K, number>) => row[key],
})

const receivableColumns: readonly Column<ReceivableAge>[] = [
  { key: 'name', head: '飲食店', cell: ({ name }) => name, sort: ({ name }) => name },
  figure('notDueYen', '支払期日前'),
  figure('collectingYen', '決済手続き中'),
  figure('upTo30', '1〜30日超過'),
  figure('upTo60', '31〜60日超過'),
  figure('upTo90', '61〜90日超過'),
  figure('over90', '91日以上超過'),
  figure('creditYen', '前受け'),
  figure('totalYen', '合計'),
]
const payableColumns: readonly Column<PayableState>[] = [
  { key: 'name', head: '農園', cell: ({ name }) => name, sort: ({ name }) => name },
  figure('unclosedYen', '締め前'),
  figure('statementYen', '通知済み'),
  figure('scheduledYen', '振込手続き中'),
  figure('returnedYen', '組戻し・振込不能'),
  figure('totalYen', '合計'),
]

type Loaded = Route.ComponentProps['loaderData']

export default function BalancesPage({ loaderData: { receivables, payables } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <LedgerHead title="売掛金・未払金" />
      <section className="grid grid-cols-1 gap-3">
        <h2 className="text-h3 font-bold">飲食店の売掛金</h2>
        {receivables.count === 0 ? (
          <EmptyState>未払いの請求書はありません</EmptyState>
        ) : (
          <>
            <Sums count={receivables.count} shown={receivables.rows.length} totalYen={receivables.sums.totalYen}>
              期日超過 <b>{formatYen(overdueOf(receivables.sums))}</b>
            </Sums>
            <DataTable
              caption="飲食店の売掛金"
              columns={receivableColumns}
              rows={receivables.rows}
              rowId={({ id }) => id}
              rowName={({ name }) => name}
              rowLink={({ id }) => `/admin/ledger/accounts/receivable?restaurantId=${id}`}
              prefix="r"
            />
          </>
        )}
      </section>
      <section className="grid grid-cols-1 gap-3">
        <h2 className="text-h3 font-bold">農園への未払金</h2>
        {payables.count === 0 ? (
          <EmptyState>農園への未払金はありません</EmptyState>
        ) : (
          <>
            <Sums count={payables.count} shown={payables.rows.length} totalYen={payables.sums.totalYen}>
              組戻し・振込不能 <b>{formatYen(payables.sums.returnedYen)}</b>
            </Sums>
            <DataTable
              caption="農園への未払金"
              columns={payableColumns}
              rows={payables.rows}
              rowId={({ id }) => id}
              rowName={({ name }) => name}
              rowLink={({ id }) => `/admin/ledger/accounts/payable?farmId=${id}`}
              prefix="f"
            />
          </>
        )}
      </section>
    </div>
  )
}

type SumsProps = { count: number; shown: number; totalYen: number; children: ReactNode }

const Sums = ({ count, shown, totalYen, children }: SumsProps) => (
  <p className="tabular-nums">
    合計 <b>{formatYen(totalYen)}</b>　{children}　{formatNumber(count)}件
    {shown < count && `（上位${formatNumber(shown)}件を表示）`}
  </p>
)

const overdueOf = ({ upTo30, upTo60, upTo90, over90 }: Loaded['receivables']['sums']) =>
  sumYen([upTo30, upTo60, upTo90, over90])
