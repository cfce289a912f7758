import { Download as DownloadIcon } from 'lucide-react'
import { useLocation } from 'react-router'
import { formatMonth, formatYen } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { hasArrived } from '#modules/ordering/has-arrived.ts'
import type { MonthTotal } from '#modules/ordering/past/find-orders.server.ts'
import { HistoryTable } from '#modules/ordering/ui/history-table.tsx'
import { LastYear } from '#modules/ordering/ui/last-year.tsx'
import { OrderHistoryCard } from '#modules/ordering/ui/order-history-card.tsx'
import { useCameWithDocument } from '#ui/browser-state.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { addressWith } from '#web/order-filters.ts'
import type { Route } from './+types/history.ts'
import { HistoryFilters, Segments } from './history-filters.tsx'
import { HistoryTabs } from './history-tabs.tsx'

type Loaded = Pick<Route.ComponentProps, 'loaderData'>

export default function HistoryScreen({ loaderData }: Loaded) {
  const { orders, months, next, narrowed, today } = loaderData
  const isLazy = useCameWithDocument()
  const byMonth = [...Map.groupBy(orders, (order) => jstDateOf(order.placedAt).slice(0, 7))]
  return (
    <div className="mx-auto grid w-full max-w-[80rem] grid-cols-1 gap-3 px-3.5 pt-2 pb-8 lg:gap-5 lg:px-8 lg:pt-8">
      <h1 className="max-lg:sr-only">
        <Head as="span" className="text-h2 lg:text-h1">
          伝票
        </Head>
      </h1>
      <p className="hidden text-h3 font-bold print:block">伝票</p>
      <div className="print:hidden">
        <HistoryTabs />
      </div>
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <Segments state={loaderData.filter.state} />
        <HistoryFilters options={loaderData.options} filter={loaderData.filter} />
      </div>
      {loaderData.filter.state === 'check' && orders.filter((order) => hasArrived(order, today)).length > 1 && (
        <p>
          <ButtonLink to="/restaurant/arrivals" kind="line">
            まとめて検収
          </ButtonLink>
        </p>
      )}
      {byMonth.map(([month, ofMonth]) => (
        <section key={month} aria-labelledby={`month-${month}`} className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b-2 border-pine pb-1">
            <h2 id={`month-${month}`} className="scroll-mt-32 text-h4 font-bold lg:text-h3">
              {formatMonth(month)}
            </h2>
            <Total total={months.find((it) => it.month === month)} narrowed={narrowed} />
          </div>
          <ul
            className={`grid grid-cols-1 gap-3 md:grid-cols-2 lg:hidden ${isLazy ? '[&>li:nth-child(n+4)]:lazy-h-75' : ''}`}
          >
            {ofMonth.map((order) => (
              <OrderHistoryCard key={order.id} order={order} today={today} />
            ))}
          </ul>
          <div className="max-lg:hidden">
            <HistoryTable caption={`${formatMonth(month)}の注文`} orders={ofMonth} today={today} />
          </div>
        </section>
      ))}
      {orders.length === 0 && <Nothing narrowed={narrowed} />}
      {next && <More cursor={next} />}
      <MonthJumper months={loaderData.options.months} here={byMonth.map(([month]) => month)} />
      {loaderData.yearAgo && <LastYear ago={loaderData.yearAgo} />}
      {loaderData.toReview > 0 && (
        <p>
          <Link to="/restaurant/reviews" className="prose-link inline-flex min-h-11 items-center">
            評価を投稿できる注文が{loaderData.toReview}件あります
          </Link>
        </p>
      )}
      {orders.length > 0 && <Download />}
    </div>
  )
}

/** Of the whole month, or of everything found in it, including other pages. */
function Total({ total, narrowed }: { total: MonthTotal | undefined; narrowed: boolean }) {
  if (!total || total.orders === 0) return null
  return (
    <p className="text-sub">
      {narrowed ? '検索結果' : '当月'} {total.orders}件の合計（税込）{' '}
      <span className="num text-h4">{formatYen(total.totalIncYen)}</span>
      {total.unsettled > 0 && <span className="block text-ink-2 sm:inline">　うち{total.unsettled}件は見込み</span>}
    </p>
  )
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  if (narrowed)
    return (
      <EmptyState
        action={
          <ButtonLink to="/restaurant/order/History" kind="line">
            条件を解除
          </ButtonLink>
        }
      >
        条件に合う注文がありません。検索する言葉を短くするか、期間を広げてください。
      </EmptyState>
    )
  return (
    <EmptyState
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <ButtonLink to="/restaurant/products?season=1">旬の食材を見る</ButtonLink>
          <ButtonLink to="/restaurant/order/test" kind="line">
            練習注文を試す
          </ButtonLink>
        </span>
      }
    >
      注文すると、ここに表示されます。
    </EmptyState>
  )
}

/** The list as a file. */
function Download() {
  const { search } = useLocation()
  return (
    <p>
      <a href={`/restaurant/order/History.csv${search}`} className="btn" data-kind="line" download>
        <DownloadIcon aria-hidden="true" size={20} />
        <Explained inControl>CSVに書き出す</Explained>
      </a>
    </p>
  )
}

type Jumper = { months: readonly string[]; here: readonly string[] }

/** From month to month. Months on this page are scrolled to, the others are links. */
function MonthJumper({ months, here }: Jumper) {
  const search = new URLSearchParams(useLocation().search)
  const month = search.get('month')
  search.delete('after')
  if (months.length < 2) return null
  return (
    <nav aria-label="月を選択" className="-mx-3.5 flex gap-2 overflow-x-auto px-3.5 py-2 print:hidden">
      {month && (
        <Link to={addressWith(search, 'month', '')} className="chip shrink-0">
          すべての月
        </Link>
      )}
      {months.map((each) => (
        <Link
          key={each}
          to={here.includes(each) ? `#month-${each}` : addressWith(search, 'month', each)}
          className="chip shrink-0"
          aria-current={each === month ? 'page' : undefined}
        >
          {formatMonth(each)}
        </Link>
      ))}
    </nav>
  )
}

function More({ cursor }: { cursor: string }) {
  const { search } = useLocation()
  return (
    <p className="text-center">
      <ButtonLink kind="line" size="lg" to={addressWith(new URLSearchParams(search), 'after', cursor)}>
        以前の注文を見る
      </ButtonLink>
    </p>
  )
}
