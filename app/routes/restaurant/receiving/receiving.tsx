import { Suspense, useRef } from 'react'
import { Form, type MetaFunction, useNavigation } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Temperature } from '#kernel/enums.ts'
import { formatDay } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { deliverySlipsOf } from '#modules/issued-documents/delivery-slip.server.ts'
import { PartOfSlip, SlipLinks } from '#modules/issued-documents/ui/slip-files.tsx'
import { claimsOfOrder } from '#modules/ordering/claims/claim-queries.server.ts'
import { receiptOf } from '#modules/ordering/fulfilment/receipts.server.ts'
import { endWithoutRest } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { nextToInspect } from '#modules/ordering/open-orders.server.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { InspectLine } from '#modules/ordering/ui/inspect-line.tsx'
import { ProblemNotice, type ProblemSaid } from '#modules/ordering/ui/problem-notice.tsx'
import { ReceiptFields } from '#modules/ordering/ui/receipt-fields.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { isKept, keepForm, useLane } from '#ui/device/waiting.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { DraftOffer, ForgetDraft, useDraft } from '#ui/form-draft.tsx'
import { Head } from '#ui/head.tsx'
import { lazyPart } from '#ui/later-part.ts'
import { Crest } from '#ui/market.tsx'
import { formOf } from '#web/form.ts'
import { job } from '#web/jobs.server.ts'
import { keepWhenOffline } from '#web/keep-when-offline.ts'
import { orderIdIn } from '#web/order-id.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/receiving.ts'
import { inspect } from './inspect.server.ts'
import { isComing } from './is-coming.ts'
import { keptIn } from './receipt-form.ts'
import { Received } from './received.tsx'

// Queued on the device, which the server cannot know.
const ReceivedHere = lazyPart(() => import('./received-here.tsx'))

export const meta: MetaFunction = () => ownMeta('検収')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  const order = await orderDetail(ctx, orderIdIn(params))
  const done = order.state === 'inspected' || order.state === 'finalized'
  return {
    order,
    slips: await deliverySlipsOf(ctx, order),
    formKey: crypto.randomUUID(),
    receiver: 'name' in ctx.actor ? ctx.actor.name : '',
    claims: done ? await claimsOfOrder(ctx, order.id) : [],
    receipt: done ? await receiptOf(ctx, order.id) : null,
    next: done ? await nextToInspect(ctx) : null,
  }
})

const noRest = job(endWithoutRest, {
  fields: ({ params }: Route.ActionArgs) => ({ orderId: orderIdIn(params) }),
  done: () => null,
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireBuyer(ctx.actor)
  const form = await formOf(args.request)
  if (form.get('intent') === 'noRest') return noRest(ctx, form, args)
  return inspect(ctx, { orderId: orderIdIn(args.params), form, files: args.context.get(requestFacts).files })
})

/** In a cellar without a signal the device queues it, with its photos. */
export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  keepWhenOffline(request, serverAction, (form) => {
    // what ends an order is not done later automatically
    if (form.get('intent') === 'noRest') return null
    const page = new URL(request.url).pathname
    return { lane: page, page, label: ruleOf('inspect').button }
  })

