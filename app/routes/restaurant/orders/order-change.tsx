import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { requireBuyer } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { formatDeadline, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { changeDelivery, deliveryChoices } from '#modules/ordering/change-delivery.server.ts'
import { changeOrder, previewChange } from '#modules/ordering/change-order.server.ts'
import type { WantedLine } from '#modules/ordering/change-order.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { reservedQuantity } from '#modules/ordering/reserved-quantity.ts'
import { ChangeFigures } from '#modules/ordering/ui/change-figures.tsx'
import { CountField } from '#modules/ordering/ui/count-field.tsx'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { orderIdIn } from '#web/order-id.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { checked } from '#web/read-form.server.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/order-change.ts'
import { DeliveryForm } from './delivery-form.tsx'

export const meta = ({ loaderData }: Route.MetaArgs) => ownMeta(`注文を変更 ${loaderData?.order.number ?? ''}`)
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

/**
 * The figures before and after are calculated on the server, without script too: the first form only previews, the
 * second one changes.
 */
export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  const order = await orderDetail(ctx, orderIdIn(params))
  const lines = wantedIn(new URL(request.url).searchParams)
  const asked = lines.length > 0 ? await previewChange(ctx, { orderId: order.id, version: order.version, lines }) : null
  return {
    order,
    choices: can(ctx.actor, 'order.change', order) ? await deliveryChoices(ctx, order) : null,
    wanted: Object.fromEntries(lines.map(({ lineId, qty }) => [lineId, qty])),
    preview: asked?.ok ? { before: asked.value.before, after: asked.value.after } : null,
    refusal:
      asked && !asked.ok
        ? { sentence: refusalText(asked.refusal, asked.detail), line: String(asked.detail?.line ?? '') }
        : null,
    formKey: crypto.randomUUID(),
    now: ctx.now,
  }
})

const change = job(changeOrder, {
  read: (form, { params }: Route.ActionArgs) => {
    const said = { orderId: params.id, version: parseWholeNumber(form.get('version')), lines: wantedIn(form) }
    return checked(z.object(changeOrder.declaration.input), said, form)
  },
  done: ({ orderId }) =>
    redirectWithFlash(
      `/restaurant/orders/${orderId}`,
      '注文を変更しました。農園の画面に、マーク付きで表示されています。',
    ),
})

const delivery = job(changeDelivery, {
  fields: ({ params }: Route.ActionArgs) => ({ orderId: orderIdIn(params) }),
  at: ({ refusal }) => (refusal === 'day_impossible' || refusal === 'out_of_stock' ? 'deliveryOn' : undefined),
  done: ({ orderId, asked }) =>
    redirectWithFlash(
      `/restaurant/orders/${orderId}`,
      asked
        ? '農園にお届けの変更を依頼しました。回答は、この画面に表示されます。'
        : 'お届けの内容を変更しました。農園の画面に表示されています。',
    ),
})

const run = jobs({ change, delivery })

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireBuyer(ctx.actor)
  return run(ctx, args)
})

/** `qty.<line>`: anything but a number is unchanged. */
function wantedIn(fields: URLSearchParams | FormData): WantedLine[] {
  return [...fields.entries()].flatMap(([name, value]) => {
    const lineId = name.startsWith('qty.') ? parseId<'orderLine'>(name.slice(4)) : null
    const qty = typeof value === 'string' ? parseWholeNumber(value) : null
    return lineId && qty !== null ? [{ lineId, qty }] : []
  })
}

