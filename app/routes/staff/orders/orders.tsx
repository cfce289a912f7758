import { Download } from 'lucide-react'
import { Form, type MetaFunction, useSearchParams } from 'react-router'
import { orderStates } from '#kernel/enums.ts'
import { formatMonth, formatNumber } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { stateWord } from '#modules/ordering/order-labels.ts'
import { orderProcess } from '#modules/ordering/process/transitions.ts'
import { orderExceptions } from '#modules/ordering/staff-exceptions.server.ts'
import { isStaffSort, mostCounted, type StaffOrderSort, staffOrders } from '#modules/ordering/staff-orders.server.ts'
import { ExceptionList } from '#modules/ordering/ui/exception-list.tsx'
import { StaffOrderTable } from '#modules/ordering/ui/staff-order-table.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { SelectField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { addressWith, recentMonths } from '#web/order-filters.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import { StaffSearch } from '../staff-search.tsx'
import type { Route } from './+types/orders.ts'
import { staffOrderFilter } from './staff-order-filter.ts'

export const meta: MetaFunction = () => ownMeta('注文の一覧（管理）')

const perPage = 50

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const asked = new URL(request.url).searchParams
  const { q, state, month } = staffOrderFilter(asked)
  const at = pageIn(asked.get('page'))
  const filter = { q, month, states: state && [state] }
  const { orders, total, capped } = await staffOrders(ctx, filter, { sort: sortOf(asked), page: at, perPage })
  const plain = !q && !state && !month && at === 1
  return {
    exceptions: plain ? await orderExceptions(ctx) : null,
    orders,
    total,
    capped,
    page: at,
    pages: capped ? pagesFrom(at, orders.length) : Math.ceil(total / perPage),
    q,
    state: state ?? '',
    month: month ?? '',
    months: recentMonths(jstDateOf(ctx.now)),
  }
})

/** Of more orders than were counted: as many pages as were counted, and beyond these one more after each full one. */
const pagesFrom = (page: number, shown: number): number =>
  Math.max(mostCounted / perPage, shown === 0 ? 0 : shown === perPage ? page + 1 : page)

/** No value is missing here, so `last` is `asc`. Newest first by default. */
function sortOf(asked: URLSearchParams): StaffOrderSort {
  const by = asked.get('sort') ?? ''
  return isStaffSort(by) ? { by, descending: asked.get('dir') === 'desc' } : { by: 'placed', descending: true }
}

/** From 1; an invalid number is the first page. */
const pageIn = (text: string | null): number => (text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1)

/** The states that an order can be in today. */
const reachable = orderStates.filter((state) => Object.values(orderProcess).some(({ to }) => to === state))

export default function StaffOrdersPage({ loaderData }: Route.ComponentProps) {
  const { orders, total, capped, q, state, month, months, pages } = loaderData
  const [search] = useSearchParams()
  const filter = new URLSearchParams({ ...(q && { q }), state, month }).toString()
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h2">
          <Head as="span">注文</Head>
        </h1>
        <ButtonLink kind="line" to={`/admin/orders.csv?${filter}`} reloadDocument download>
          <Download aria-hidden="true" />
          <Explained inControl>CSV</Explained>
        </ButtonLink>
      </div>
      <StaffSearch
        noun="注文"
        by="番号・飲食店・農園・商品・納品日・金額・電話番号"
        q={q}
        back={`/admin/orders?${new URLSearchParams({ state, month })}`}
      >
        <input type="hidden" name="state" value={state} />
        <input type="hidden" name="month" value={month} />
      </StaffSearch>
      {loaderData.exceptions && <ExceptionList exceptions={loaderData.exceptions} />}
      <Form key={filter} className="flex flex-wrap items-end gap-3 [--target-lg:2.75rem]">
        <input type="hidden" name="q" value={q} />
        <SelectField label="状態" name="state" defaultValue={state} className="w-48">
          <option value="">すべて</option>
          {reachable.map((each) => (
            <option key={each} value={each}>
              {stateWord[each]}
            </option>
          ))}
        </SelectField>
        <SelectField label="注文の月" name="month" defaultValue={month} className="w-48">
          <option value="">すべて</option>
          {months.map((each) => (
            <option key={each} value={each}>
              {formatMonth(each)}
            </option>
          ))}
        </SelectField>
        <Button kind="line">絞り込む</Button>
        <p className="flex min-h-11 items-center text-ink-2 tabular-nums">
          {formatNumber(total)}
          {capped ? '件以上' : '件'}
        </p>
      </Form>
      <StaffOrderTable
        orders={orders}
        total={total}
        capped={capped}
        filter={filter}
        filtered={q !== '' || state !== '' || month !== ''}
        bulk={{
          action: '/admin/orders.csv',
          reloadDocument: true,
          actions: (
            <>
              <input type="hidden" name="q" value={q} />
              <input type="hidden" name="state" value={state} />
              <input type="hidden" name="month" value={month} />
              <Button>
                <Download aria-hidden="true" />
                <Explained inControl>CSVで保存</Explained>
              </Button>
            </>
          ),
        }}
      />
      <Pagination page={loaderData.page} pages={pages} to={(each) => addressWith(search, 'page', String(each))} />
    </div>
  )
}
