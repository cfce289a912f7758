import { Form, type MetaFunction, useLocation, useSubmit } from 'react-router'
import { formatMonth, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { OrderState } from '#kernel/words.ts'
import { historyFilters, historyOfRestaurant, type OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { OrderHistoryCard } from '#modules/ordering/ui/order-history-card.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { addressWith, afterOrder, monthIn, nextOrders } from '../order-filters.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/history.ts'

export const meta: MetaFunction = () => [{ title: '伝票｜畝と皿' }]

const stateGroups: Record<string, { word: string; states: readonly OrderState[] }> = {
  waits: { word: '承認を待つ', states: ['pending_approval'] },
  open: { word: 'これから届く', states: ['placed', 'accepted', 'proposed', 'preparing', 'partly_shipped', 'shipped'] },
  check: { word: '検収を待つ', states: ['shipped', 'delivered'] },
  done: { word: '受け取りずみ', states: ['inspected', 'finalized'] },
  off: { word: '取消・辞退・期限切れ', states: ['cancelled', 'declined', 'expired', 'sent_back'] },
}

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const params = new URL(request.url).searchParams
  const month = monthIn(params.get('month'))
  const farmId = parseId<'farm'>(params.get('farm')) ?? undefined
  const state = params.get('state') ?? ''
  const after = afterOrder(params.get('after'))
  const { orders, next } = await historyOfRestaurant(ctx, {
    month,
    farmId,
    states: Object.hasOwn(stateGroups, state) ? stateGroups[state]?.states : undefined,
    after,
  })
  return {
    orders,
    next: nextOrders(next),
    options: await historyFilters(ctx),
    filter: { month: month ?? '', farm: farmId ?? '', state },
  }
})

export default function HistoryPage({ loaderData }: Route.ComponentProps) {
  const { orders, next, filter } = loaderData
  const filtered = filter.month !== '' || filter.farm !== '' || filter.state !== ''
  const months = [...Map.groupBy(orders, (order) => jstDateOf(order.placedAt).slice(0, 7))]
  return (
    <div className="mx-auto grid w-full max-w-[80rem] gap-6 px-3.5 pt-4 pb-8 lg:px-8 lg:pt-8">
      <h1>
        <Head as="span" className="text-h2 lg:text-h1">
          伝票
        </Head>
      </h1>
      <Filters loaderData={loaderData} />
      {months.map(([month, ofMonth]) => (
        <section key={month} aria-labelledby={`month-${month}`} className="grid gap-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b-2 border-pine pb-1">
            <h2 id={`month-${month}`} className="text-h3 font-bold">
              {formatMonth(month)}
            </h2>
            {placed(ofMonth).length > 0 && (
              <p className="text-sub">
                ここにある{placed(ofMonth).length}件の合計（税込）{' '}
                <span className="num text-h4">
                  {formatYen(placed(ofMonth).reduce((sum, order) => sum + order.figures.totalIncYen, 0))}
                </span>
              </p>
            )}
          </div>
          <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
            {ofMonth.map((order) => (
              <OrderHistoryCard key={order.id} order={order} />
            ))}
          </ul>
        </section>
      ))}
      {orders.length === 0 && (
        <EmptyState
          action={
            filtered ? (
              <ButtonLink to="/restaurant/order/History" kind="line">
                条件をはずす
              </ButtonLink>
            ) : (
              <ButtonLink to="/restaurant/products?season=1">旬の食材を見る</ButtonLink>
            )
          }
        >
          {filtered ? '条件に合う注文がありません。' : '最初の注文をすると、ここに並びます。'}
        </EmptyState>
      )}
      {next && <More cursor={next} />}
    </div>
  )
}

/** What waits for approval, or came back into the cart, is no order yet. */
const placed = (orders: readonly OrderSummary[]) =>
  orders.filter(({ state }) => state !== 'pending_approval' && state !== 'draft')

function Filters({ loaderData: { options, filter } }: Pick<Route.ComponentProps, 'loaderData'>) {
  const submit = useSubmit()
  return (
    <Form
      key={JSON.stringify(filter)}
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[10rem_minmax(0,16rem)_13rem_auto] sm:justify-start"
      onChange={(event) => submit(event.currentTarget)}
    >
      <SelectField label="月" name="month" defaultValue={filter.month}>
        <option value="">すべて</option>
        {options.months.map((month) => (
          <option key={month} value={month}>
            {formatMonth(month)}
          </option>
        ))}
      </SelectField>
      <SelectField label="農園" name="farm" defaultValue={filter.farm} className="max-sm:order-last max-sm:col-span-2">
        <option value="">すべて</option>
        {options.farms.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="状態" name="state" defaultValue={filter.state}>
        <option value="">すべて</option>
        {Object.entries(stateGroups).map(([group, { word }]) => (
          <option key={group} value={group}>
            {word}
          </option>
        ))}
      </SelectField>
      <Button kind="line" size="lg" className="[@media(scripting:enabled)]:hidden">
        しぼりこむ
      </Button>
    </Form>
  )
}

function More({ cursor }: { cursor: string }) {
  const { search } = useLocation()
  return (
    <p className="text-center">
      <ButtonLink kind="line" size="lg" to={addressWith(new URLSearchParams(search), 'after', cursor)}>
        前の注文を見る
      </ButtonLink>
    </p>
  )
}