export default function OrderChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, choices, wanted, preview, refusal, now } = loaderData
  const change = order.actions.find(({ name }) => name === 'change')
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageBar back={`/restaurant/orders/${order.id}`} backLabel="伝票へ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">注文を変更</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[40rem] grid-cols-1 gap-4 px-3.5 pt-4 pb-12">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-h4 font-bold">{order.farm.name}</span>
          <span className="text-sub text-ink-2 tabular-nums">{order.number}</span>
        </p>
        {actionData?.problem && <ProblemNotice problem={actionData.problem} />}
        {!change || change.refusal ? (
          <Notice tone="tag">
            締切（{formatDeadline(order.cutoffAt, now)}
            ）を過ぎたか、箱詰めが始まっているため、数量は画面から変更できません。伝票から農園にご相談ください。
          </Notice>
        ) : (
          <>
            <p>
              {formatDeadline(order.cutoffAt, now)}
              までは、何度でも無料で変更できます。単価は注文時のままです。数量を0にした商品は届きません。
            </p>
            <Form method="get" className="grid gap-3" preventScrollReset>
              <ul className="card">
                {order.lines
                  .filter((line) => reservedQuantity(line) > 0)
                  .map((line) => (
                    <li key={line.id} className="grid gap-2 border-t border-line p-4 first:border-t-0">
                      <LineCount
                        line={line}
                        wanted={wanted[line.id]}
                        error={refusal?.line === line.id ? refusal.sentence : undefined}
                      />
                    </li>
                  ))}
              </ul>
              <Button kind="line" size="lg">
                変更内容を確認する
              </Button>
            </Form>
            {refusal && refusal.line === '' && <Notice tone="akane">{refusal.sentence}</Notice>}
            {preview && (
              <Form method="post" className="grid gap-3">
                <ChangeFigures before={preview.before} after={preview.after} />
                <input type="hidden" name="intent" value="change" />
                <input type="hidden" name="key" value={loaderData.formKey} />
                <input type="hidden" name="version" value={order.version} />
                {Object.entries(wanted).map(([id, qty]) => (
                  <input key={id} type="hidden" name={`qty.${id}`} value={qty} />
                ))}
                <Button kind="kaki" size="lg" busy={busy}>
                  {ruleOf('change').button}（{formatYen(preview.after.totalIncYen)}）
                </Button>
              </Form>
            )}
            <p className="text-sub text-ink-2">
              商品を追加する場合は、かごから注文すると、この注文とまとめてお届けします。
            </p>
            <ButtonLink kind="text" to={`/restaurant/farmers/${order.farm.id}`} className="justify-self-start">
              この農園の商品を見る
            </ButtonLink>
          </>
        )}
        {order.reschedule ? (
          <Notice tone="tag">
            お届けの変更を農園に依頼しています。変更するには、伝票で依頼を取り下げてください。数量を増やすと、依頼は取り消されます。
          </Notice>
        ) : (
          choices?.sameDay && (
            <DeliveryForm
              order={order}
              choices={choices}
              formKey={loaderData.formKey}
              now={now}
              problem={actionData?.problem}
            />
          )
        )}
      </div>
    </>
  )
}

type Line = Route.ComponentProps['loaderData']['order']['lines'][number]

function LineCount({ line, wanted, error }: { line: Line; wanted: number | undefined; error: string | undefined }) {
  const held = reservedQuantity(line)
  const [typed, setTyped] = useState(String(wanted ?? held))
  return (
    <>
      <div className="flex items-center gap-3">
        <span className="w-14 shrink-0 overflow-hidden rounded-control">
          <ProductPicture name={line.picture} alt="" sizes="3.5rem" className="aspect-square!" />
        </span>
        <p className="min-w-0 grow leading-snug">
          <span className="block font-bold">{line.name}</span>
          <span className="text-sub text-ink-2">
            {line.packLabel}・{formatYen(line.priceYen)}/{line.catchWeight ? 'kg' : line.unitLabel}
            {line.priceFromQty !== null && `（${line.priceFromQty}${line.unitLabel}からの単価）`}
          </span>
        </p>
        <p className="shrink-0 text-sub">
          現在 <span className="num text-h3">{held}</span>
          {line.unitLabel}
        </p>
      </div>
      <CountField
        label={
          <>
            変更後の数量<span className="visually-hidden">（{line.name}）</span>
          </>
        }
        name={`qty.${line.id}`}
        value={typed}
        onValue={setTyped}
        most={9_999}
        unit={line.unitLabel}
        of={line.name}
        error={error}
      />
    </>
  )
}
