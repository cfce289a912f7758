import { Form } from 'react-router'
import { formatDay, formatDayWithYear, formatMonth, formatYen } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { currentPeriod } from '#modules/billing/current-period.server.ts'
import { type InvoiceRow, ownInvoices } from '#modules/billing/invoice-queries.server.ts'
import { categoryWord } from '#modules/products/catalog/catalog-labels.ts'
import { Bars } from '#ui/bars.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { StatBlock } from '#ui/stat-block.tsx'
import type { Column } from '#ui/table-column.ts'
import { monthIn, recentMonths } from '#web/order-filters.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/invoices.ts'
import { InvoiceBadge } from './invoice-badge.tsx'

export const meta = () => ownMeta('請求・支払い')
export const handle = { shell: { top: 'own' } }

export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const month = monthIn(new URL(request.url).searchParams.get('month'))
  return {
    month,
    months: recentMonths(jstDateOf(ctx.now)),
    period: await currentPeriod(ctx, context.get(requestFacts).operator.buyerTerms),
    invoices: await ownInvoices(ctx, month),
  }
})

const columns: readonly Column<InvoiceRow>[] = [
  { key: 'number', head: '請求書番号', cell: ({ number }) => number, nowrap: true },
  { key: 'period', head: '締め日', cell: ({ toOn }) => formatDayWithYear(toOn), nowrap: true },
  { key: 'total', head: '請求額（税込）', cell: ({ totalYen }) => formatYen(totalYen), figures: true },
  { key: 'unpaid', head: '未払い額', cell: ({ unpaidYen }) => formatYen(Math.max(0, unpaidYen)), figures: true },
  { key: 'due', head: '支払期限', cell: ({ dueOn }) => formatDayWithYear(dueOn), nowrap: true },
  { key: 'state', head: '状態', cell: ({ state }) => <InvoiceBadge state={state} /> },
]

export default function InvoicesPage({ loaderData: { month, months, period, invoices } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid w-full max-w-[80rem] grid-cols-1 gap-6 px-3.5 pt-4 pb-8 lg:px-8 lg:pt-8">
      <h1>
        <Head as="span" className="text-h2 lg:text-h1">
          請求・支払い
        </Head>
      </h1>
      <Current period={period} />
      <section aria-labelledby="invoices" className="grid grid-cols-1 gap-3">
        <h2 id="invoices" className="text-h3 font-bold">
          請求書
        </h2>
        <Form className="flex flex-wrap items-end gap-3">
          <SelectField label="締め日の月" name="month" defaultValue={month ?? ''} className="w-44">
            <option value="">すべて</option>
            {months.map((each) => (
              <option key={each} value={each}>
                {formatMonth(each)}
              </option>
            ))}
          </SelectField>
          <Button kind="line">表示</Button>
        </Form>
        {invoices.length > 0 ? (
          <DataTable
            caption="請求書の一覧"
            columns={columns}
            rows={invoices}
            rowId={({ id }) => id}
            rowName={({ number }) => number}
            rowLink={({ id }) => `/restaurant/invoices/${id}`}
          />
        ) : (
          <EmptyState
            action={
              month && (
                <ButtonLink to="/restaurant/invoices" kind="line">
                  すべての月を表示
                </ButtonLink>
              )
            }
          >
            {month
              ? `${formatMonth(month)}締めの請求書はありません。`
              : `請求書はまだありません。次の締め日は${formatDay(period.toOn)}です。`}
          </EmptyState>
        )}
      </section>
    </div>
  )
}

function Current({ period }: { period: Route.ComponentProps['loaderData']['period'] }) {
  const { fromOn, toOn, dueOn, finalYen, openYen, openOrders, byFarm, byCategory } = period
  return (
    <section aria-labelledby="current" className="grid grid-cols-1 gap-3">
      <h2 id="current" className="text-h3 font-bold">
        今回の締め（{formatDay(fromOn)}〜{formatDay(toOn)}）
      </h2>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <StatBlock
          label="今回の合計（見込み、税込）"
          value={formatYen(finalYen + openYen)}
          note={`支払期限は${formatDayWithYear(dueOn)}です`}
        />
        <StatBlock label="金額確定済み（税込）" value={formatYen(finalYen)} />
        <StatBlock
          label="未確定の注文（見込み、税込）"
          value={formatYen(openYen)}
          note={openOrders > 0 ? `${openOrders}件。検収の後に確定します` : '未確定の注文はありません'}
        />
      </div>
      {byFarm.length > 0 && (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <div className="card p-4">
            <Bars
              title="農園別の商品代（税抜）"
              axis="農園"
              format={formatYen}
              points={byFarm.slice(0, 10).map(({ name, yen }) => ({ label: name, value: yen }))}
            />
          </div>
          <div className="card p-4">
            <Bars
              title="分類別の商品代（税抜）"
              axis="分類"
              format={formatYen}
              points={byCategory.map(({ category, yen }) => ({ label: categoryWord[category], value: yen }))}
            />
          </div>
        </div>
      )}
    </section>
  )
}
