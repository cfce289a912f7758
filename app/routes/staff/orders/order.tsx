import { data } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { sentBackWhys } from '#kernel/enums.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import { type LotId, type OrderId, type OrderLineId, type ParcelId, parseId } from '#kernel/ids.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { parseKilograms } from '#kernel/text.ts'
import { actFor, standInActions } from '#modules/admin/act-for/act-for.server.ts'
import { isActStep } from '#modules/admin/act-for/act-labels.ts'
import { answerCorrectionFor } from '#modules/admin/act-for/answer-correction-for.server.ts'
import { chosenCarrier } from '#modules/delivery/carrier-word.ts'
import { reportsBetween } from '#modules/messaging/moderate-conversations.server.ts'
import { claimsOfOrder } from '#modules/ordering/claims/claim-queries.server.ts'
import { prefectureWord } from '#modules/ordering/fulfilment/farm-board.server.ts'
import { noteParcelState } from '#modules/ordering/fulfilment/tracking/note-parcel-state.server.ts'
import { Destination } from '#modules/ordering/fulfilment/ui/destination.tsx'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { previewStep } from '#modules/ordering/preview-step.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { proposableDays } from '#modules/ordering/proposable-days.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import AdjustmentList from '#modules/ordering/ui/adjustment-list.tsx'
import { ClaimCard } from '#modules/ordering/ui/claim-card.tsx'
import { OrderMoney } from '#modules/ordering/ui/order-money.tsx'
import OrderTimeline from '#modules/ordering/ui/order-timeline.tsx'
import { ParcelList } from '#modules/ordering/ui/parcel-list.tsx'
import { QuantityTable } from '#modules/ordering/ui/quantity-table.tsx'
import { OrderDates, Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { StateBadge } from '#modules/ordering/ui/state-badge.tsx'
import { OrganisationLink } from '#modules/organisations/ui/organisation-link.tsx'
import { inquiriesAbout } from '#modules/support/inquiry-queries.server.ts'
import { lotsOf } from '#modules/traceability/lot.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, invalid, refused, shownAgain, staleForm, typedIn } from '#web/form.ts'
import { orderIdIn } from '#web/order-id.ts'
import { revalidateOvertaken } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import { May, useMay } from '../may.tsx'
import { RelatedPanel } from '../related-panel.tsx'
import { requireStaff } from '../require-staff.server.ts'
import { withStaffProof } from '../staff-proof.server.ts'
import type { Route } from './+types/order.ts'
import { ActPanel } from './act-panel.tsx'
import { CorrectionByPhone } from './correction-by-phone.tsx'
import { ParcelStates } from './parcel-states.tsx'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  ownMeta(`${loaderData ? `注文 ${loaderData.order.number}` : '注文'}（管理）`)

export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const order = await orderDetail(ctx, orderIdIn(params))
  const actions = await standInActions(ctx, order.id)
  const asked = new URL(request.url).searchParams.get('act')
  const chosen = actions.find(({ step, refusal }) => step === asked && refusal === null)
  return {
    order,
    prefecture: prefectureWord(order.shipTo),
    claims: await claimsOfOrder(ctx, order.id),
    inquiries: await inquiriesAbout(ctx, order.id),
    reports: await reportsBetween(ctx, order),
    actions,
    lots:
      chosen?.step === 'ship'
        ? await lotsOf(
            ctx,
            order.lines.map(({ productId }) => productId),
          )
        : new Map(),
    otherDays: chosen?.step === 'proposeDay' || chosen?.step === 'accept' ? proposableDays(order, ctx.now) : [],
    chosen: chosen
      ? { step: chosen.step, preview: { ...previewStep(order, chosen.step), button: chosen.button } }
      : null,
    formKey: crypto.randomUUID(),
    now: ctx.now,
  }
})

