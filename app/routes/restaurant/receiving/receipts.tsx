import { FileDown, Printer } from 'lucide-react'
import { Form, type MetaFunction } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { formatMoment, formatMonth, formatNumber } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { type ReceiptRow, receiptsOfMonth } from '#modules/ordering/fulfilment/receipts.server.ts'
import { hasArrived } from '#modules/ordering/has-arrived.ts'
import { findOrders } from '#modules/ordering/past/find-orders.server.ts'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { SelectField } from '#ui/field.tsx'
import { formOf } from '#web/form.ts'
import { monthIn, recentMonths } from '#web/order-filters.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/receipts.ts'
import { inspectMany } from './inspect-many.server.ts'
import ReceiptTable, { Receiver, Result } from './receipt-table.tsx'
import WaitingOrders from './waiting-orders.tsx'

export const meta: MetaFunction = () => ownMeta('受け取りの記録')
export const handle = { shell: { top: 'own' } }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { name: receiver } = requireBuyer(ctx.actor)
  const today = jstDateOf(ctx.now)
  const month = monthIn(new URL(request.url).searchParams.get('month')) ?? today.slice(0, 7)
  const { orders } = await findOrders(ctx, { states: ['shipped', 'delivered'] }, { limit: 100 })
  return {
    month,
    months: recentMonths(today),
    rows: await receiptsOfMonth(ctx, month),
    waiting: orders.filter((order) => hasArrived(order, today)),
    receiver,
    formKey: crypto.randomUUID(),
    printedOn: today,
  }
})

export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  const { name } = requireBuyer(ctx.actor)
  return inspectMany(ctx, await formOf(request), name)
})

/**
 * The receiving record of a month (HACCP の受入れの記録): on the screen with what waits for its inspection, in print
 * one table on A4, and as PDF.
 */
export default function ReceiptsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { month, months, rows, waiting, printedOn } = loaderData
  return (
    <>
      <PageBar back="/restaurant/order/History" backLabel="伝票の一覧へ戻る">
        <h1 className="text-h4 font-bold lg:text-h2">受け取りの記録</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-4 px-3.5 pt-4 pb-8 lg:px-8 print:max-w-none print:p-0">
        {actionData && <ProblemNotice problem={actionData.problem} />}
        {waiting.length > 0 && (
          // what was inspected is no longer selected
          <WaitingOrders key={waiting.map(({ id }) => id).join()} orders={waiting} {...loaderData} />
        )}
        <Form key={month} className="flex flex-wrap items-end gap-3 print:hidden">
          <SelectField label="月" name="month" defaultValue={month} className="w-44">
            {months.map((each) => (
              <option key={each} value={each}>
                {formatMonth(each)}
              </option>
            ))}
          </SelectField>
          <Button kind="line">この月を表示</Button>
          <ButtonLink to="/restaurant/lots" kind="text">
            届いた商品のロット
          </ButtonLink>
          {rows.length > 0 && (
            <>
              <a href={`/restaurant/receiving.pdf?month=${month}`} className="btn" data-kind="line" download>
                <FileDown aria-hidden="true" />
                PDFで保存
              </a>
              <Button
                type="button"
                kind="text"
                onClick={() => window.print()}
                className="[@media(scripting:none)]:hidden"
              >
                <Printer aria-hidden="true" />
                印刷
              </Button>
            </>
          )}
        </Form>
        {rows.length === 0 ? (
          <EmptyState
            action={
              <ButtonLink to="/restaurant/order/History?state=check" kind="line">
                検収待ちの伝票を見る
              </ButtonLink>
            }
          >
            {formatMonth(month)}の記録はまだありません。検収を完了すると、担当者・日時・温度が記録されます。
          </EmptyState>
        ) : (
          <>
            <div className="hidden print:block">
              <p className="text-h3 font-bold">
                <Explained>{`食材の受入れ記録（HACCP）${formatMonth(month)}`}</Explained>
              </p>
              <p className="text-caption">
                {rows[0]?.kitchen}・{formatNumber(rows.length)}件・印刷 {printedOn}　確認者＿＿＿＿＿＿＿＿
              </p>
              <Rows rows={rows} />
            </div>
            <div className="grid grid-cols-1 gap-3 print:hidden">
              <p className="text-sub text-ink-2">
                {formatNumber(rows.length)}件。冷蔵は10℃、冷凍は−15℃を超えるとマークが付きます。
              </p>
              <ReceiptTable month={month} rows={rows} />
            </div>
          </>
        )}
      </div>
    </>
  )
}

/** On paper. */
const Rows = ({ rows }: { rows: readonly ReceiptRow[] }) => (
  <ul className="text-[9pt]">
    {rows.map((row) => (
      <li
        key={row.orderId}
        className="grid break-inside-avoid grid-cols-[7rem_minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line p-1"
      >
        <p className="tabular-nums">{formatMoment(row.receivedAt)}</p>
        <div className="min-w-0">
          <p>
            <b>{row.farm}</b>
            <span className="text-sub text-ink-2">
              {'　'}
              {formatNumber(row.lineCount)}点・{row.kitchen}・{row.orderNumber}
            </span>
          </p>
          <Result wrong={row.wrong} />
        </div>
        <p className="text-end text-sub">
          <Receiver {...row} />
        </p>
      </li>
    ))}
  </ul>
)
