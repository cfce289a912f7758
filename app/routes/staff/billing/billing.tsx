import { Form, useNavigation } from 'react-router'
import { formatDayWithYear, formatNumber, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { invoiceTimeWord } from '#kernel/payment-terms.ts'
import { billingDesk, closeNow } from '#modules/billing/billing-desk.server.ts'
import type { InvoiceRow } from '#modules/billing/invoice-queries.server.ts'
import { type InvoiceList, invoiceLists } from '#modules/billing/invoice-state.ts'
import { InvoiceBadge } from '#modules/billing/ui/invoice-badge.tsx'
import { billingExceptions } from '#modules/bookkeeping/exceptions.server.ts'
import { Exceptions } from '#modules/bookkeeping/ui/exceptions.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { StatBlock } from '#ui/stat-block.tsx'
import type { Column } from '#ui/table-column.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/billing.ts'

export const meta = () => ownMeta('請求（管理）')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const asked = new URL(request.url).searchParams
  const list = invoiceLists.find((it) => it === asked.get('show')) ?? 'unpaid'
  const shown = Math.max(1, Math.min(10_000, Number.parseInt(asked.get('page') ?? '1', 10) || 1))
  const desk = await billingDesk(ctx, { list, page: shown })
  return { ...desk, exceptions: await billingExceptions(ctx), today: jstDateOf(ctx.now), list, page: shown }
})

export const action = pageAction(async (ctx, { request, context }: Route.ActionArgs) => {
  requireStaff(ctx)
  const restaurantId = parseId<'restaurant'>((await formOf(request)).get('restaurantId'))
  const closed = await closeNow(ctx, restaurantId ? { restaurantId } : {}, context.get(requestFacts).operator)
  if (!closed.ok) return null
  const { invoices, failed } = closed.value
  const failure = failed.length > 0 ? `${failed.length}件は処理できませんでした。` : ''
  return redirectWithFlash('/admin/billing', `請求書を${invoices}件発行しました。${failure}`)
})

const columns: readonly Column<InvoiceRow>[] = [
  {
    key: 'number',
    head: '請求書番号',
    cell: ({ id, number }) => (
      <Link to={`/admin/billing/invoices/${id}`} className="prose-link">
        {number}
      </Link>
    ),
    nowrap: true,
  },
  {
    key: 'restaurant',
    head: '飲食店',
    cell: ({ restaurantId, restaurant }) => (
      <Link to={`/admin/billing/credit?of=${restaurantId}`} className="prose-link">
        {restaurant}
      </Link>
    ),
  },
  { key: 'period', head: '締め日', cell: ({ toOn }) => formatDayWithYear(toOn), nowrap: true },
  { key: 'total', head: '請求額（税込）', cell: ({ totalYen }) => formatYen(totalYen), figures: true },
  { key: 'unpaid', head: '未払い額', cell: ({ unpaidYen }) => formatYen(Math.max(0, unpaidYen)), figures: true },
  { key: 'due', head: '支払期日', cell: ({ dueOn }) => formatDayWithYear(dueOn), nowrap: true },
  { key: 'state', head: '状態', cell: ({ state }) => <InvoiceBadge state={state} /> },
]

const writtenOff: Column<InvoiceRow> = {
  key: 'writtenOff',
  head: '貸倒れ処理',
  cell: ({ settledYen }) => formatYen(settledYen),
  figures: true,
}

const lists = {
  unpaid: { word: '未払い', to: '?', query: '', empty: '未払いの請求書はありません' },
  all: { word: 'すべて', to: '?show=all', query: 'show=all&', empty: '請求書はまだありません' },
  written_off: {
    word: '貸倒れ処理',
    to: '?show=written_off',
    query: 'show=written_off&',
    empty: '貸倒れ処理をした請求書はありません',
  },
} as const satisfies Record<InvoiceList, object>

const perPage = 50

