import { Form } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { formatDay, formatDayWithYear, formatMonth, formatYen } from '#kernel/format.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { sumYen } from '#kernel/yen.ts'
import { currentPeriod, type PeriodSoFar } from '#modules/billing/current-period.server.ts'
import { ownInvoices, ownUnpaid } from '#modules/billing/invoice-queries.server.ts'
import { InvoiceBadge } from '#modules/billing/ui/invoice-badge.tsx'
import { ownCredit } from '#modules/credit/credit-standing.server.ts'
import { askForLimit, ownLimitRequest } from '#modules/credit/limit-requests.server.ts'
import { type OpenInvoice, ownReminders } from '#modules/credit/own-reminders.server.ts'
import { CreditLine } from '#modules/credit/ui/credit-line.tsx'
import { LimitRequest } from '#modules/credit/ui/limit-request.tsx'
import { ReminderLines } from '#modules/credit/ui/reminder-lines.tsx'
import { ownPayments } from '#modules/payments/own-payments.server.ts'
import { categoryWord } from '#modules/products/catalog/catalog-labels.ts'
import { dayCursorText, parseDayCursor } from '#modules/traceability/lot-filter.ts'
import { Bars } from '#ui/bars.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { StatBlock } from '#ui/stat-block.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { monthIn, recentMonths } from '#web/order-filters.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { HistoryTabs } from '../history/history-tabs.tsx'
import type { Route } from './+types/invoices.ts'
import { ClosingsChart, InvoiceList } from './invoice-list.tsx'
import { PayToLines } from './pay-to-lines.tsx'
import { PaymentList } from './payment-list.tsx'

export const meta = () => ownMeta('請求・支払い')
export const handle = { shell: { top: 'own' }, live: 'orders' }

const paymentsAtOnce = 6

export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const search = new URL(request.url).searchParams
  const month = monthIn(search.get('month'))
  const paid = await ownPayments(ctx, {
    after: parseDayCursor<'payment'>(search.get('paidBefore')),
    limit: paymentsAtOnce,
  })
  const { restaurantId } = requireBuyer(ctx.actor)
  return {
    month,
    months: recentMonths(jstDateOf(ctx.now)),
    period: await currentPeriod(ctx, context.get(requestFacts).operator.buyerTerms),
    invoices: await ownInvoices(ctx, month),
    payments: paid.payments,
    earlierPayments: paid.next && dayCursorText(paid.next),
    due: await ownUnpaid(ctx),
    reminders: await ownReminders(ctx),
    credit: await ownCredit(ctx),
    request: await ownLimitRequest(ctx),
    mayAsk: can(ctx.actor, 'credit.ask', { farmId: null, restaurantId }),
    formKey: crypto.randomUUID(),
    today: jstDateOf(ctx.now),
  }
})

export const action = pageAction(
  onlyJob(
    job(askForLimit, {
      done: (_done, _given, _ctx, _args: Route.ActionArgs) =>
        redirectWithFlash('/restaurant/invoices#credit', '限度額の引き上げを依頼しました。回答はメールで届きます。'),
      at: ({ refusal }) => (refusal === 'bad_credit_limit' || refusal === 'not_higher' ? 'limitYen' : undefined),
    }),
  ),
)

export default function InvoicesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { month, months, period, invoices, due, credit, payments, earlierPayments } = loaderData
  return (
    <div className="mx-auto grid w-full max-w-[80rem] grid-cols-1 gap-6 px-3.5 pt-4 pb-8 lg:px-8 lg:pt-8 print:block">
      <h1>
        <Head as="span" className="text-h2 lg:text-h1">
          請求・支払い
        </Head>
      </h1>
      <HistoryTabs />
      {(due.invoices.length > 0 || credit.onAccount) && (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <ToPay {...due} reminders={loaderData.reminders} today={loaderData.today} />
          <section aria-labelledby="credit" className="card grid grid-cols-1 gap-3 p-4">
            <h2 id="credit" className="text-h4 font-bold">
              掛け払いの利用状況
            </h2>
            <CreditLine credit={credit} />
            {credit.onAccount && (
              <LimitRequest
                request={loaderData.request}
                toAsk={loaderData.mayAsk ? loaderData.formKey : null}
                problem={actionData?.problem}
              />
            )}
          </section>
        </div>
      )}
      {period.settling && <Settling period={period.settling} />}
      <Current period={period} />
      {!month && invoices.length > 1 && <ClosingsChart invoices={invoices} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] print:block">
        <section aria-labelledby="invoices" className="grid grid-cols-1 gap-3 print:block">
          <h2 id="invoices" className="text-h3 font-bold">
            請求書
          </h2>
          <p className="flex flex-wrap gap-x-5">
            <Link to="/restaurant/documents" className="prose-link inline-flex min-h-11 items-center">
              領収書などの発行書類を検索
            </Link>
            <Link to="/restaurant/bookkeeping" className="prose-link inline-flex min-h-11 items-center">
              会計ソフトに取り込む
            </Link>
          </p>
          <Form className="flex flex-wrap items-end gap-3 print:hidden">
            <SelectField label="締め日の月" name="month" defaultValue={month ?? ''} className="w-44 max-w-full">
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
            <InvoiceList invoices={invoices} />
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
        <PaymentList payments={payments} next={earlierPayments} />
      </div>
    </div>
  )
}

