import { Form, type MetaFunction } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatDayWithYear, formatNumber, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { entryKindWord } from '#modules/bookkeeping/entry-labels.ts'
import { accountKeys, accountLines, type LedgerLine, linesPerPage } from '#modules/bookkeeping/trial-balance.server.ts'
import { accounts } from '#modules/ledger/accounts.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Pagination } from '#ui/pagination.tsx'
import type { Column } from '#ui/table-column.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/account.ts'
import { LedgerHead } from './ledger-head.tsx'

export const meta: MetaFunction = () => ownMeta('勘定科目の明細（管理）')

export const loader = page(async (ctx, { request, params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const account = accountKeys.find((key) => key === params.account)
  if (!account) throw new NotFound('account')
  const asked = new URL(request.url).searchParams
  const shown = Math.max(1, Math.min(100_000, Number.parseInt(asked.get('page') ?? '1', 10) || 1))
  const restaurantId = parseId<'restaurant'>(asked.get('restaurantId')) ?? undefined
  const farmId = parseId<'farm'>(asked.get('farmId')) ?? undefined
  const [from, to] = [parseJstDate(asked.get('from')), parseJstDate(asked.get('to'))]
  const found = await accountLines(ctx, { account, restaurantId, farmId, from, to, page: shown })
  const party = { ...(restaurantId && { restaurantId }), ...(farmId && { farmId }) }
  const query = new URLSearchParams({ ...party, ...(from && { from }), ...(to && { to }) }).toString()
  return {
    ...{ ...found, word: accounts[account].ja, page: shown, query, of: party, from, to },
    pages: Math.ceil(found.count / linesPerPage),
  }
})

const columns: readonly Column<LedgerLine>[] = [
  { key: 'day', head: '日付', cell: ({ onDay }) => formatDayWithYear(onDay) },
  { key: 'kind', head: '取引', cell: ({ kind }) => entryKindWord(kind), nowrap: true },
  { key: 'party', head: '相手先', cell: ({ party }) => party },
  { key: 'memo', head: '摘要', cell: ({ memo }) => memo },
  { key: 'debit', head: '借方', cell: ({ yen }) => (yen > 0 ? formatYen(yen) : null), figures: true },
  { key: 'credit', head: '貸方', cell: ({ yen }) => (yen < 0 ? formatYen(-yen) : null), figures: true },
]

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const { word, party, count, debitYen, creditYen, balanceYen, lines, page, pages, query, of, from, to } = loaderData
  return (
    <div className="grid grid-cols-1 gap-4">
      <LedgerHead title={party ? `${word}：${party}` : word} />
      <Form method="get" className="flex flex-wrap items-end gap-4">
        {Object.entries(of).map(([name, id]) => (
          <input key={name} type="hidden" name={name} value={id} />
        ))}
        <TextField label="開始日" name="from" type="date" defaultValue={from ?? ''} />
        <TextField label="終了日" name="to" type="date" defaultValue={to ?? ''} />
        <Button kind="line">表示する</Button>
      </Form>
      <p className="tabular-nums">
        残高 <b>{formatYen(balanceYen)}</b>（明細{formatNumber(count)}件
        {(from || to) && `、期間の借方 ${formatYen(debitYen)}・貸方 ${formatYen(creditYen)}`}）
      </p>
      {lines.length === 0 ? (
        <EmptyState>明細はありません</EmptyState>
      ) : (
        <DataTable
          caption={`${word}の明細`}
          columns={columns}
          rows={lines}
          rowId={({ entryId, yen }) => `${entryId}:${yen}`}
          rowName={({ onDay, kind }) => `${formatDayWithYear(onDay)} ${entryKindWord(kind)}`}
          rowLink={({ entryId }) => `/admin/ledger/entries/${entryId}`}
        />
      )}
      <Pagination page={page} pages={pages} to={(each) => `?${query === '' ? '' : `${query}&`}page=${each}`} />
    </div>
  )
}
