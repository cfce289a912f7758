import { ClipboardCheck, Phone, Printer } from 'lucide-react'
import { Suspense } from 'react'
import type { BuyerActor } from '#authorization/actor.ts'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { deliverySlipsOf } from '#modules/issued-documents/delivery-slip.server.ts'
import SlipFiles from '#modules/issued-documents/ui/slip-files.tsx' with { load: 'later' }
import { proposalChoices } from '#modules/ordering/answer-proposal.server.ts'
import { claimsOfOrder } from '#modules/ordering/claims/claim-queries.server.ts'
import { tellingTimes } from '#modules/ordering/claims/telling-times.ts'
import { handOverOf } from '#modules/ordering/fulfilment/hand-over.server.ts'
import { waitingForApproval } from '#modules/ordering/open-orders.server.ts'
import { type OrderDetail, orderDetail } from '#modules/ordering/order-queries.server.ts'
import HandedOver from '#modules/ordering/ui/handed-over.tsx' with { load: 'later' }
import OrderTimeline from '#modules/ordering/ui/order-timeline.tsx' with { load: 'later' }
// Few orders are divided: its script comes where one is.
import PartSlips from '#modules/ordering/ui/part-slips.tsx' with { load: 'later' }
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { ReorderForm } from '#modules/ordering/ui/reorder-form.tsx'
import { ownerNames } from '#modules/organisations/members/owner-names.server.ts'
import { cardPaymentOf } from '#modules/payments/card/card-desk.server.ts'
import { reviewsOfOrder } from '#modules/reviews/own-reviews.server.ts'
// Only what is final is reviewed: its script comes where it is.
import OrderReviewPart from '#modules/reviews/ui/order-review-part.tsx' with { load: 'later' }
import { Button, ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { claimJobs } from '#web/claim-steps.server.ts'
import { formOf } from '#web/form.ts'
import { runJob } from '#web/jobs.server.ts'
import { orderIdIn } from '#web/order-id.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/order-detail.ts'
import AnsweredPanel from './answered-panel.tsx' with { load: 'later' }
// Few orders wait for an approval.
import ApprovalPanel from './approval-panel.tsx' with { load: 'later' }
import { CancelPanel } from './cancel-panel.tsx'
// Few orders are paid by card.
import CardPanel from './card-panel.tsx' with { load: 'later' }
import ClaimsPanel from './claims-panel.tsx' with { load: 'later' }
// Few orders are corrected.
import CorrectionPanel from './correction-panel.tsx' with { load: 'later' }
import { DeliverySlip } from './delivery-slip.tsx'
// Few orders are asked about: their scripts come where one is.
import ProposalPanel from './proposal-panel.tsx' with { load: 'later' }
import { slipJobs } from './slip-jobs.server.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => ownMeta(`伝票 ${loaderData?.order.number ?? ''}`)
export const handle = { shell: { top: 'own' }, live: 'order' }

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const order = await orderDetail(ctx, orderIdIn(params))
  return {
    order,
    choices: await proposalChoices(ctx, order),
    approval: await approvalOf(ctx, buyer, order),
    claims: mayHaveClaims(order) ? await claimsOfOrder(ctx, order.id) : [],
    /** Until when a claim about the delivery is possible. */
    tellUntil: mayHaveClaims(order) && order.state !== 'sent_back' ? tellingTimes(order, ctx.now).hiddenUntil : null,
    reviews: order.state === 'finalized' ? await reviewsOfOrder(ctx, order.id) : null,
    card: await cardPaymentOf(ctx, order.id),
    slips: await deliverySlipsOf(ctx, order),
    handedOver:
      order.deliveredAt && order.parcels.some(({ tracked }) => !tracked) ? await handOverOf(ctx, order) : null,
    formKey: crypto.randomUUID(),
    now: ctx.now,
  }
})

/** The purchase with which this order waits for approval, for approvers and for the member who asked. */
async function approvalOf(ctx: Ctx, buyer: BuyerActor, { state, purchaseId }: OrderDetail) {
  if (state !== 'pending_approval') return null
  const mayApprove = buyer.role === 'owner'
  const purchase = (await waitingForApproval(ctx)).find((waiting) => waiting.purchaseId === purchaseId)
  if (!purchase) return null
  const deciders = mayApprove ? [] : await ownerNames(ctx)
  return { purchase: { ...purchase, key: crypto.randomUUID() }, mayApprove, deciders }
}

/** The restaurant cancels its order, asks to cancel it, or answers the farm's question. */
export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireBuyer(ctx.actor)
  const back = `/restaurant/orders/${orderIdIn(args.params)}`
  return runJob({ ...slipJobs, ...claimJobs(back) }, ctx, await formOf(args.request), args)
})

const mayHaveClaims = ({ state }: OrderDetail) =>
  state === 'inspected' || state === 'finalized' || state === 'sent_back'

/** The number of the order into which it was merged, if it was. */
const joinedInto = ({ events }: OrderDetail): string | null => {
  const into = events.findLast(({ kind }) => kind === 'order_joined')?.data.into
  return typeof into === 'string' ? into : null
}

/** Why an owner sent it back, if one did. */
const reasonOf = ({ events }: OrderDetail): string | null => events.findLast(({ reason }) => reason)?.reason ?? null

