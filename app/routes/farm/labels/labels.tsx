import { Suspense } from 'react'
import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { formatDay } from '#kernel/format.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { chosenCarrier } from '#modules/delivery/carrier-word.ts'
import { labelDay } from '#modules/ordering/fulfilment/labels/label-day.server.ts'
import { chooseCarrier, saveLabelSettings } from '#modules/ordering/fulfilment/labels/label-settings.server.ts'
import { shipLabelled } from '#modules/ordering/fulfilment/labels/ship-labelled.server.ts'
import { LabelFiles } from '#modules/ordering/fulfilment/labels/ui/label-files.tsx'
import { LabelOrders } from '#modules/ordering/fulfilment/labels/ui/label-orders.tsx'
import { LabelSettingsForm } from '#modules/ordering/fulfilment/labels/ui/label-settings-form.tsx'
import { LabelWarnings } from '#modules/ordering/fulfilment/labels/ui/label-warnings.tsx'
import { ShipLabelled, ShipmentResult } from '#modules/ordering/fulfilment/labels/ui/ship-labelled-form.tsx'
import { bookPickup, cancelPickup, pickupsAmong } from '#modules/ordering/fulfilment/pickup/book-pickup.server.ts'
import { savePickupSettings } from '#modules/ordering/fulfilment/pickup/pickup-settings.server.ts'
import PickupList from '#modules/ordering/fulfilment/pickup/ui/pickup-list.tsx' with { load: 'later' }
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/labels.ts'

export const meta = () => ownMeta('送り状')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const farm = requireFarm(ctx.actor)
  const asked = parseJstDate(new URL(request.url).searchParams.get('day'))
  const day = await labelDay(ctx, asked)
  return {
    ...day,
    pickup: await pickupsAmong(ctx, day),
    now: ctx.now,
    mayChange: can(ctx.actor, 'labels.change', farm),
    formKey: crypto.randomUUID() as string,
  }
})

const back = (request: Request) => `/farmer/labels${new URL(request.url).search}`

/** One of the list, or the name that is typed beside it. */
function carrierOfOrder(form: FormData) {
  const copy = new FormData()
  for (const [name, value] of form) copy.append(name, value)
  copy.set('carrier', chosenCarrier(String(form.get('carrier') ?? ''), String(form.get('carrierName') ?? '')))
  return readForm(z.object(chooseCarrier.declaration.input), copy, form)
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireFarm(ctx.actor)
  return runJob(
    {
      ship: job(shipLabelled, { done: ({ orders }) => ({ shipped: orders }) }),
      carrier: job(chooseCarrier, {
        read: carrierOfOrder,
        done: () => redirectWithFlash(back(args.request), '配送会社を変更しました。'),
      }),
      pickup: job(bookPickup, {
        done: ({ mailed }) =>
          redirectWithFlash(back(args.request), mailed ? '営業所に集荷を依頼しました。' : '集荷の依頼を記録しました。'),
      }),
      cancelPickup: job(cancelPickup, {
        done: () => redirectWithFlash(back(args.request), '集荷を取り消しました。'),
      }),
      pickupSettings: job(savePickupSettings, {
        done: () => redirectWithFlash(back(args.request), '集荷の設定を保存しました。'),
      }),
      settings: job(saveLabelSettings, {
        done: () => redirectWithFlash(back(args.request), '送り状の設定を保存しました。'),
      }),
    },
    ctx,
    await formOf(args.request),
    args,
  )
})

/** Offline the page stays unchanged, with what was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default function LabelsPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { day, days, orders, used, settings, mayChange, formKey } = loaderData
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const shipped = actionData && 'shipped' in actionData ? actionData.shipped : null
  const shown = days.some((it) => it.day === day) ? days : [{ day, parcels: 0 }, ...days]
  return (
    <>
      <FieldHeader
        facts={matches[1].loaderData.facts}
        back={{ to: '/farmer/orders?step=ship', word: '出荷' }}
        line={`${formatDay(day)}に出荷する個口`}
      >
        <h1 className="text-h2">
          <Head as="span">送り状</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 pb-24 lg:px-8">
        {problem && <Notice tone="akane">{problem.summary}</Notice>}
        {shipped && <ShipmentResult shipped={shipped} />}
        <nav aria-label="出荷日" className="flex flex-wrap gap-2">
          {shown.map((it) => (
            <Link
              key={it.day}
              to={`/farmer/labels?day=${it.day}`}
              className="chip whitespace-normal"
              aria-current={it.day === day ? 'page' : undefined}
            >
              {formatDay(it.day)} {it.parcels}個口
            </Link>
          ))}
        </nav>
        {orders.length === 0 ? (
          <EmptyState>この日に出荷する個口はありません。受注した注文の個口が、ここに表示されます。</EmptyState>
        ) : (
          <>
            <LabelWarnings orders={orders} />
            <LabelFiles day={day} orders={orders} />
            {mayChange && (
              <p>
                <ButtonLink to="/farmer/labels/import" size="lg">
                  送り状番号を取り込む
                </ButtonLink>
              </p>
            )}
            {mayChange && <ShipLabelled day={day} orders={orders} formKey={formKey} />}
            <LabelOrders orders={orders} used={used} mayChange={mayChange} formKey={formKey} problem={problem} />
          </>
        )}
        <Suspense>
          <PickupList
            {...loaderData.pickup}
            day={day}
            now={loaderData.now}
            mayChange={mayChange}
            formKey={formKey}
            problem={problem}
          />
        </Suspense>
        {mayChange && <LabelSettingsForm settings={settings} formKey={formKey} problem={problem} />}
      </div>
    </>
  )
}
