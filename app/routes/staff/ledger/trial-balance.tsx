import { Form, type MetaFunction } from 'react-router'
import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import { jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { sumYen } from '#kernel/yen.ts'
import { type TrialRow, trialBalance } from '#modules/bookkeeping/trial-balance.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Column } from '#ui/table-column.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/trial-balance.ts'
import { LedgerHead } from './ledger-head.tsx'
import { quietZero } from './quiet-zero.tsx'

export const meta: MetaFunction = () => ownMeta('試算表（管理）')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const day = parseJstDate(new URL(request.url).searchParams.get('day')) ?? jstDateOf(ctx.now)
  return { day, rows: await trialBalance(ctx, day) }
})

const columns: readonly Column<TrialRow>[] = [
  { key: 'account', head: '勘定科目', cell: ({ word }) => word, nowrap: true },
  { key: 'side', head: '貸借', cell: ({ side }) => (side === 'debit' ? '借方' : '貸方') },
  { key: 'opening', head: '前月繰越', cell: ({ openingYen }) => quietZero(openingYen), figures: true },
  { key: 'debit', head: '当月借方', cell: ({ debitYen }) => quietZero(debitYen), figures: true },
  { key: 'credit', head: '当月貸方', cell: ({ creditYen }) => quietZero(creditYen), figures: true },
  { key: 'closing', head: '残高', cell: ({ closingYen }) => quietZero(closingYen), figures: true },
]

const isMoved = ({ openingYen, debitYen, creditYen, closingYen }: TrialRow) =>
  openingYen !== 0 || debitYen !== 0 || creditYen !== 0 || closingYen !== 0

export default function TrialBalancePage({ loaderData: { day, rows } }: Route.ComponentProps) {
  const moved = rows.filter(isMoved)
  const idle = rows.filter((row) => !isMoved(row))
  return (
    <div className="grid grid-cols-1 gap-4">
      <LedgerHead title="試算表" />
      <Form method="get" className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[14rem_auto_1fr]">
        <TextField label="基準日" name="day" type="date" defaultValue={day} />
        <Button kind="line">表示する</Button>
      </Form>
      {moved.length === 0 ? (
        <EmptyState>{formatDayWithYear(day)}までの記帳はありません</EmptyState>
      ) : (
        <>
          <Totals rows={moved} />
          <DataTable
            caption={`${formatDayWithYear(day)}の試算表`}
            columns={columns}
            rows={moved}
            rowId={({ account }) => account}
            rowName={({ word }) => word}
            rowLink={linkOf}
          />
          {idle.length > 0 && (
            <p className="flex flex-wrap items-center gap-x-4 text-sub">
              <span className="text-ink-2">残高も増減もない科目</span>
              {idle.map((row) => (
                <Link key={row.account} to={linkOf(row)} className="prose-link inline-flex min-h-11 items-center">
                  {row.word}
                </Link>
              ))}
            </p>
          )}
        </>
      )}
    </div>
  )
}

const linkOf = ({ account }: TrialRow) => `/admin/ledger/accounts/${account}`

/** Both sides, of the month and of the balances, and whether they are equal. */
function Totals({ rows }: { rows: readonly TrialRow[] }) {
  const closing = (of: TrialRow['side']) =>
    sumYen(rows.filter(({ side }) => side === of).map(({ closingYen }) => closingYen))
  const pairs = [
    {
      word: '当月の増減',
      debit: sumYen(rows.map(({ debitYen }) => debitYen)),
      credit: sumYen(rows.map(({ creditYen }) => creditYen)),
    },
    { word: '残高', debit: closing('debit'), credit: closing('credit') },
  ]
  const isEqual = pairs.every(({ debit, credit }) => debit === credit)
  return (
    <section aria-label="貸借の合計" className="card grid grid-cols-1 gap-3 p-4">
      <p>{isEqual ? <Badge tone="pine">貸借一致</Badge> : <Badge tone="akane">貸借不一致</Badge>}</p>
      <dl className="grid grid-cols-1 gap-x-10 gap-y-2 sm:grid-cols-2">
        {pairs.map(({ word, debit, credit }) => (
          <div key={word} className="grid grid-cols-[1fr_auto] gap-x-4 tabular-nums">
            <dt>{word}・借方合計</dt>
            <dd className="text-end font-bold">{formatYen(debit)}</dd>
            <dt>{word}・貸方合計</dt>
            <dd className="text-end font-bold">{formatYen(credit)}</dd>
          </div>
        ))}
      </dl>
      {!isEqual && <Notice tone="akane">借方と貸方の合計が一致しません。</Notice>}
    </section>
  )
}