export default function OrderDetailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData
  const { approval, now } = loaderData
  const ordered = order.state !== 'pending_approval' && order.state !== 'draft'
  const toCheck = order.state === 'shipped' || order.state === 'delivered' || order.state === 'partly_shipped'
  return (
    <>
      <PageBar back="/restaurant/order/History" backLabel="伝票の一覧へ戻る">
        <h1 className="flex min-w-0 flex-wrap items-baseline gap-x-3 leading-tight">
          <span className="text-h4 font-bold lg:text-h2">{order.farm.name}</span>
          <span className="text-caption text-ink-2 tabular-nums">{order.number}</span>
        </h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-5 px-3.5 pt-4 pb-8 lg:px-8 print:block print:max-w-none print:p-0">
        {actionData?.problem && <ProblemNotice problem={actionData.problem} />}
        {approval && (
          <Suspense>
            <ApprovalPanel {...approval} on={order.id} now={now} />
          </Suspense>
        )}
        {order.proposal && (
          <Suspense>
            <ProposalPanel order={order} choices={loaderData.choices} formKey={loaderData.formKey} now={now} />
          </Suspense>
        )}
        {order.adjustmentRequests.length > 0 && (
          <Suspense>
            <CorrectionPanel
              order={order}
              formKey={loaderData.formKey}
              now={now}
              words={actionData?.problem?.typed.words}
            />
          </Suspense>
        )}
        {order.answerUndoUntil && order.actions.some(({ name, refusal }) => name === 'reopen' && !refusal) && (
          <Suspense>
            <AnsweredPanel order={order} formKey={loaderData.formKey} now={now} />
          </Suspense>
        )}
        {order.state === 'sent_back' && order.lines.every(({ billedYen }) => billedYen === null) && (
          <Notice tone="tag">荷物が農園に返送されました。負担者を運営が決定するまで、請求しません。</Notice>
        )}
        {order.state === 'draft' && joinedInto(order) && (
          <Notice tone="tag">店長が承認し、同じ日の注文（{joinedInto(order)}）とまとめてお届けします。</Notice>
        )}
        {order.state === 'draft' && !joinedInto(order) && (
          <Notice tone="tag">
            <p className="font-bold">この注文は確定していません。商品は、依頼者のかごに戻りました。</p>
            {reasonOf(order) && <p>理由：{reasonOf(order)}</p>}
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          {toCheck && (
            <ButtonLink to={`/restaurant/receiving/${order.id}`} size="lg" className="max-sm:w-full">
              <ClipboardCheck aria-hidden="true" />
              検収する
            </ButtonLink>
          )}
          {order.state !== 'pending_approval' && (
            <ReorderForm
              orderIds={[order.id]}
              about={order.number}
              kind={toCheck ? 'line' : 'pine'}
              className="max-sm:grow"
            />
          )}
          {ordered && (
            <Button
              type="button"
              kind="line"
              onClick={() => window.print()}
              className="max-sm:grow [@media(scripting:none)]:hidden"
            >
              <Printer aria-hidden="true" />
              印刷する
            </Button>
          )}
        </div>
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] print:block">
          <div className="grid grid-cols-1 gap-5 print:block">
            <DeliverySlip order={order} beside={<CancelPanel {...loaderData} problem={actionData?.problem} />} />
            {order.restOn && (
              <Suspense>
                <PartSlips order={order} />
              </Suspense>
            )}
          </div>
          <div className="grid gap-5 print:hidden">
            {loaderData.card && (
              <Suspense>
                <CardPanel card={loaderData.card} />
              </Suspense>
            )}
            {loaderData.claims.length > 0 && (
              <Suspense>
                <ClaimsPanel
                  claims={loaderData.claims}
                  formKey={loaderData.formKey}
                  now={now}
                  problem={actionData?.problem}
                />
              </Suspense>
            )}
            {loaderData.tellUntil !== null && now <= loaderData.tellUntil && (
              <ButtonLink kind="line" to={`/restaurant/claim/${order.id}`} className="w-full">
                不良・欠品を報告する
              </ButtonLink>
            )}
            {loaderData.handedOver && (
              <Suspense>
                <HandedOver record={loaderData.handedOver} />
              </Suspense>
            )}
            <Suspense>
              <SlipFiles slips={loaderData.slips} />
            </Suspense>
            {loaderData.reviews && (
              <Suspense>
                <OrderReviewPart reviews={loaderData.reviews} base="/restaurant" />
              </Suspense>
            )}
            <section aria-labelledby="timeline" className="card grid gap-4 p-4">
              <h2 id="timeline">
                <Head as="span" className="text-h3">
                  履歴
                </Head>
              </h2>
              <Suspense>
                <OrderTimeline events={order.events} lines={order.lines} />
              </Suspense>
            </section>
            <p className="flex flex-wrap items-center gap-x-3 text-sub">
              <a
                href={`tel:${order.farm.phone.replace(/\D/g, '')}`}
                className="prose-link inline-flex min-h-11 items-center gap-1.5"
              >
                <Phone aria-hidden="true" size={18} />
                {order.farm.name}に電話する
              </a>
              {ordered && (
                <Link
                  to={`/restaurant/Chat/${order.farm.id}?order=${order.id}`}
                  className="prose-link inline-flex min-h-11 items-center"
                >
                  この注文について問い合わせる
                </Link>
              )}
              <Link
                to={`/restaurant/farmers/${order.farm.id}`}
                className="prose-link inline-flex min-h-11 items-center"
              >
                農園を見る
              </Link>
            </p>
          </div>
        </div>
      </div>
    </>
  )
}