export const action = pageAction(async (ctx, { params, request, context }: Route.ActionArgs) => {
  requireStaff(ctx)
  const orderId = orderIdIn(params)
  const form = await formOf(request)
  if (form.get('intent') === 'parcelState') return noteState(ctx, form, orderId)
  if (form.get('intent') === 'answerCorrection')
    return withStaffProof(ctx, context, form, (ctx) => answerCorrection(ctx, form, orderId))
  const step = String(form.get('step') ?? '')
  const key = parseId(form.get('key'))
  if (!isActStep(step) || !key) return invalid({ fields: {}, summary: staleForm, typed: typedIn(form) })
  const readOut = readOutIn(form)
  if ('fields' in readOut) return invalid({ fields: readOut.fields, summary: fieldsToMend, typed: typedIn(form) })
  const reason = String(form.get('reason') ?? '').slice(0, 200)
  const deliveryOn = parseJstDate(String(form.get('deliveryOn') ?? '')) ?? undefined
  const why = sentBackWhys.find((known) => known === form.get('why'))
  return withStaffProof(ctx, context, form, async (ctx) => {
    const result = await actFor(ctx, { orderId, key, step, reason, readOut, why, deliveryOn })
    if (result.ok)
      return redirectWithFlash(`/admin/orders/${orderId}`, '操作しました。履歴に、担当者名と理由が記録されています。')
    const { refusal, detail } = result
    const at =
      refusal === 'reason_missing'
        ? 'reason'
        : refusal === 'day_impossible'
          ? 'deliveryOn'
          : refusal === 'carrier_unnamed'
            ? 'carrierName'
            : detail?.parcel
              ? `number.${detail.parcel}`
              : detail?.line
                ? `${refusal === 'lot_missing' ? 'lot' : 'kg'}.${detail.line}`
                : undefined
    const sentence = refusal === 'reason_missing' ? reasonMissing : refusalText(refusal, detail)
    return refused(sentence, form, at, 409)
  })
})

/** What staff read on a carrier's page; a refusal is shown in its own form. */
async function noteState(ctx: Ctx, form: FormData, orderId: OrderId) {
  const read = NoteState.safeParse(Object.fromEntries(form))
  const result = read.success ? await noteParcelState(ctx, read.data) : null
  if (result?.ok) return redirectWithFlash(`/admin/orders/${orderId}`, '配送状況を登録しました。')
  const missing = result?.refusal === 'reason_missing' || !String(form.get('reason') ?? '').trim()
  const summary = missing ? fieldsToMend : result ? refusalText(result.refusal, result.detail) : staleForm
  const fields: Record<string, string> = missing ? { reason: reasonMissing } : {}
  return data({ noted: true, problem: { fields, summary, typed: typedIn(form) } }, 422)
}
/** What the kitchen has answered by telephone; a refusal is shown in its own form. */
async function answerCorrection(ctx: Ctx, form: FormData, orderId: OrderId) {
  form.set('orderId', orderId)
  const read = readForm(z.object(answerCorrectionFor.declaration.input), form)
  if (!read.ok) return data({ corrected: true, problem: read.problem }, 422)
  const result = await answerCorrectionFor(ctx, read.value)
  if (result.ok)
    return redirectWithFlash(
      `/admin/orders/${orderId}`,
      '回答を登録しました。履歴に、担当者名と理由が記録されています。',
    )
  const { refusal, detail } = result
  const fields: Record<string, string> = refusal === 'reason_missing' ? { reason: reasonMissing } : {}
  const problem = { fields, summary: refusalText(refusal, detail), typed: shownAgain(form) }
  return data({ corrected: true, problem }, 409)
}

const reasonMissing = '理由を入力してください。履歴に残ります。'
const NoteState = z.object({ ...noteParcelState.declaration.input, key: z.string() })

export const shouldRevalidate = revalidateOvertaken

type ReadOut = NonNullable<Parameters<typeof actFor>[1]['readOut']>

/** `kg.<line>`, `lot.<line>`, the carrier of the boxes and `number.<parcel>`: what the farm read out. */
function readOutIn(form: FormData): ReadOut | { fields: Record<string, string> } {
  const weights = new Map<OrderLineId, Grams>()
  const lots = new Map<OrderLineId, LotId | 'today'>()
  const trackingNumbers = new Map<ParcelId, string>()
  const fields: Record<string, string> = {}
  for (const [name, value] of form) {
    if (typeof value !== 'string' || value.trim() === '') continue
    const line = name.startsWith('kg.') ? parseId<'orderLine'>(name.slice(3)) : null
    const parcel = name.startsWith('number.') ? parseId<'parcel'>(name.slice(7)) : null
    const weight = line ? parseKilograms(value) : null
    if (line && weight === null) fields[name] = '重量はkgの数字で入力してください（例 2.685）。'
    if (line && weight !== null) weights.set(line, grams(weight))
    const harvested = name.startsWith('lot.') ? parseId<'orderLine'>(name.slice(4)) : null
    const lot = value === 'today' ? value : parseId<'lot'>(value)
    if (harvested && lot) lots.set(harvested, lot)
    if (parcel) trackingNumbers.set(parcel, value)
  }
  return Object.keys(fields).length > 0 ? { fields } : { weights, lots, trackingNumbers, ...carrierIn(form) }
}

