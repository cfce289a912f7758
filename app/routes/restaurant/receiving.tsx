import { Form, type MetaFunction, useNavigation } from 'react-router'
import { z } from 'zod'
import { requireBuyer } from '#access/authorize.ts'
import { formatDay } from '#kernel/format.ts'
import { receiveOrder } from '#modules/fulfilment/receive-order.server.ts'
import { ruleOf } from '#modules/ordering/order-process.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { InspectLine } from '#modules/ordering/ui/inspect-line.tsx'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { Crest } from '#ui/market.tsx'
import { fieldsToMend, formKey, formOf, invalid, parseForm, refused, typedIn } from '../form.ts'
import { orderIdIn } from '../order-id.ts'
import { page, pageAction } from '../page.server.ts'
import type { Route } from './+types/receiving.ts'
import { readInspection } from './inspection-form.ts'
import { PageBar } from './page-bar.tsx'
import { Received } from './received.tsx'

export const meta: MetaFunction = () => [{ title: '検収｜畝と皿' }]
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  return { order: await orderDetail(ctx, orderIdIn(params)), formKey: crypto.randomUUID() }
})

const Inspection = z.object({ key: formKey() })

/** Final at once: so the form has to speak of every line, in words that are known. */
export const action = pageAction(async (ctx, { request, params }: Route.ActionArgs) => {
  requireBuyer(ctx.actor)
  const orderId = orderIdIn(params)
  const data = await formOf(request)
  const asked = parseForm(Inspection, data)
  if (!asked.ok) return invalid(asked.problem)
  const { lines } = await orderDetail(ctx, orderId)
  const read = readInspection(data, lines)
  if (!read.ok) return invalid({ fields: read.fields, summary: fieldsToMend, typed: typedIn(data) })
  const result = await receiveOrder(ctx, { orderId, key: asked.value.key, lines: read.lines })
  if (result.ok) return null
  const line = result.detail?.line
  return refused(refusalText(result.refusal, result.detail), data, typeof line === 'string' ? `qty.${line}` : undefined)
})

export default function ReceivingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData
  const done = order.state === 'inspected' || order.state === 'finalized'
  const open = order.actions.some(({ name, refusal }) => (name === 'deliver' || name === 'inspect') && refusal === null)
  return (
    <>
      <PageBar back={`/restaurant/orders/${order.id}`} backLabel="伝票へもどる" narrow>
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
        {done ? (
          <Received order={order} />
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
            まだ発送されていないか、取り消された注文です。いまは検収できません。
          </EmptyState>
        )}
      </div>
    </>
  )
}

type Part = Pick<Route.ComponentProps, 'loaderData' | 'actionData'>

function InspectForm({ loaderData: { order, formKey }, actionData }: Part) {
  const busy = useNavigation().formMethod === 'POST'
  const problem = actionData?.problem
  return (
    <Form method="post" className="grid gap-4" noValidate>
      {problem && <ProblemNotice problem={problem} />}
      <p>
        {formatDay(order.deliveryOn)}に届く{order.lines.length}
        品です。問題のある品だけ印を変えてください。そのままなら、
        <strong>ぜんぶ〇</strong>です。
      </p>
      <input type="hidden" name="key" value={formKey} />
      {order.lines.map((line) => (
        <InspectLine key={line.id} line={line} problem={problem} />
      ))}
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
