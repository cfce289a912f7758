import { ClipboardCheck, Phone, Printer } from 'lucide-react'
import { Form, Link, useNavigation } from 'react-router'
import { z } from 'zod'
import { requireBuyer } from '#access/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatDayWithYear, formatDeadline, formatPostalCode } from '#kernel/format.ts'
import { type OrderId, parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { cancelOrder } from '#modules/ordering/end-order.server.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { slotWord } from '#modules/ordering/order-words.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { Figures } from '#modules/ordering/ui/figures.tsx'
import { OrderTimeline } from '#modules/ordering/ui/order-timeline.tsx'
import { ParcelList } from '#modules/ordering/ui/parcel-list.tsx'
import { QuantityTable } from '#modules/ordering/ui/quantity-table.tsx'
import { ReorderForm } from '#modules/ordering/ui/reorder-form.tsx'
import { StateBadge } from '#modules/ordering/ui/state-badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Crest, Perforation, Slip, Stamp } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { invalid, parseForm, refused } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/order-detail.ts'
import { PageBar } from './page-bar.tsx'

export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: `伝票 ${loaderData?.order.number ?? ''}｜畝と皿` }]
export const handle = { shell: { top: 'own' } }

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  return { order: await orderDetail(ctx, orderIdIn(params.id)), key: crypto.randomUUID(), now: ctx.now }
})

const Cancel = z.object({ key: z.uuid(), reason: z.string().trim().max(200, '理由は200文字までです。') })

/** The restaurant takes its order back while it may. */
export const action = page(async (ctx, { request, params }: Route.ActionArgs) => {
  requireBuyer(ctx.actor)
  const orderId = orderIdIn(params.id)
  const data = await request.formData()
  const form = parseForm(Cancel, data)
  if (!form.ok) return invalid(form.problem)
  const { key, reason } = form.value
  const result = await cancelOrder(ctx, { orderId, key, ...(reason && { reason }) })
  if (!result.ok) return refused(refusalText(result.refusal, result.detail), data)
  return redirectWithNotice(`/restaurant/orders/${orderId}`, '注文を取り消しました。農園に知らせました。')
})

function orderIdIn(text: string): OrderId {
  const id = parseId<'order'>(text)
  if (!id) throw new NotFound('order')
  return id
}

export default function OrderDetailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData
  const toCheck = order.state === 'shipped' || order.state === 'delivered' || order.state === 'partly_shipped'
  return (
    <>
      <PageBar back="/restaurant/order/History" backLabel="伝票の一覧へもどる">
        <h1 className="flex min-w-0 flex-wrap items-baseline gap-x-3 leading-tight">
          <span className="text-h4 font-bold lg:text-h2">{order.farm.name}</span>
          <span className="text-caption text-ink-2 tabular-nums">{order.number}</span>
        </h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-5xl gap-5 px-3.5 pt-4 pb-8 lg:px-8 print:block print:max-w-none print:p-0">
        {actionData?.problem && <Notice tone="akane">{actionData.problem.summary}</Notice>}
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          {toCheck && (
            <ButtonLink to={`/restaurant/receiving/${order.id}`} size="lg" className="max-sm:w-full">
              <ClipboardCheck aria-hidden="true" />
              届いたら確かめる
            </ButtonLink>
          )}
          <ReorderForm
            orderIds={[order.id]}
            about={order.number}
            kind={toCheck ? 'line' : 'pine'}
            className="max-sm:grow"
          />
          <Button
            type="button"
            kind="line"
            onClick={() => window.print()}
            className="max-sm:grow [@media(scripting:none)]:hidden"
          >
            <Printer aria-hidden="true" />
            印刷する
          </Button>
        </div>
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] print:block">
          <DeliverySlip loaderData={loaderData} />
          <div className="grid gap-5 print:hidden">
            <section aria-labelledby="timeline" className="card grid gap-4 p-4">
              <h2 id="timeline">
                <Head as="span" className="text-h3">
                  これまでのこと
                </Head>
              </h2>
              <OrderTimeline events={order.events} lines={order.lines} />
            </section>
            <CancelPanel loaderData={loaderData} actionData={actionData} />
            <p className="flex flex-wrap items-center gap-x-3 text-sub">
              <a
                href={`tel:${order.farm.phone.replace(/\D/g, '')}`}
                className="prose-link inline-flex min-h-11 items-center gap-1.5"
              >
                <Phone aria-hidden="true" size={18} />
                {order.farm.name}に電話する
              </a>
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

type Part = Pick<Route.ComponentProps, 'loaderData'>

