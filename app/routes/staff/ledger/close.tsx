import { Form, type MetaFunction, useNavigation } from 'react-router'
import { formatMomentWithYear, formatMonth, formatNumber, formatYen } from '#kernel/format.ts'
import { closeCheckKeys, closeChecks } from '#modules/bookkeeping/close-labels.ts'
import { closeDesk, closeLedgerMonth } from '#modules/bookkeeping/close-month.server.ts'
import type { LedgerDifference } from '#modules/bookkeeping/replay.server.ts'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { accounts } from '#modules/ledger/accounts.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { Badge } from '#ui/badge.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Column } from '#ui/table-column.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import { provenByStaff } from '../staff-proof.server.ts'
import type { Route } from './+types/close.ts'
import { LedgerHead } from './ledger-head.tsx'

export const meta: MetaFunction = () => ownMeta('月次の締め（管理）')

export const loader = page(async (ctx) => {
  requireStaff(ctx)
  return { ...(await closeDesk(ctx)), formKey: crypto.randomUUID() }
})

const all = jobs({
  close: provenByStaff(
    job(closeLedgerMonth, {
      done: ({ month }, _given, _ctx, _args: Route.ActionArgs) =>
        redirectWithFlash('/admin/ledger/close', `${formatMonth(month)}を締めました。`),
    }),
  ),
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return all(ctx, args)
})

type Loaded = Route.ComponentProps['loaderData']
type ClosedMonth = Loaded['closed'][number]

const columns: readonly Column<ClosedMonth>[] = [
  { key: 'month', head: '月', cell: ({ month }) => formatMonth(month), nowrap: true },
  { key: 'at', head: '締め日時', cell: ({ closedAt }) => formatMomentWithYear(closedAt), nowrap: true },
  { key: 'by', head: '担当者', cell: ({ actorName }) => actorName },
  {
    key: 'reason',
    head: '未完了の項目と理由',
    cell: ({ reason }) => <span className="whitespace-pre-line">{reason || 'なし'}</span>,
  },
]

const differenceColumns: readonly Column<LedgerDifference>[] = [
  { key: 'account', head: '勘定科目', cell: ({ account }) => accounts[account].ja, nowrap: true },
  { key: 'party', head: '相手先', cell: ({ name }) => name },
  { key: 'expected', head: '記録による残高', cell: ({ expectedYen }) => formatYen(expectedYen), figures: true },
  { key: 'ledger', head: '帳簿の残高', cell: ({ ledgerYen }) => formatYen(ledgerYen), figures: true },
  {
    key: 'difference',
    head: '差額',
    cell: ({ expectedYen, ledgerYen }) => formatYen(ledgerYen - expectedYen),
    figures: true,
  },
]

export default function CloseMonthPage({ loaderData, actionData }: Route.ComponentProps) {
  const { month, checklist, differences, closed, formKey } = loaderData
  const problem = actionData?.problem
  const busy = useNavigation().formMethod === 'POST'
  const open = checklist ? closeCheckKeys.filter((check) => checklist[check] > 0) : []
  return (
    <div className="grid grid-cols-1 gap-4">
      <LedgerHead title="月次の締め" />
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {month && checklist ? (
        <Panel head={<h2>{formatMonth(month)}</h2>}>
          <ul className="grid grid-cols-1 gap-1">
            {closeCheckKeys.map((check) => (
              <li key={check} className="flex flex-wrap items-center gap-3">
                <Link to={closeChecks[check].to} className="prose-link inline-flex min-h-11 items-center">
                  {closeChecks[check].ja}
                </Link>
                <Badge tone={checklist[check] > 0 ? 'akane' : 'matcha'}>
                  {checklist[check] > 0 ? `${formatNumber(checklist[check])}件` : '完了'}
                </Badge>
              </li>
            ))}
          </ul>
          <May to="ledger.close" told>
            <Form method="post" className="grid grid-cols-1 gap-3" noValidate>
              <input type="hidden" name="intent" value="close" />
              <input type="hidden" name="key" value={formKey} />
              <input type="hidden" name="month" value={month.slice(0, 7)} />
              {open.map((check) => (
                <TextField
                  key={check}
                  label={`「${closeChecks[check].ja}」が残る理由`}
                  name={check}
                  defaultValue={problem?.typed[check] ?? ''}
                  error={problem?.fields[check]}
                />
              ))}
              <StaffProof id="close-proof" problem={problem} />
              <p>
                <Confirm
                  question={`${formatMonth(month)}を締めますか`}
                  consequence="締め済みの月には記帳できなくなり、後から判明した取引は当日の日付で記帳します。取り消せません。"
                  confirm="締める"
                  busy={busy}
                >
                  {formatMonth(month)}を締める
                </Confirm>
              </p>
            </Form>
          </May>
        </Panel>
      ) : (
        <EmptyState>締める月はありません</EmptyState>
      )}
      {differences.length > 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h2 id="differences" className="text-h3 font-bold">
            帳簿と記録の差異
          </h2>
          <DataTable
            caption="帳簿と記録の差異"
            columns={differenceColumns}
            rows={differences}
            rowId={({ account, restaurantId, farmId }) => [account, restaurantId, farmId].join(':')}
            rowName={({ account, name }) => `${accounts[account].ja} ${name ?? ''}`}
          />
        </section>
      )}
      {closed.length > 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h2 className="text-h3 font-bold">締め済みの月</h2>
          <DataTable
            caption="締め済みの月"
            columns={columns}
            rows={closed}
            rowId={({ month }) => month}
            rowName={({ month }) => formatMonth(month)}
          />
        </section>
      )}
    </div>
  )
}