type ToPayProps = Route.ComponentProps['loaderData']['due'] & { reminders: readonly OpenInvoice[]; today: JstDate }

/** What is to be paid next, and to which account; what was written about it, and what follows. */
function ToPay({ invoices, payTo, lateRateTenths, reminders, today }: ToPayProps) {
  const [next] = invoices
  return (
    <section aria-labelledby="to-pay" className="card grid grid-cols-1 gap-3 p-4">
      <h2 id="to-pay" className="text-h4 font-bold">
        未払いの請求書
      </h2>
      {next ? (
        <>
          <p className="figure-fits flex flex-wrap items-baseline gap-x-3">
            <span className="num">{formatYen(sumYen(invoices.map(({ unpaidYen }) => unpaidYen)))}</span>
            <span className="text-sub text-ink-2">{invoices.length}件（税込）</span>
          </p>
          <ul className="grid grid-cols-1 divide-y divide-line border-y border-line">
            {invoices.map(({ id, number, dueOn, unpaidYen, state }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <Link to={`/restaurant/invoices/${id}`} className="prose-link inline-flex min-h-11 items-center">
                  {number}
                </Link>
                <InvoiceBadge state={state} />
                <span className="ms-auto font-bold tabular-nums">{formatYen(unpaidYen)}</span>
                <span className="w-full text-sub text-ink-2">支払期日 {formatDayWithYear(dueOn)}</span>
                {reminders
                  .filter((reminder) => reminder.id === id)
                  .map((reminder) => (
                    <ReminderLines key={id} reminder={reminder} today={today} />
                  ))}
              </li>
            ))}
          </ul>
          {payTo && (
            <div>
              <p className="text-sub text-ink-2">お振込先</p>
              <PayToLines payTo={payTo} />
            </div>
          )}
          {lateRateTenths > 0 && (
            <p className="text-sub text-ink-2">
              お支払いが支払期日を過ぎた場合は、期日の翌日からお支払いの日まで年{lateRateTenths / 10}
              ％の遅延損害金（不課税）を、次の請求書に加算します。
            </p>
          )}
        </>
      ) : (
        <p>未払いの請求書はありません。</p>
      )}
    </section>
  )
}

/** Between the closing day and the invoice: claims are still settled, and late inspections counted. */
const Settling = ({ period: { fromOn, toOn, settlesOn, finalYen, openYen, openOrders } }: { period: PeriodSoFar }) => (
  <Notice tone="ai">
    <p>
      前回の締め（{formatDay(fromOn)}〜{formatDay(toOn)}）は<b>{formatYen(sumYen([finalYen, openYen]))}</b>
      （税込）です。{formatDay(settlesOn)}に請求書を発行します。
    </p>
    {openOrders > 0 && (
      <p>
        検収前の注文が{openOrders}件（{formatYen(openYen)}）あります。
      </p>
    )}
  </Notice>
)

function Current({ period }: { period: Route.ComponentProps['loaderData']['period'] }) {
  const { fromOn, toOn, dueOn, finalYen, openYen, openOrders, byFarm, byCategory } = period
  return (
    <section aria-labelledby="current" className="grid grid-cols-1 gap-3">
      <h2 id="current" className="text-h3 font-bold">
        今回の締め<span className="inline-block">（{formatDay(fromOn)}〜</span>
        <span className="inline-block">{formatDay(toOn)}）</span>
      </h2>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <StatBlock
          label="今回の合計（見込み、税込）"
          value={formatYen(finalYen + openYen)}
          note={`支払期日は${formatDayWithYear(dueOn)}です`}
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