function carrierIn(form: FormData) {
  const chosen = form.get('carrier')
  return typeof chosen === 'string' ? { carrier: chosenCarrier(chosen, String(form.get('carrierName') ?? '')) } : {}
}

type Answer = Route.ComponentProps['actionData']

/** Of the form that was sent: each has its own place for what is wrong in it. */
function problemOf(answer: Answer, of: 'noted' | 'corrected' | null) {
  if (!answer || !('problem' in answer)) return undefined
  const sent = 'noted' in answer ? 'noted' : 'corrected' in answer ? 'corrected' : null
  return sent === of ? answer.problem : undefined
}

export default function StaffOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, prefecture, claims, now } = loaderData
  return (
    <div className="grid gap-4">
      <p>
        <Link to="/admin/orders" className="prose-link inline-flex min-h-11 items-center">
          注文の一覧
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-h2 font-bold tabular-nums">注文 {order.number}</h1>
        <StateBadge state={order.state} />
        <p className="text-ink-2">まとめ番号 {order.purchaseNumber}</p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <Panel head={<Head as="h2">飲食店</Head>}>
            <OrganisationLink of={{ restaurantId: order.restaurantId }} name={order.restaurant.name} />
            <Destination to={order.shipTo} prefecture={prefecture} />
            {order.note && <p className="mt-2 rounded-control bg-kraft-tint p-2">「{order.note}」</p>}
          </Panel>
          <Panel head={<Head as="h2">農園</Head>}>
            <OrganisationLink of={{ farmId: order.farmId }} name={order.farm.name} />
            <p>{order.farm.place}</p>
            <p className="tabular-nums">{order.farm.phone}</p>
            <OrderDates order={order} />
          </Panel>
          <Panel head={<Head as="h2">数量</Head>} className="xl:col-span-2">
            <QuantityTable lines={order.lines} reader="restaurant" />
          </Panel>
          {claims.map((claim) => (
            <div key={claim.id} className="xl:col-span-2">
              <ClaimCard claim={claim} now={now} reader="staff">
                <Link to={`/admin/claims/${claim.id}`} className="prose-link inline-flex min-h-11 items-center">
                  報告 {claim.number} を見る
                </Link>
              </ClaimCard>
            </div>
          ))}
          <Panel head={<h2>個口</h2>} className="xl:col-span-2">
            <ParcelList parcels={order.parcels} lines={order.lines} events={order.parcelEvents} />
            <ParcelStates
              order={order}
              mayNote={useMay('parcel_state.note')}
              formKey={loaderData.formKey}
              problem={problemOf(actionData, 'noted')}
            />
          </Panel>
        </div>
        <div className="grid gap-4">
          <May to="order.stand_in">
            <ActPanel {...loaderData} problem={problemOf(actionData, null)} />
          </May>
          <CorrectionByPhone
            order={order}
            mayAnswer={useMay('order.stand_in')}
            formKey={loaderData.formKey}
            now={now}
            problem={problemOf(actionData, 'corrected')}
          />
          <Panel head={<Head as="h2">金額</Head>}>
            <OrderMoney order={order} />
            <AdjustmentList adjustments={order.adjustments} lines={order.lines} billYen={order.figures.totalIncYen} />
            {order.state === 'finalized' && (
              <May to="order.correct">
                <ButtonLink to={`/admin/orders/${order.id}/correction`} kind="line" className="mt-3">
                  {ruleOf('correct').button}
                </ButtonLink>
              </May>
            )}
          </Panel>
          <RelatedPanel
            between={[order.restaurant.name, order.farm.name]}
            inquiries={loaderData.inquiries}
            reports={loaderData.reports}
          />
          <Panel head={<Head as="h2">履歴</Head>}>
            <OrderTimeline events={order.events} lines={order.lines} />
          </Panel>
        </div>
      </div>
    </div>
  )
}
