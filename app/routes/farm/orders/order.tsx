import { Suspense } from 'react'
import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import type { OrderState } from '#kernel/enums.ts'
import { holidayName } from '#kernel/holidays.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { groupOfOrder } from '#modules/group-buying/group-of-order.server.ts'
// Few orders share a box.
import OneBox from '#modules/group-buying/ui/one-box.tsx' with { load: 'later' }
import { deliverySlipsOf } from '#modules/issued-documents/delivery-slip.server.ts'
// Below the task as well.
import SlipFiles from '#modules/issued-documents/ui/slip-files.tsx' with { load: 'later' }
import { answerClaim } from '#modules/ordering/claims/answer-claim.server.ts'
import { claimsOfOrder } from '#modules/ordering/claims/claim-queries.server.ts'
import { claimTerms } from '#modules/ordering/claims/claim-terms.ts'
import { parcelArrangement } from '#modules/ordering/fulfilment/arrange-parcels.server.ts'
import { restDays } from '#modules/ordering/fulfilment/divide-order.ts'
import { placeOf, prefectureWord } from '#modules/ordering/fulfilment/farm-board.server.ts'
import { isPacked, isPartWithoutSlip } from '#modules/ordering/fulfilment/farm-step.ts'
import { handOverOf, handOverOrder } from '#modules/ordering/fulfilment/hand-over.server.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
// Below the task: in the page that the server sends, its script comes after the rest.
import OrderFacts from '#modules/ordering/fulfilment/ui/order-facts.tsx' with { load: 'later' }
import { OrderTitle } from '#modules/ordering/fulfilment/ui/order-title.tsx'
// Its script comes after the page's own; a form that is pressed before is sent as without script.
import TaskHere from '#modules/ordering/fulfilment/ui/task-here.tsx' with { load: 'later' }
// Few orders have one: its script comes where there is one.
import ClaimsTask from '#modules/ordering/fulfilment/ui/tasks/claims-task.tsx' with { load: 'later' }
// Only what leaves without a number is handed over by the farm.
import HandOverTask from '#modules/ordering/fulfilment/ui/tasks/hand-over-task.tsx' with { load: 'later' }
import { substitutesFor } from '#modules/ordering/offers.server.ts'
import { type OrderDetail, orderDetail } from '#modules/ordering/order-queries.server.ts'
import { proposableDays } from '#modules/ordering/proposable-days.ts'
import { DeliveryNotes } from '#modules/ordering/ui/delivery-notes.tsx'
import HandedOver from '#modules/ordering/ui/handed-over.tsx' with { load: 'later' }
import { ownWeighing } from '#modules/organisations/scales/scales.server.ts'
import { reviewsOfOrder } from '#modules/reviews/own-reviews.server.ts'
// Below the task as well.
import OrderReviewPart from '#modules/reviews/ui/order-review-part.tsx' with { load: 'later' }
import { lotsOf } from '#modules/traceability/lot.server.ts'
import { Notice } from '#ui/notice.tsx'
import { atClaimField, claimJobs, remedyIn } from '#web/claim-steps.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf } from '#web/form.ts'
import { afterPhotos } from '#web/form-photos.server.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { orderIdIn } from '#web/order-id.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/order.ts'
import { orderJobs } from './order-jobs.server.ts'

export const handle = { live: 'order' }
export const meta = ({ loaderData }: Route.MetaArgs) =>
  ownMeta(`${loaderData ? `${loaderData.order.restaurant.name}の注文` : '注文'}`)

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
    arrangement: order.state === 'preparing' ? await parcelArrangement(ctx, order.id) : null,
    lots: await lotsOf(
      ctx,
      order.lines.map((line) => line.productId),
    ),
    weighing: order.lines.some(({ catchWeight }) => catchWeight) ? await ownWeighing(ctx) : null,
    substitutes: Object.fromEntries(await substitutesFor(ctx, order, order.lines)),
    reviews: await reviewsOfOrder(ctx, order.id),
    slips: await deliverySlipsOf(ctx, order),
    maySlip: can(ctx.actor, 'delivery_slip.issue', order),
    box: await groupOfOrder(ctx, order),
    handedOver: withoutNumbers(order) ? await handOverOf(ctx, order) : null,
    formKey: crypto.randomUUID(),
    now: ctx.now,
    otherDays: order.state === 'placed' || order.state === 'accepted' ? proposableDays(order, ctx.now) : [],
    restDays: order.state === 'preparing' ? restDays(order, jstDateOf(ctx.now)) : [],
    claims: hasClaims(order.state) ? await claimsOfOrder(ctx, order.id) : [],
    mayAnswer: can(ctx.actor, 'claim.answer', order),
    mayAccept: can(ctx.actor, 'order.accept', order),
    mayHandOver: order.state === 'shipped' && withoutNumbers(order) && can(ctx.actor, 'order.handOver', order),
    mayWork: can(ctx.actor, order.state === 'placed' ? 'order.decline' : 'order.prepare', order),
    partOpen: asked.has('part'),
    justSent: asked.get('sent') === 'now',
  }
})

