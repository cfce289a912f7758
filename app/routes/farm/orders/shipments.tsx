import type { MetaFunction } from 'react-router'
import { Form, useSearchParams } from 'react-router'
import { formatMonth, formatYen } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { placeOf } from '#modules/ordering/fulfilment/farm-board.server.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { ShipmentList } from '#modules/ordering/fulfilment/ui/shipment-list.tsx'
import { historyOfFarm } from '#modules/ordering/order-history.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { addressWith, afterOrder, monthIn, nextOrders, recentMonths } from '#web/order-filters.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/shipments.ts'
import { kinds } from './shipment-kinds.ts'

export const meta: MetaFunction = () => ownMeta('出荷履歴')

const perPage = 40

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const asked = new URL(request.url).searchParams
  const kind = Object.keys(kinds).find((known) => known === asked.get('kind')) ?? 'sent'
  const month = monthIn(asked.get('month'))
  const after = afterOrder(asked.get('after'))
  const { orders, next } = await historyOfFarm(ctx, { month, states: kinds[kind]?.states, after, limit: perPage })
  return {
    kind,
    month: month ?? '',
    months: recentMonths(jstDateOf(ctx.now)),
    whole: after === undefined && next === null,
    goodsYen: orders.some((order) => !order.moneyShown)
      ? null
      : orders.reduce((sum, order) => sum + order.figures.goodsYen, 0),
    orders: orders.map((order) => ({ order, place: placeOf(order.shipTo) })),
    next: nextOrders(next),
  }
})

export default function ShipmentsPage({ loaderData, matches }: Route.ComponentProps) {
  const { kind, month, months, whole, goodsYen, orders, next } = loaderData
  const [search] = useSearchParams()
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} line="月別の出荷先">
        <h1 className="text-h2">
          <Head as="span">出荷履歴</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 lg:px-8 p-4">
        <Form
          key={`${month} ${kind}`}
          className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-end gap-x-3 gap-y-4 lg:max-w-3xl"
        >
          <SelectField label="注文の月" name="month" defaultValue={month}>
            <option value="">すべての月</option>
            {months.map((each) => (
              <option key={each} value={each}>
                {formatMonth(each)}
              </option>
            ))}
          </SelectField>
          <SelectField label="状態" name="kind" defaultValue={kind}>
            {Object.entries(kinds).map(([each, { word }]) => (
              <option key={each} value={each}>
                {word}
              </option>
            ))}
          </SelectField>
          <Button kind="line" size="lg" className="col-span-full sm:col-auto">
            見る
          </Button>
        </Form>
        {orders.length === 0 && <EmptyState>表示できる出荷はまだありません。</EmptyState>}
        {orders.length > 0 && (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-card bg-tag-tint px-4 py-3">
            <span className="font-bold">{whole ? '合計' : 'このページの合計'}</span>
            <span className="whitespace-nowrap">
              <span className="num text-h3">{orders.length}</span>件
            </span>
            {goodsYen !== null && (
              <span>
                商品 <span className="num text-h3 whitespace-normal wrap-anywhere">{formatYen(goodsYen)}</span>
                <span className="text-sub whitespace-nowrap">（税抜）</span>
              </span>
            )}
          </p>
        )}
        <ShipmentList orders={orders} />
        {next && (
          <ButtonLink kind="line" size="lg" to={addressWith(search, 'after', next)}>
            以前の40件を見る
          </ButtonLink>
        )}
      </div>
    </>
  )
}
