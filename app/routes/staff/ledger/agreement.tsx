import type { MetaFunction } from 'react-router'
import { formatNumber, formatYen } from '#kernel/format.ts'
import { type AgreementRow, type AgreementSide, agreement } from '#modules/bookkeeping/agreement.server.ts'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Column } from '#ui/table-column.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/agreement.ts'
import { LedgerHead } from './ledger-head.tsx'

export const meta: MetaFunction = () => ownMeta('書類との照合（管理）')

export const loader = page(async (ctx) => {
  requireStaff(ctx)
  return agreement(ctx)
})

type Row = AgreementRow<string>

const columnsOf = (party: string, documents: string, unlisted: string): readonly Column<Row>[] => [
  { key: 'name', head: party, cell: ({ name }) => name },
  { key: 'ledger', head: '帳簿の残高', cell: ({ ledgerYen }) => formatYen(ledgerYen), figures: true },
  { key: 'documents', head: documents, cell: ({ documentsYen }) => formatYen(documentsYen), figures: true },
  { key: 'unlisted', head: unlisted, cell: ({ unlistedYen }) => formatYen(unlistedYen), figures: true },
  { key: 'ahead', head: '書類のない入出金', cell: ({ paidAheadYen }) => formatYen(paidAheadYen), figures: true },
  { key: 'difference', head: '差額', cell: ({ differenceYen }) => formatYen(differenceYen), figures: true },
  { key: 'void', head: '無効の書類のみの明細', cell: ({ voidYen }) => formatYen(voidYen), figures: true },
]
const restaurantColumns = columnsOf('飲食店', '未払いの請求書', '未請求の明細')
const farmColumns = columnsOf('農園', '未払いの支払通知書', '締め前の明細')

export default function AgreementPage({ loaderData: { restaurants, farms, sumYen } }: Route.ComponentProps) {
  const differing = restaurants.differing + farms.differing
  return (
    <div className="grid grid-cols-1 gap-4">
      <LedgerHead title="書類との照合" />
      {differing === 0 && sumYen === 0 ? (
        <Notice tone="ai">帳簿と書類は一致しています。全仕訳の合計は¥0です。</Notice>
      ) : (
        <Notice tone="akane">
          {formatNumber(differing)}件に差額があります。全仕訳の合計は{formatYen(sumYen)}です。
        </Notice>
      )}
      <p className="text-sub text-ink-2">
        再発行していない無効の書類がある場合、その明細は書類の合計に含まれず、再発行するまで差額になります。支払通知書では、記帳済みの手数料の消費税も差額に含まれます。
      </p>
      <Side
        title="飲食店の売掛金"
        side={restaurants}
        columns={restaurantColumns}
        to={(id) => `/admin/ledger/accounts/receivable?restaurantId=${id}`}
      />
      <Side
        title="農園への未払金"
        side={farms}
        columns={farmColumns}
        to={(id) => `/admin/ledger/accounts/payable?farmId=${id}`}
      />
    </div>
  )
}

type SideProps = {
  title: string
  side: AgreementSide<string>
  columns: readonly Column<Row>[]
  to: (id: string) => string
}

const Side = ({ title, side, columns, to }: SideProps) => (
  <section className="grid grid-cols-1 gap-3">
    <h2 className="text-h3 font-bold">{title}</h2>
    {side.rows.length === 0 ? (
      <EmptyState>記帳はまだありません</EmptyState>
    ) : (
      <>
        <p className="tabular-nums">
          帳簿 <b>{formatYen(side.ledgerYen)}</b>　書類 <b>{formatYen(side.otherYen)}</b>　差額のある相手先{' '}
          <b>{formatNumber(side.differing)}件</b>（全{formatNumber(side.count)}件）
        </p>
        <DataTable
          caption={title}
          columns={columns}
          rows={side.rows}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          rowLink={({ id }) => to(id)}
        />
      </>
    )}
  </section>
)