/** The paper itself: on the screen a slip, in print a 納品書. */
function DeliverySlip({ loaderData: { order } }: Part) {
  const { shipTo, farm, figures } = order
  const done = order.finalizedAt && jstDateOf(order.finalizedAt)
  const code = parsePrefCode(shipTo.prefectureCode)
  return (
    <Slip aria-label="伝票">
      <div className="flex flex-wrap items-start gap-3 p-4 lg:px-6">
        <div className="grid min-w-0 grow gap-1">
          <p className="hidden text-h2 font-bold print:block">納品書</p>
          <p className="text-h4 font-bold">
            {formatDayWithYear(order.deliveryOn)} <span className="text-body">{slotWord[order.slot]}</span>
          </p>
          <p className="text-sub text-ink-2">
            {shipTo.restaurant} {shipTo.kitchen}
            {shipTo.place && `・${shipTo.place}`}
          </p>
          <p className="text-caption text-ink-2">
            {formatPostalCode(shipTo.postalCode)} {code && prefectureOf(code).name}
            {shipTo.city}
            {shipTo.street} {shipTo.building}
          </p>
          <p>
            <StateBadge state={order.state} />
          </p>
        </div>
        {done && <Stamp word="検収済" date={`${Number(done.slice(5, 7))}.${Number(done.slice(8, 10))}`} />}
      </div>
      <Perforation />
      <div className="px-4 pt-3 lg:px-6">
        <div className="flex flex-wrap items-center gap-x-2 pb-2">
          <Crest kanji={farm.crest} category={order.lines[0]?.category} />
          <p className="font-bold text-kraft-ink">{farm.name}</p>
          <p className="ms-auto text-caption text-ink-2">
            {formatDay(jstDateOf(order.placedAt))}発注・{order.number}
          </p>
        </div>
        <QuantityTable lines={order.lines} reader="restaurant" />
        <Lots order={order} />
        {order.note && <p className="pt-2 text-sub">伝言：{order.note}</p>}
      </div>
      <div className="px-4 py-3 text-sub lg:px-6">
        <ParcelList parcels={order.parcels} />
      </div>
      <Perforation />
      <div className="p-4 pb-6 lg:px-6">
        <Figures
          goodsYen={figures.goodsYen}
          freightYen={figures.freightYen}
          perRate={figures.perRate}
          totalYen={figures.totalIncYen}
          estimated={figures.estimated}
        />
      </div>
    </Slip>
  )
}

/** Which harvest the goods are of. */
function Lots({ order }: { order: Part['loaderData']['order'] }) {
  const named = order.lines.flatMap((line) => (order.lots.get(line.id) ?? []).map((lot) => ({ line, lot })))
  if (named.length === 0) return null
  return (
    <ul className="border-t border-line pt-2 text-sub">
      {named.map(({ line, lot }) => (
        <li key={`${line.id}-${lot.lotId}`} className="flex flex-wrap justify-between gap-x-3">
          <span>{line.name}</span>
          <span className="text-ink-2">
            {formatDay(lot.harvestedOn)}収穫・ロット {lot.code}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Taking it back: its own step, or the reason why it is too late. */
function CancelPanel({ loaderData: { order, key, now }, actionData }: Part & Pick<Route.ComponentProps, 'actionData'>) {
  const busy = useNavigation().formMethod === 'POST'
  const cancel = order.actions.find(({ name }) => name === 'cancel')
  if (!cancel) return null
  if (cancel.refusal)
    return (
      <section aria-label="取り消し" className="card p-4 text-sub text-ink-2">
        取り消しの締切（{formatDeadline(order.cutoffAt, now)}
        ）をすぎたので、画面からは取り消せません。農園に電話で相談してください。
      </section>
    )
  return (
    <details className="card group" open={actionData?.problem !== undefined || undefined}>
      <summary className="flex min-h-14 items-center gap-2 px-4 font-bold">
        注文を取り消す
        <span className="ms-auto text-caption font-normal text-ink-2">{formatDeadline(order.cutoffAt, now)}まで</span>
      </summary>
      <Form method="post" className="grid gap-3 border-t border-line p-4">
        <p>
          {order.farm.name}の{order.lines.length}
          品を取り消します。お金はかかりません。取り消したあとは、もとにもどせません。
        </p>
        <input type="hidden" name="key" value={key} />
        <TextField
          label="理由"
          need="optional"
          name="reason"
          autoComplete="off"
          maxLength={200}
          help="農園に伝わります"
          defaultValue={actionData?.problem?.typed.reason}
          error={actionData?.problem?.fields.reason}
        />
        <Button kind="danger" busy={busy}>
          この注文を取り消す
        </Button>
      </Form>
    </details>
  )
}
