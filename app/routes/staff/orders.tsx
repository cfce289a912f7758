import { Form, type MetaFunction, useSearchParams } from 'react-router'
import { formatMonth } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { orderStates } from '#kernel/words.ts'
import { orderProcess } from '#modules/ordering/order-process.ts'
import { historyOfAll } from '#modules/ordering/order-queries.server.ts'
import { stateWord } from '#modules/ordering/order-words.ts'
import { StaffOrderTable } from '#modules/ordering/ui/staff-order-table.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { addressWith, afterOrder, monthIn, nextOrders, recentMonths } from '../order-filters.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/orders.ts'
import { requireStaff } from './require-staff.server.ts'

export const meta: MetaFunction = () => [{ title: '注文の一覧（管理）｜畝と皿' }]

const perPage = 50

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const asked = new URL(request.url).searchParams
  const state = orderStates.find((known) => known === asked.get('state'))
  const month = monthIn(asked.get('month'))
  const after = afterOrder(asked.get('after'))
  const { orders, next } = await historyOfAll(ctx, { month, states: state && [state], after, limit: perPage })
  return {
    orders,
    state: state ?? '',
    month: month ?? '',
    months: recentMonths(jstDateOf(ctx.now)),
    isFirst: after === undefined,
    next: nextOrders(next),
  }
})

/** The states that an order can be in today. */
const reachable = orderStates.filter((state) => Object.values(orderProcess).some(({ to }) => to === state))

export default function StaffOrdersPage({ loaderData }: Route.ComponentProps) {
  const { orders, state, month, months, isFirst, next } = loaderData
  const [search] = useSearchParams()
  return (
    <div className="grid gap-4">
      <h1 className="text-h2">
        <Head as="span">注文</Head>
      </h1>
      <Form key={`${state} ${month}`} className="flex flex-wrap items-end gap-3 [--target-lg:2.75rem]">
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
        <Button kind="line">しぼりこむ</Button>
      </Form>
      <StaffOrderTable orders={orders} filtered={state !== '' || month !== ''} />
      <nav aria-label="ページ" className="flex flex-wrap gap-3">
        {!isFirst && (
          <ButtonLink kind="line" to={addressWith(search, 'after', '')}>
            先頭へもどる
          </ButtonLink>
        )}
        {next && (
          <ButtonLink kind="line" to={addressWith(search, 'after', next)}>
            次の50件
          </ButtonLink>
        )}
      </nav>
    </div>
  )
}