export default function StaffBillingPage({ loaderData }: Route.ComponentProps) {
  const { due, first, stuck, invoices, unpaid, exceptions, today, list, page } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  return (
    <div className="grid grid-cols-1 gap-5">
      <h1 className="text-h2 font-bold">請求</h1>
      <Exceptions
        caption="対応が必要な請求・入金"
        items={exceptions}
        none="対応が必要な請求・入金はありません。"
        today={today}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <StatBlock
          label="未払いの請求書"
          value={formatYen(unpaid.yen)}
          note={`${formatNumber(unpaid.count)}件`}
          to="/admin/ledger/balances"
        />
        <StatBlock
          label="未処理の締め"
          value={formatNumber(due)}
          unit="件"
          note={`${invoiceTimeWord}に自動で発行`}
          to="#due"
        />
      </div>
      {stuck.length > 0 && (
        <section aria-labelledby="stuck" className="card grid grid-cols-1 gap-2 p-4">
          <h2 id="stuck" className="text-h4 font-bold">
            締め日を過ぎても金額が確定していない注文
          </h2>
          <ul className="grid gap-1">
            {stuck.map(({ id, number, restaurant, deliveryOn, claims }) => (
              <li key={id}>
                <Link to={`/admin/orders/${id}`} className="link tabular-nums">
                  {number}
                </Link>{' '}
                {restaurant}・納品日 {formatDayWithYear(deliveryOn)}
                {claims > 0 && `・未解決の報告${claims}件`}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="due" className="card grid grid-cols-1 gap-3 p-4">
        <h2 id="due" className="text-h4 font-bold">
          未処理の締め
        </h2>
        {due === 0 ? (
          <p>未処理の締めはありません。{invoiceTimeWord}に、自動で請求書を発行します。</p>
        ) : (
          <>
            <p>{formatNumber(due)}件の飲食店が締め日を迎えています。</p>
            <May to="billing.close" told>
              <Form method="post" className="grid grid-cols-1 gap-3">
                <Confirm
                  kind="line"
                  className="justify-self-start"
                  question="請求書を発行しますか"
                  consequence={`${formatNumber(due)}件の飲食店の期間を締め、請求書を発行して通知します。発行した請求書は変更できません。`}
                  confirm="発行する"
                  busy={busy}
                >
                  すべて締める（{formatNumber(due)}件）
                </Confirm>
              </Form>
              <ul className="grid gap-2">
                {first.map(({ id, name }) => (
                  <li key={id} className="flex flex-wrap items-center gap-3">
                    <span className="min-w-0 grow wrap-anywhere">{name}</span>
                    <Form method="post">
                      <input type="hidden" name="restaurantId" value={id} />
                      <Confirm
                        kind="line"
                        question="請求書を発行しますか"
                        consequence={`${name}の期間を締め、請求書を1件発行して通知します。発行した請求書は変更できません。`}
                        confirm="発行する"
                        busy={busy}
                      >
                        締める<span className="visually-hidden">（{name}）</span>
                      </Confirm>
                    </Form>
                  </li>
                ))}
              </ul>
            </May>
          </>
        )}
      </section>
      <section aria-labelledby="invoices" className="grid grid-cols-1 gap-3">
        <h2 id="invoices" className="text-h4 font-bold">
          請求書
        </h2>
        <nav aria-label="請求書の絞り込み" className="flex flex-wrap gap-2">
          {invoiceLists.map((key) => (
            <Link
              key={key}
              to={lists[key].to}
              className="chip [--target:2.75rem]"
              aria-current={key === list ? 'page' : undefined}
            >
              {lists[key].word}
            </Link>
          ))}
        </nav>
        {invoices.length > 0 ? (
          <DataTable
            caption="請求書の一覧"
            columns={list === 'written_off' ? [...columns, writtenOff] : columns}
            rows={invoices}
            rowId={({ id }) => id}
            rowName={({ number }) => number}
          />
        ) : (
          <EmptyState>{lists[list].empty}</EmptyState>
        )}
        {(page > 1 || invoices.length === perPage) && (
          <nav aria-label="ページ" className="flex gap-4">
            {page > 1 && <Link to={`?${lists[list].query}page=${page - 1}`}>前の{perPage}件</Link>}
            {invoices.length === perPage && <Link to={`?${lists[list].query}page=${page + 1}`}>次の{perPage}件</Link>}
          </nav>
        )}
      </section>
    </div>
  )
}
