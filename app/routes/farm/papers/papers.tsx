import { Suspense } from 'react'
import { Form, redirect } from 'react-router'
import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { formatDay } from '#kernel/format.ts'
import { jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { dayOrders } from '#modules/packing-papers/day-orders.server.ts'
import { papersAddress } from '#modules/packing-papers/paper-choice.ts'
import { firstPaperDay, paperDays } from '#modules/packing-papers/paper-days.server.ts'
import { paperSettings } from '#modules/packing-papers/paper-settings.server.ts'
import { preparePapers } from '#modules/packing-papers/prepare-papers.server.ts'
import { MissingList } from '#modules/packing-papers/ui/missing-list.tsx'
import PrintForm from '#modules/packing-papers/ui/print-form.tsx' with { load: 'later' }
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { copyOf, readForm } from '#web/read-form.server.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/papers.ts'

export const meta = () => ownMeta('出荷書類')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  const today = jstDateOf(ctx.now)
  const days = await paperDays(ctx)
  const day = parseJstDate(new URL(request.url).searchParams.get('day')) ?? firstPaperDay(days, today)
  const { orders, missing } = await dayOrders(ctx, day)
  return {
    day,
    today,
    days: days.some((it) => it.day === day) ? days : [{ day, orders: orders.length }, ...days],
    orders: orders.length,
    boxes: orders.reduce((sum, order) => sum + order.boxes.length, 0),
    missing,
    settings: await paperSettings(ctx),
    mayPrint: can(ctx.actor, 'packing_papers.print', { farmId }),
    seesMoney: can(ctx.actor, 'order_money.see', { farmId, restaurantId: null }),
  }
})

export const action = pageAction(
  onlyJob(
    job(preparePapers, {
      read: (form) => {
        const only = form.get('only')
        const asked = copyOf(form)
        // with nothing ticked it is printed all the same
        if (only && !asked.has('parts')) asked.set('parts', only)
        return readForm(z.object(preparePapers.declaration.input), asked, form)
      },
      done: ({ chosen }) => redirect(papersAddress(chosen)),
    }),
  ),
)

/** What the farm prints for a day: lists to pack by, the slips and the labels of the boxes. */
export default function PapersPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { day, today, days, orders, boxes, missing, mayPrint } = loaderData
  const problem = actionData?.problem
  return (
    <>
      <FieldHeader
        facts={matches[1].loaderData.facts}
        back={{ to: '/farmer/menu', word: 'メニュー' }}
        line="ピッキングリスト・納品書・箱のラベル"
      >
        <h1 className="text-h2">
          <Head as="span">出荷書類</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 items-start gap-5 p-4 pb-24 lg:grid-cols-2 lg:px-8">
        <div className="grid grid-cols-1 gap-5">
          <Form key={day} className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
            <SelectField label="出荷日" name="day" defaultValue={day}>
              {days.map((each) => (
                <option key={each.day} value={each.day}>
                  {formatDay(each.day)}
                  {each.day === today && '（今日）'}
                  {each.orders > 0 && `　${each.orders}件`}
                </option>
              ))}
            </SelectField>
            <Button kind="line">表示する</Button>
          </Form>
          <p className="rounded-card bg-tag-tint px-4 py-3 font-bold">
            {formatDay(day)}出荷　<span className="num text-h3">{orders}</span>件　
            <span className="num text-h3">{boxes}</span>個口
          </p>
          {missing.length > 0 && <MissingList missing={missing} />}
        </div>
        <div className="grid grid-cols-1 gap-5">
          {problem && <RefusalNotice problem={problem} />}
          {orders === 0 && <EmptyState>この日に印刷する注文はありません。</EmptyState>}
          {mayPrint ? (
            <Suspense>
              <PrintForm {...loaderData} problem={problem} />
            </Suspense>
          ) : (
            <p>印刷には、箱詰めの権限が必要です。農園の代表者にご相談ください。</p>
          )}
        </div>
      </div>
    </>
  )
}
