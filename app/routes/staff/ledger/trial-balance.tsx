import { Form, type MetaFunction } from 'react-router'
import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import { jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { sumYen } from '#kernel/yen.ts'
import { type TrialRow, trialBalance } from '#modules/bookkeeping/trial-balance.server.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Column } from '#ui/table-column.ts'
import { page } from '#web/page.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/trial-balance.ts'
import { LedgerHead } from './ledger-head.tsx'

export const meta: MetaFunction = () => [{ title: '帳簿（管理）｜畝と皿' }]

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const day = parseJstDate(new URL(request.url).searchParams.get('day')) ?? jstDateOf(ctx.now)
  return { day, rows: await trialBalance(ctx, day) }
})

const columns: readonly Column<TrialRow>[] = [
  { key: 'account', head: '勘定科目', cell: ({ word }) => word, nowrap: true },
  { key: 'side', head: '貸借', cell: ({ side }) => (side === 'debit' ? '借方' : '貸方') },
  { key: 'opening', head: '前月繰越', cell: ({ openingYen }) => formatYen(openingYen), figures: true },
  { key: 'debit', head: '当月借方', cell: ({ debitYen }) => formatYen(debitYen), figures: true },
  { key: 'credit', head: '当月貸方', cell: ({ creditYen }) => formatYen(creditYen), figures: true },
  { key: 'closing', head: '残高', cell: ({ closingYen }) => formatYen(closingYen), figures: true },
]

export default function TrialBalancePage({ loaderData: { day, rows } }: Route.ComponentProps) {
  const closing = (of: TrialRow['side']) =>
    sumYen(rows.filter(({ side }) => side === of).map(({ closingYen }) => closingYen))
  const [debit, credit] = [closing('debit'), closing('credit')]
  const isEmpty = rows.every(({ closingYen, debitYen, creditYen }) => closingYen === 0 && debitYen + creditYen === 0)
  return (
    <div className="grid grid-cols-1 gap-4">
      <LedgerHead title="帳簿" />
      <Form method="get" className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[14rem_auto_1fr]">
        <TextField label="基準日" name="day" type="date" defaultValue={day} />
        <Button kind="line">表示する</Button>
      </Form>
      {isEmpty ? (
        <EmptyState>{formatDayWithYear(day)}までの記帳はありません</EmptyState>
      ) : (
        <>
          <DataTable
            caption={`${formatDayWithYear(day)}の試算表`}
            columns={columns}
            rows={rows}
            rowId={({ account }) => account}
            rowName={({ word }) => word}
            rowLink={({ account }) => `/admin/ledger/accounts/${account}`}
          />
          <p className="tabular-nums">
            借方残高の合計 <b>{formatYen(debit)}</b>　貸方残高の合計 <b>{formatYen(credit)}</b>
          </p>
          {debit !== credit && <Notice tone="akane">借方と貸方の合計が一致しません。</Notice>}
        </>
      )}
    </div>
  )
}
