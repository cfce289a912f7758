import { Form, type MetaFunction, useNavigation } from 'react-router'
import { requireBuyer } from '#access/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { grams } from '#kernel/grams.ts'
import { type OrderId, type OrderLineId, parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { parseKilograms, parseWholeNumber } from '#kernel/text.ts'
import { verdicts } from '#kernel/words.ts'
import { type InspectedLine, receiveOrder } from '#modules/fulfilment/receive-order.server.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { Figures } from '#modules/ordering/ui/figures.tsx'
import { InspectLine } from '#modules/ordering/ui/inspect-line.tsx'
import { QuantityTable } from '#modules/ordering/ui/quantity-table.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Crest, EmptyState, Perforation, Slip, Stamp } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { invalid, refused, typedIn } from '../form.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/receiving.ts'
import { PageBar } from './page-bar.tsx'

export const meta: MetaFunction = () => [{ title: '検収｜畝と皿' }]
export const handle = { shell: { top: 'own', tabs: false, cartBar: false } }

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  return { order: await orderDetail(ctx, orderIdIn(params.id)), key: crypto.randomUUID() }
})

export const action = page(async (ctx, { request, params }: Route.ActionArgs) => {
  requireBuyer(ctx.actor)
  const orderId = orderIdIn(params.id)
  const data = await request.formData()
  const read = readInspection(data)
  if (!read.ok)
    return invalid({
      fields: read.fields,
      summary: '入力に直すところがあります。印のついた欄を見てください。',
      typed: typedIn(data),
    })
  const key = data.get('key')
  const result = await receiveOrder(ctx, {
    orderId,
    key: typeof key === 'string' ? key.slice(0, 100) : '',
    lines: read.lines,
  })
  if (result.ok) return null
  const line = result.detail?.line
  return refused(refusalText(result.refusal, result.detail), data, typeof line === 'string' ? `qty.${line}` : undefined)
})

/** The fields of the form, `verdict.<line>` and its neighbours; 〇 needs no number, but one that is sent counts. */
function readInspection(
  form: FormData,
): { ok: true; lines: InspectedLine[] } | { ok: false; fields: Record<string, string> } {
  const fields: Record<string, string> = {}
  const lines: InspectedLine[] = []
  for (const [name, said] of form) {
    if (!name.startsWith('verdict.')) continue
    const lineId = parseId<'orderLine'>(name.slice('verdict.'.length))
    const verdict = verdicts.find((known) => known === said)
    if (!lineId || !verdict || (verdict === 'ok' && !form.has(`qty.${lineId}`))) continue
    const qty = parseWholeNumber(form.get(`qty.${lineId}`))
    if (qty === null || qty < 0) fields[`qty.${lineId}`] = refusalText('bad_quantity')
    const typedKg = form.get(`kg.${lineId}`)
    const weight = typeof typedKg === 'string' && typedKg.trim() !== '' ? parseKilograms(typedKg) : undefined
    if (weight === null) fields[`kg.${lineId}`] = '重さはkgで入力してください（例 2.685）。'
    const note = form.get(`note.${lineId}`)
    lines.push({
      lineId: lineId as OrderLineId,
      verdict,
      qty: qty ?? 0,
      grams: typeof weight === 'number' ? grams(weight) : null,
      ...(typeof note === 'string' && { note: note.slice(0, 200) }),
    })
  }
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, lines }
}

function orderIdIn(text: string): OrderId {
  const id = parseId<'order'>(text)
  if (!id) throw new NotFound('order')
  return id
}

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
      <div className="mx-auto grid w-full max-w-[40rem] gap-4 px-3.5 pt-4 pb-40">
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

function InspectForm({ loaderData: { order, key }, actionData }: Part) {
  const busy = useNavigation().formMethod === 'POST'
  const problem = actionData?.problem
  return (
    <Form method="post" className="grid gap-4" noValidate>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <p>
        {formatDay(order.deliveryOn)}に届く{order.lines.length}
        品です。問題のある品だけ印を変えてください。そのままなら、
        <strong>ぜんぶ〇</strong>です。
      </p>
      <input type="hidden" name="key" value={key} />
      {order.lines.map((line) => (
        <InspectLine key={line.id} line={line} problem={problem} />
      ))}
      <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-3.5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <div className="mx-auto grid max-w-[38.25rem]">
          <Button size="lg" busy={busy}>
            受け取りを終える
          </Button>
        </div>
      </div>
    </Form>
  )
}

/** The stamp and the final figures. */
function Received({ order }: { order: Part['loaderData']['order'] }) {
  const { figures } = order
  const at = order.events.findLast(({ kind }) => kind === 'order_inspected')?.at ?? order.finalizedAt
  const day = at && jstDateOf(at)
  return (
    <>
      <Slip aria-label="検収の結果">
        <div className="flex items-center gap-4 p-5">
          <div className="grow">
            <p role="status" className="text-h4 font-bold">
              受け取りを終えました
            </p>
            {at && <p className="text-sub text-ink-2">{formatMoment(at)}</p>}
          </div>
          {day && <Stamp word="検収済" date={`${Number(day.slice(5, 7))}.${Number(day.slice(8, 10))}`} lands />}
        </div>
        <Perforation />
        <div className="p-4">
          <QuantityTable lines={order.lines} reader="restaurant" />
        </div>
        <Perforation />
        <div className="p-4 pb-6">
          <Figures
            goodsYen={figures.goodsYen}
            freightYen={figures.freightYen}
            perRate={figures.perRate}
            totalYen={figures.totalIncYen}
            estimated={figures.estimated}
          />
        </div>
      </Slip>
      <div className="grid gap-2 sm:grid-cols-2">
        <ButtonLink to="/restaurant" size="lg">
          ホームへもどる
        </ButtonLink>
        <ButtonLink to={`/restaurant/orders/${order.id}`} kind="line" size="lg">
          伝票を見る
        </ButtonLink>
      </div>
    </>
  )
}
