import type { ReactNode } from 'react'
import type { MetaFunction } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatDayWithYear, formatMomentWithYear, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { entryKindWord } from '#modules/bookkeeping/entry-labels.ts'
import { entryDetail } from '#modules/bookkeeping/trial-balance.server.ts'
import { accounts } from '#modules/ledger/accounts.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Link } from '#ui/link.tsx'
import type { Column } from '#ui/table-column.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/entry.ts'
import { LedgerHead } from './ledger-head.tsx'

export const meta: MetaFunction = () => ownMeta('仕訳（管理）')

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const id = parseId<'ledgerEntry'>(params.id)
  if (!id) throw new NotFound('ledger entry')
  return entryDetail(ctx, id)
})

type Posting = Route.ComponentProps['loaderData']['postings'][number]

const columns: readonly Column<Posting>[] = [
  { key: 'account', head: '勘定科目', cell: ({ account }) => accounts[account].ja, nowrap: true },
  { key: 'party', head: '相手先', cell: ({ party }) => party },
  { key: 'debit', head: '借方', cell: ({ yen }) => (yen > 0 ? formatYen(yen) : null), figures: true },
  { key: 'credit', head: '貸方', cell: ({ yen }) => (yen < 0 ? formatYen(-yen) : null), figures: true },
]

const accountLink = ({ account, restaurantId, farmId }: Posting) =>
  `/admin/ledger/accounts/${account}${restaurantId ? `?restaurantId=${restaurantId}` : farmId ? `?farmId=${farmId}` : ''}`

export default function EntryPage({ loaderData: { entry, postings, sources } }: Route.ComponentProps) {
  const { orderId, paymentId, hasDeposit, runId, documents } = sources
  return (
    <div className="grid grid-cols-1 gap-4">
      <LedgerHead title={`${entryKindWord(entry.kind)}の仕訳`} />
      <DataTable
        caption="仕訳"
        columns={columns}
        rows={postings}
        rowId={({ account, restaurantId, farmId, yen }) => [account, restaurantId, farmId, yen].join(':')}
        rowName={({ account }) => accounts[account].ja}
        rowLink={accountLink}
      />
      <Panel head={<h2>取引</h2>}>
        <dl className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[8rem_1fr]">
          <Fact word="日付">{formatDayWithYear(entry.onDay)}</Fact>
          <Fact word="記帳日時">{formatMomentWithYear(entry.at)}</Fact>
          <Fact word="イベント">{entryKindWord(entry.kind)}</Fact>
          {entry.memo !== '' && <Fact word="摘要">{entry.memo}</Fact>}
          {entry.reverses && (
            <Fact word="取り消した仕訳">
              <To to={`/admin/ledger/entries/${entry.reverses}`}>元の仕訳</To>
            </Fact>
          )}
          {entry.reversedBy && (
            <Fact word="取り消し">
              <To to={`/admin/ledger/entries/${entry.reversedBy}`}>取り消しの仕訳</To>
            </Fact>
          )}
          {orderId && (
            <Fact word="注文">
              <To to={`/admin/orders/${orderId}`}>注文を表示</To>
            </Fact>
          )}
          {documents && (
            <Fact word="書類">
              {documents.map(({ id, number }) => (
                <span key={id} className="block">
                  <To to={`/admin/documents?number=${encodeURIComponent(number)}`}>{number}</To>
                </span>
              ))}
            </Fact>
          )}
          {paymentId && (
            <Fact word="入金">
              {hasDeposit ? <To to={`/admin/billing/deposits/${paymentId}`}>入金を表示</To> : 'カードによる支払い'}
            </Fact>
          )}
          {runId && (
            <Fact word="振込">
              <To to={`/admin/payouts/${runId}`}>振込を表示</To>
            </Fact>
          )}
        </dl>
      </Panel>
    </div>
  )
}

const Fact = ({ word, children }: { word: string; children: ReactNode }) => (
  <>
    <dt className="font-bold">{word}</dt>
    <dd>{children}</dd>
  </>
)

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="prose-link inline-flex min-h-11 items-center">
    {children}
  </Link>
)
