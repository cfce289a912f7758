import { FileDown, Printer } from 'lucide-react'
import { data, Form, type MetaFunction } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { formatDay } from '#kernel/format.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { deliverySlipsOfAll } from '#modules/issued-documents/delivery-slip.server.ts'
import { arrivalsOfDay } from '#modules/ordering/fulfilment/arrivals.server.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { keepFields } from '#ui/device/waiting.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { TextField } from '#ui/field.tsx'
import { formOf } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/arrivals.ts'
import { dayIn } from './arrival-day-asked.ts'
import { divideArrivals } from './arrival-fields.ts'
import { OtherArrivals } from './arrival-list.tsx'
import ArrivalsPrint from './arrivals-print.tsx' with { load: 'later' }
import { receiveArrivals } from './receive-arrivals.server.ts'
import { ReceivingList } from './receiving-list.tsx'

export const meta: MetaFunction = () => ownMeta('納品の一覧')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { name: receiver } = requireBuyer(ctx.actor)
  const today = jstDateOf(ctx.now)
  const day = dayIn(request, ctx.now)
  const groups = await arrivalsOfDay(ctx, day)
  const { late, here, waiting, done } = groups
  const slips = await deliverySlipsOfAll(ctx, [...late, ...here, ...waiting, ...done])
  const open = [...late, ...here]
  return { day, today, groups, open, slips, receiver, keys: new Map(open.map(({ id }) => [id, crypto.randomUUID()])) }
})

export const action = pageAction(async (ctx, { request, context }: Route.ActionArgs) => {
  requireBuyer(ctx.actor)
  const day = dayIn(request, ctx.now)
  const { files } = context.get(requestFacts)
  return receiveArrivals(ctx, { form: await formOf(request), files, day, page: addressOf(day, jstDateOf(ctx.now)) })
})

const addressOf = (day: string, today: string) => `/restaurant/arrivals${day === today ? '' : `?day=${day}`}`

/** In a cellar without a signal the device queues each receipt by itself, with its photos. */
export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => {
  const sent = request.clone()
  return stayWhenOffline(serverAction, async () =>
    (await keepAll(await sent.formData())) ? data({ problem: undefined }, { status: 503 }) : null,
  )
}

/** Queues every receipt of the form, all at once: the page may be closed at any moment. False if one cannot be stored. */
async function keepAll(form: FormData): Promise<boolean> {
  const kept = await Promise.all(
    divideArrivals(form).map(({ orderId, form: own }) => {
      const path = `/restaurant/receiving/${orderId}`
      const about = document.getElementById(`arrival-${orderId}`)?.textContent ?? ''
      const key = String(own.get('key'))
      return keepFields([...own], { lane: path, page: path, about, label: ruleOf('inspect').button, key })
    }),
  )
  return kept.every(Boolean)
}

/** What arrives on a day, received in one go (検収); only what is wrong is entered. */
export default function ArrivalsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { day, today, groups, open, slips } = loaderData
  const { waiting, done } = groups
  const isEmpty = open.length + waiting.length + done.length === 0
  return (
    <>
      <PageBar back="/restaurant" backLabel="ホームへ戻る">
        <h1 className="text-h4 font-bold lg:text-h2">{formatDay(day)}の納品</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-4 px-3.5 pt-4 pb-40 lg:px-8 print:hidden">
        <DayChoice day={day} today={today} />
        {isEmpty && (
          <EmptyState
            action={
              <ButtonLink to="/restaurant/order/History" kind="line">
                伝票の一覧を見る
              </ButtonLink>
            }
          >
            {formatDay(day)}に届く予定の商品はありません。
          </EmptyState>
        )}
        <ReceivingList key={day} {...loaderData} actionData={actionData} keepAll={keepAll} />
        <OtherArrivals title="出荷前・残りの出荷待ち" orders={waiting} slips={slips} />
        <OtherArrivals title="検収済み" orders={done} slips={slips} />
      </div>
      <ArrivalsPrint orders={open} />
    </>
  )
}

const DayChoice = ({ day, today }: Pick<Route.ComponentProps['loaderData'], 'day' | 'today'>) => (
  <div className="flex flex-wrap items-end gap-3">
    <Form className="flex flex-wrap items-end gap-3">
      <TextField key={day} label="お届け日" name="day" type="date" defaultValue={day} />
      <Button kind="line">表示</Button>
    </Form>
    <div className="flex flex-wrap gap-x-3">
      <ButtonLink to={`?day=${addDays(day, -1)}`} kind="text">
        前日
      </ButtonLink>
      {day !== today && (
        <ButtonLink to="/restaurant/arrivals" kind="text">
          今日
        </ButtonLink>
      )}
      <ButtonLink to={`?day=${addDays(day, 1)}`} kind="text">
        翌日
      </ButtonLink>
    </div>
    <a href={`/restaurant/arrivals.csv?day=${day}`} className="btn" data-kind="text" download>
      <FileDown aria-hidden="true" />
      <Explained inControl>CSVに書き出す</Explained>
    </a>
    <Button type="button" kind="text" onClick={() => window.print()} className="[@media(scripting:none)]:hidden">
      <Printer aria-hidden="true" />
      印刷
    </Button>
    <ButtonLink to="/restaurant/receiving" kind="text">
      受け取りの記録
    </ButtonLink>
  </div>
)