/** By the farm's own van, a pick-up, a run: no carrier says that it arrived. */
const withoutNumbers = ({ parcels }: OrderDetail) => parcels.every(({ tracked, unused }) => unused || !tracked)

const hasClaims = (state: OrderState) => state === 'inspected' || state === 'finalized' || state === 'sent_back'

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireFarm(ctx.actor)
  const back = `/farmer/orders/${orderIdIn(args.params)}`
  const tasks = { ...orderJobs, ...claimJobs(back), 'claim.answer': takeAnswer, handOver }
  return runJob(tasks, ctx, await formOf(args.request), args)
})

/** The farm's answer to a claim: one button, or a form of its own with a share, text and photos. */
const takeAnswer = afterPhotos(
  { field: 'photo', most: claimTerms.mostPhotos },
  job(answerClaim, {
    read: (form) => readForm(z.object(answerClaim.declaration.input), remedyIn(form), form),
    done: (_done, _given, _ctx, { params }: Route.ActionArgs) =>
      redirectWithFlash(`/farmer/orders/${orderIdIn(params)}`, '報告に回答しました。飲食店の画面に表示されています。'),
    at: atClaimField,
  }),
)

/** The farm delivered it itself. */
const handOver = afterPhotos(
  { field: 'photo', most: 1 },
  job(handOverOrder, {
    fields: ({ params }: Route.ActionArgs) => ({ orderId: orderIdIn(params) }),
    done: ({ orderId }) =>
      redirectWithFlash(`/farmer/orders/${orderId}`, '納品を記録しました。飲食店の画面に表示されています。'),
    at: ({ refusal }) => (refusal === 'handed_over_when' ? 'time' : undefined),
  }),
)

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => {
  const sent = request.clone()
  return stayWhenOffline(serverAction, async () => {
    const [{ keepSent }, { storedTasks }] = await Promise.all([
      import('#web/keep-when-offline.ts'),
      import('#modules/ordering/ui/stored-tasks.ts'),
    ])
    return keepSent(sent, (form) => {
      const task = form.get('intent')
      const page = new URL(sent.url).pathname
      return typeof task === 'string' && storedTasks.includes(task) ? { lane: page, page, label: wordOf(task) } : null
    })
  })
}

/** The label on the button of a task. */
const wordOf = (task: string): string =>
  document.querySelector(`form:has([name=intent][value=${task}]) button.btn`)?.textContent ?? ''

export default function FarmOrderPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { order, place, deliveryHoliday } = loaderData
  const { facts } = matches[1].loaderData
  const partWaits = isPartWithoutSlip(order, loaderData.slips)
  return (
    <>
      {/* a divided order is printed as a slip for each part, and nothing else */}
      <div className={`contents ${order.restOn ? 'print:hidden' : ''}`}>
        <FieldHeader facts={facts} back={{ to: '/farmer/orders', word: '受注' }} line={null}>
          <OrderTitle order={order} place={place} holiday={deliveryHoliday} />
        </FieldHeader>
      </div>
      {/* what was typed is about this order, and not about another one that it links to */}
      <div
        key={order.id}
        className="mx-auto grid max-w-[90rem] grid-cols-1 items-start gap-6 p-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] lg:px-8 print:block"
      >
        {!order.restOn && (
          <div className="hidden print:block">
            <DeliveryNotes order={order} />
          </div>
        )}
        <div className="grid grid-cols-1 gap-6 print:hidden">
          <DeliveryNotes order={order} />
          {loaderData.box.length > 0 && (
            <Suspense>
              <OneBox orders={loaderData.box} here={order.id} />
            </Suspense>
          )}
          {loaderData.claims.length > 0 && (
            <Suspense>
              <ClaimsTask {...loaderData} problem={actionData?.problem} />
            </Suspense>
          )}
          {loaderData.mayWork ? (
            <Suspense>
              <TaskHere {...loaderData} today={facts.today} problem={actionData?.problem} />
            </Suspense>
          ) : (
            <Notice tone="tag">この注文は閲覧のみ可能です。作業の権限については、農園主にお問い合わせください。</Notice>
          )}
          {loaderData.mayHandOver && (
            <Suspense>
              <HandOverTask
                order={order}
                formKey={loaderData.formKey}
                now={loaderData.now}
                problem={actionData?.problem?.typed.intent === 'handOver' ? actionData.problem : undefined}
              />
            </Suspense>
          )}
          {loaderData.handedOver && (
            <Suspense>
              <HandedOver record={loaderData.handedOver} />
            </Suspense>
          )}
          <Suspense>
            <SlipFiles
              slips={loaderData.slips}
              toIssue={
                loaderData.maySlip && (partWaits || (loaderData.packed && order.state === 'preparing'))
                  ? loaderData.formKey
                  : null
              }
              ofPart={partWaits}
            />
          </Suspense>
          <Suspense>
            <OrderReviewPart reviews={loaderData.reviews} base="/farmer" />
          </Suspense>
        </div>
        <Suspense>
          <OrderFacts order={order} prefecture={loaderData.prefecture} />
        </Suspense>
      </div>
    </>
  )
}
