import { Download, Search } from 'lucide-react'
import { Form, useLocation, useSubmit } from 'react-router'
import { formatMonth, formatYen } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { MonthTotal } from '#modules/ordering/past/find-orders.server.ts'
import { stateGroups } from '#modules/ordering/past/past-filter.ts'
import { HistoryTable } from '#modules/ordering/ui/history-table.tsx'
import { LastYear } from '#modules/ordering/ui/last-year.tsx'
import { OrderHistoryCard } from '#modules/ordering/ui/order-history-card.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { DateRangeField } from '#ui/fields/date-range-field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { addressWith } from '#web/order-filters.ts'
import type { Route } from './+types/history.ts'
import { HistoryTabs } from './history-tabs.tsx'

type Loaded = Pick<Route.ComponentProps, 'loaderData'>

export default function HistoryScreen({ loaderData }: Loaded) {
  const { orders, months, next, narrowed } = loaderData
  const byMonth = [...Map.groupBy(orders, (order) => jstDateOf(order.placedAt).slice(0, 7))]
  return (
    <div className="mx-auto grid w-full max-w-[80rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-8 lg:px-8 lg:pt-8">
      <h1>
        <Head as="span" className="text-h2 lg:text-h1">
          伝票
        </Head>
      </h1>
      <HistoryTabs />
      {loaderData.toReview > 0 && (
        <p>
          <Link to="/restaurant/reviews" className="prose-link inline-flex min-h-11 items-center">
            評価を投稿できる注文が{loaderData.toReview}件あります
          </Link>
        </p>
      )}
      <Filters loaderData={loaderData} />
      {loaderData.yearAgo && <LastYear ago={loaderData.yearAgo} />}
      {orders.length > 0 && <Around />}
      <MonthJumper months={loaderData.options.months} here={byMonth.map(([month]) => month)} />
      {byMonth.map(([month, ofMonth]) => (
        <section key={month} aria-labelledby={`month-${month}`} className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b-2 border-pine pb-1">
            <h2 id={`month-${month}`} className="scroll-mt-32 text-h3 font-bold">
              {formatMonth(month)}
            </h2>
            <Total total={months.find((it) => it.month === month)} narrowed={narrowed} />
          </div>
          <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 lg:hidden">
            {ofMonth.map((order) => (
              <OrderHistoryCard key={order.id} order={order} />
            ))}
          </ul>
          <div className="max-lg:hidden">
            <HistoryTable caption={`${formatMonth(month)}の注文`} orders={ofMonth} />
          </div>
        </section>
      ))}
      {orders.length === 0 && <Nothing narrowed={narrowed} />}
      {next && <More cursor={next} />}
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

/** Beside the list: its download. */
function Around() {
  const { search } = useLocation()
  return (
    <p>
      <a href={`/restaurant/order/History.csv${search}`} className="btn" data-kind="line" download>
        <Download aria-hidden="true" size={20} />
        CSVに書き出す
      </a>
    </p>
  )
}

type Jumper = { months: readonly string[]; here: readonly string[] }

/** On a phone: from month to month. Months on this page are scrolled to, the others are links. */
function MonthJumper({ months, here }: Jumper) {
  const search = new URLSearchParams(useLocation().search)
  const month = search.get('month')
  search.delete('after')
  if (months.length < 2) return null
  return (
    <nav
      aria-label="月を選択"
      className="sticky top-14 z-10 -mx-3.5 flex gap-2 overflow-x-auto bg-bg px-3.5 py-2 lg:hidden print:hidden"
    >
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

function Filters({ loaderData: { options, filter } }: Loaded) {
  const submit = useSubmit()
  const { words, month, farmId, from, to, leastYen, mostYen, state } = filter
  return (
    <Form
      key={JSON.stringify(filter)}
      role="search"
      aria-label="伝票を検索"
      className="card grid grid-cols-1 gap-3 p-4"
      onChange={(event) => event.target instanceof HTMLSelectElement && submit(event.currentTarget)}
    >
      <div className="flex items-end gap-3">
        <TextField
          label="検索"
          help="商品・農園・産地・注文番号で検索できます（ひらがな・漢字とも可）"
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          defaultValue={words}
          className="min-w-0 grow"
        />
        <Button size="lg" kind="pine" className="shrink-0 px-4 whitespace-nowrap">
          <Search aria-hidden="true" />
          検索
        </Button>
      </div>
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[10rem_minmax(0,16rem)_13rem] sm:justify-start">
        <SelectField label="月" name="month" defaultValue={month ?? ''}>
          <option value="">すべて</option>
          {options.months.map((month) => (
            <option key={month} value={month}>
              {formatMonth(month)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="農園"
          name="farm"
          defaultValue={farmId ?? ''}
          className="max-sm:order-last max-sm:col-span-2"
        >
          <option value="">すべて</option>
          {options.farms.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="状態" name="state" defaultValue={state}>
          <option value="">すべて</option>
          {Object.entries(stateGroups).map(([group, { word }]) => (
            <option key={group} value={group}>
              {word}
            </option>
          ))}
        </SelectField>
      </div>
      <Disclosure
        summary="日付と金額で絞り込む"
        open={Boolean(from || to || leastYen !== undefined || mostYen !== undefined)}
      >
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <DateRangeField
            label="注文日"
            className="sm:col-span-2"
            from={{ label: '注文日（開始）', name: 'from', defaultValue: from }}
            to={{ label: '注文日（終了）', name: 'to', defaultValue: to }}
          />
          <TextField
            label="合計（税込）の下限"
            name="least"
            inputMode="numeric"
            suffix="円"
            autoComplete="off"
            defaultValue={leastYen}
          />
          <TextField
            label="合計（税込）の上限"
            name="most"
            inputMode="numeric"
            suffix="円"
            autoComplete="off"
            defaultValue={mostYen}
          />
        </div>
        <Button kind="line" className="mt-3">
          この条件で検索
        </Button>
      </Disclosure>
    </Form>
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
