import { Suspense } from 'react'
import { requireFarm } from '#access/authorize.ts'
import { can } from '#access/rules.ts'
import { holidayName } from '#kernel/holidays.ts'
import { placeOf, prefectureWord } from '#modules/fulfilment/farm-board.server.ts'
import { isPacked } from '#modules/fulfilment/farm-step.ts'
import { FieldHeader } from '#modules/fulfilment/ui/field-header.tsx'
import { OrderTask } from '#modules/fulfilment/ui/order-task.tsx'
import { OrderTitle, RestaurantNote } from '#modules/fulfilment/ui/order-title.tsx'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { lotsOf } from '#modules/provenance/lot.server.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { Notice } from '#ui/notice.tsx'
import { formOf } from '../form.ts'
import { orderIdIn } from '../order-id.ts'
import { page, pageAction } from '../page.server.ts'
import type { Route } from './+types/order.ts'
import { doTask } from './order-tasks.server.ts'
import { stayWhenOffline } from './stay-when-offline.ts'

// Below the task: in the page that the server sends, its script comes after the rest.
const OrderFacts = import.meta.env.SSR
  ? (await import('#modules/fulfilment/ui/order-facts.tsx')).default
  : lazyPart(() => import('#modules/fulfilment/ui/order-facts.tsx'))

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData ? `${loaderData.order.restaurant.name}の注文` : '注文'}｜畝と皿` },
]

export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  requireFarm(ctx.actor)
  const order = await orderDetail(ctx, orderIdIn(params))
  const asked = new URL(request.url).searchParams
  return {
    order,
    place: placeOf(order.shipTo),
    prefecture: prefectureWord(order.shipTo),
    deliveryHoliday: holidayName(order.deliveryOn),
    packed: isPacked(order.lines, order.lots),
    lots: await lotsOf(
      ctx,
      order.lines.map((line) => line.productId),
    ),
    formKey: crypto.randomUUID(),
    now: ctx.now,
    mayAccept: can(ctx.actor, 'order.accept', order),
    mayWork: can(ctx.actor, order.state === 'placed' ? 'order.decline' : 'order.prepare', order),
    partOpen: asked.has('part'),
    justSent: asked.get('sent') === 'now',
  }
})

export const action = pageAction(async (ctx, { params, request }: Route.ActionArgs) => {
  requireFarm(ctx.actor)
  return doTask({ ctx, orderId: orderIdIn(params), form: await formOf(request) })
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default function FarmOrderPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { order, place, deliveryHoliday } = loaderData
  const { facts } = matches[1].loaderData
  return (
    <>
      <FieldHeader facts={facts} back={{ to: '/farmer/orders', word: '注文' }} line={null}>
        <OrderTitle order={order} place={place} holiday={deliveryHoliday} />
      </FieldHeader>
      <div className="mx-auto grid max-w-5xl grid-cols-1 gap-6 p-4">
        {order.note && <RestaurantNote note={order.note} />}
        {loaderData.mayWork ? (
          <OrderTask {...loaderData} today={facts.today} problem={actionData?.problem} />
        ) : (
          <Notice tone="tag">この注文は見るだけです。作業の権限は、農園主に聞いてください。</Notice>
        )}
        <Suspense>
          <OrderFacts order={order} prefecture={loaderData.prefecture} />
        </Suspense>
      </div>
    </>
  )
}