export default function ReceivingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData
  const waiting = useLane(`/restaurant/receiving/${order.id}`)
  const done = order.state === 'inspected' || order.state === 'finalized'
  const open = order.actions.some(({ name, refusal }) => (name === 'deliver' || name === 'inspect') && refusal === null)
  return (
    <>
      <PageBar back={`/restaurant/orders/${order.id}`} backLabel="伝票へ戻る" narrow>
        <h1>
          <Head as="span" className="text-h4 lg:text-h2">
            検収
          </Head>
        </h1>
        <p className="ms-auto flex items-center gap-2 pe-2 text-sub font-bold">
          <Crest kanji={order.farm.crest} category={order.lines[0]?.category} />
          {order.farm.name}
        </p>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[40rem] grid-cols-1 gap-4 px-3.5 pt-4 pb-40">
        {(done || waiting.length > 0) && <ForgetDraft name={draftOf(order.id)} />}
        {done ? (
          <Received order={order} claims={loaderData.claims} receipt={loaderData.receipt} next={loaderData.next} />
        ) : waiting.length > 0 ? (
          <Suspense>
            <ReceivedHere press={waiting[0]} />
          </Suspense>
        ) : open && order.state === 'partly_shipped' ? (
          <>
            <Slips slips={loaderData.slips} />
            <RestComes restOn={order.restOn} formKey={loaderData.formKey} problem={actionData?.problem} />
          </>
        ) : open ? (
          <InspectForm loaderData={loaderData} actionData={actionData} />
        ) : (
          <EmptyState
            action={
              <ButtonLink to={`/restaurant/orders/${order.id}`} kind="line">
                伝票を見る
              </ButtonLink>
            }
          >
            まだ出荷されていないか、キャンセルされた注文です。現在は検収できません。
          </EmptyState>
        )}
      </div>
    </>
  )
}

/** One for each part that has left. */
const Slips = ({ slips }: Pick<Route.ComponentProps['loaderData'], 'slips'>) =>
  slips.map((slip) => (
    <p key={slip.id} className="flex flex-wrap items-center gap-x-3">
      納品書 <PartOfSlip slip={slip} /> <span className="tabular-nums">{slip.number}</span>
      <SlipLinks slip={slip} />
    </p>
  ))

const draftOf = (orderId: string) => `receiving-${orderId}`

/** A part of it is on its way: one inspection for all of it, once the rest has left. */
const RestComes = ({ restOn, formKey, problem }: RestProps) => (
  <EmptyState
    action={
      <Form method="post">
        <input type="hidden" name="key" value={formKey} />
        <Button kind="line" name="intent" value="noRest">
          残りを待たずに検収する
        </Button>
      </Form>
    }
  >
    {problem && <ProblemNotice problem={problem} />}
    先に出荷された分が届きます。残りは{restOn && `${formatDay(restOn)}まで`}
    に届く予定です。検収は、残りの出荷後に1回で行います。 待たない場合、残りの商品は納品されず、代金もかかりません。
  </EmptyState>
)

type RestProps = { restOn: JstDate | null; formKey: string; problem: ProblemSaid | undefined }

type Part = Pick<Route.ComponentProps, 'loaderData' | 'actionData'>

function InspectForm({ loaderData: { order, slips, formKey, receiver }, actionData }: Part) {
  const busy = useNavigation().formMethod === 'POST'
  const problem = actionData?.problem
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(draftOf(order.id), form)
  const page = `/restaurant/receiving/${order.id}`
  const lines = order.lines.filter(isComing)
  const isCold = (temperature: Temperature) => lines.some((line) => line.temperature === temperature)
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      className="grid grid-cols-1 gap-3"
      noValidate
      onSubmit={(event) => {
        if (!isKept(page)) return
        event.preventDefault()
        void keepForm(event.currentTarget, event.nativeEvent.submitter, {
          lane: page,
          page,
          key: problem?.typed.key ?? formKey,
        })
      }}
    >
      <DraftOffer draft={draft} />
      {problem && <ProblemNotice problem={problem} />}
      <p>
        {formatDay(order.deliveryOn)}に届く{lines.length}
        点です。問題のある商品のみ押して、マークを変更してください。変更がなければ、
        <strong>すべて〇</strong>で登録します。
      </p>
      <Slips slips={slips} />
      <input type="hidden" name="key" value={problem?.typed.key ?? formKey} />
      {lines.map((line) => (
        <InspectLine key={line.id} line={line} problem={problem} kept={keptIn(problem?.typed, line.id)} />
      ))}
      <ReceiptFields receiver={receiver} chilled={isCold('chilled')} frozen={isCold('frozen')} problem={problem} />
      <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-3.5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <div className="mx-auto grid max-w-[38.25rem]">
          <Button size="lg" busy={busy}>
            {ruleOf('inspect').button}
          </Button>
        </div>
      </div>
    </Form>
  )
}
