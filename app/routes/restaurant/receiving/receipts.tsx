import { FileDown, Printer } from 'lucide-react'
import { Form, type MetaFunction } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { formatMoment, formatMonth, formatNumber } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { claimStateWord } from '#modules/ordering/claim-process.ts'
import { isTooWarm, tenthsText, type warmestTenths } from '#modules/ordering/fulfilment/receipt.ts'
import { type ReceiptRow, receiptsOfMonth } from '#modules/ordering/fulfilment/receipts.server.ts'
import { verdictWord } from '#modules/ordering/order-labels.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { SelectField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { monthIn, recentMonths } from '#web/order-filters.ts'
import { page } from '#web/page.server.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/receipts.ts'

export const meta: MetaFunction = () => [{ title: '受け取りの記録｜畝と皿' }]
export const handle = { shell: { top: 'own' } }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  const today = jstDateOf(ctx.now)
  const month = monthIn(new URL(request.url).searchParams.get('month')) ?? today.slice(0, 7)
  return { month, months: recentMonths(today), rows: await receiptsOfMonth(ctx, month), printedOn: today }
})

/** The receiving record of a month (HACCP の受入れの記録): on the screen a list, in print one table on A4, and as PDF. */
export default function ReceiptsPage({ loaderData: { month, months, rows, printedOn } }: Route.ComponentProps) {
  return (
    <>
      <PageBar back="/restaurant/order/History" backLabel="伝票の一覧へ戻る">
        <h1 className="text-h4 font-bold lg:text-h2">受け取りの記録</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-4 px-3.5 pt-4 pb-8 lg:px-8 print:max-w-none print:p-0">
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
          <section aria-label={`${formatMonth(month)}の記録`} className="grid grid-cols-1 gap-3">
            <div className="hidden print:block">
              <p className="text-h3 font-bold">
                <Explained>{`食材の受入れ記録（HACCP）${formatMonth(month)}`}</Explained>
              </p>
              <p className="text-caption">
                {rows[0]?.kitchen}・{formatNumber(rows.length)}件・印刷 {printedOn}　確認者＿＿＿＿＿＿＿＿
              </p>
            </div>
            <p className="text-sub text-ink-2 print:hidden">
              {formatNumber(rows.length)}件。冷蔵は10℃、冷凍は−15℃を超えるとマークが付きます。
            </p>
            <Rows rows={rows} />
          </section>
        )}
      </div>
    </>
  )
}

const Rows = ({ rows }: { rows: readonly ReceiptRow[] }) => (
  <ul className="grid grid-cols-1 gap-2 print:block print:text-[9pt]">
    {rows.map((row) => (
      <li
        key={row.orderId}
        className="card grid grid-cols-1 gap-1 p-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:gap-x-4 print:break-inside-avoid print:grid-cols-[7rem_minmax(0,1fr)_auto] print:rounded-none print:border-x-0 print:border-t-0 print:p-1 print:shadow-none"
      >
        <p className="tabular-nums">{formatMoment(row.receivedAt)}</p>
        <div className="min-w-0">
          <p>
            <Link to={`/restaurant/orders/${row.orderId}`} className="prose-link font-bold">
              {row.farm}
            </Link>
            <span className="text-sub text-ink-2">
              　{formatNumber(row.lineCount)}点・{row.kitchen}・{row.orderNumber}
            </span>
          </p>
          {row.wrong.length === 0 ? (
            <p className="text-sub">すべて〇</p>
          ) : (
            <ul className="text-sub">
              {row.wrong.map((it) => (
                <li key={it.line} className="text-akane">
                  {it.line}：{it.note ?? verdictWord[it.verdict]}
                  {it.claim && <span className="text-ink-2">（報告：{claimStateWord[it.claim]}）</span>}
                </li>
              ))}
            </ul>
          )}
        </div>
        <p className="text-sub sm:text-end">
          {row.receivedBy}
          <Degrees word="冷蔵" kind="chilled" tenths={row.chilledTenths} />
          <Degrees word="冷凍" kind="frozen" tenths={row.frozenTenths} />
        </p>
      </li>
    ))}
  </ul>
)

type DegreesProps = { word: string; kind: keyof typeof warmestTenths; tenths: number | null }

function Degrees({ word, kind, tenths }: DegreesProps) {
  if (tenths === null) return null
  const warm = isTooWarm(kind, tenths)
  return (
    <span className={`block tabular-nums ${warm ? 'font-bold text-akane' : ''}`}>
      {word} {tenthsText(tenths)}
      {warm && '（高い）'}
    </span>
  )
}
