import { useMemo, useState } from 'react'
import { Form, type MetaFunction, useNavigation } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { formatDay } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { farmBoard } from '#modules/ordering/fulfilment/farm-board.server.ts'
import { manySteps, type SteppedOrder, stepMany } from '#modules/ordering/fulfilment/step-many.server.ts'
import { matches, readTableFilter, type TableStep, tableSteps } from '#modules/ordering/fulfilment/table-filter.ts'
import FarmOrderTable from '#modules/ordering/fulfilment/ui/farm-order-table.tsx'
import { CompactFieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { SelectField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useKeyPresses, useSingleKeys } from '#ui/single-keys.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { typedIn } from '#web/form.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/order-table.ts'
import { OrderTableKeys } from './order-table-keys.tsx'

export const meta: MetaFunction = () => ownMeta('受注の一覧表')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const farm = requireFarm(ctx.actor)
  const filter = readTableFilter(new URL(request.url).searchParams)
  const { waiting, todays, later } = await farmBoard(ctx)
  const all = [...waiting, ...todays, ...later]
  const sides = all.map(({ order }) => order)
  return {
    filter,
    rows: all.filter((card) => matches(card, filter)).map((card) => ({ ...card, now: ctx.now })),
    days: [...new Set(sides.map(({ shipOn }) => shipOn))].sort(),
    mayAccept: sides.some((order) => can(ctx.actor, 'order.accept', order)),
    mayPack: can(ctx.actor, 'packing_papers.print', farm),
    formKey: crypto.randomUUID(),
  }
})

const stepped = job(stepMany, {
  read: (form) => {
    const step = manySteps.find((known) => known === form.get('step')) ?? 'accept'
    const orders = form.getAll('row').flatMap((row) => {
      const orderId = parseId<'order'>(row)
      const version = parseWholeNumber(form.get(`version.${String(row)}`))
      return orderId ? [{ orderId, ...(version && { version }) }] : []
    })
    if (orders.length === 0)
      return { ok: false, problem: { fields: {}, summary: '注文を選択してください。', typed: typedIn(form) } }
    return { ok: true, value: { step, orders, key: String(form.get('key')) } }
  },
  done: async ({ orders }, { step }, _ctx, { request }: Route.ActionArgs) => {
    const refused = orders.filter(({ refused }) => refused !== null)
    const done = orders.length - refused.length
    const said = `${done}件${step === 'accept' ? 'を受注しました' : 'の箱詰めを開始しました'}。`
    if (refused.length > 0) return { said, refused }
    return redirectWithFlash(`/farmer/orders/table${new URL(request.url).search}`, said)
  },
})

export const action = pageAction(jobs({ step: stepped }))

export default function OrderTablePage({ loaderData, actionData, matches: [, layout] }: Route.ComponentProps) {
  const { filter, rows, days, mayAccept, mayPack, formKey } = loaderData
  const { on, turn } = useSingleKeys('farm-order-keys')
  const doneTimes = useDoneTimes(actionData === undefined)
  useKeyPresses(
    on,
    useMemo(
      () => ({
        '/': () => document.getElementById('orders-q')?.focus(),
        t: () => document.querySelector<HTMLElement>('[data-choice]')?.focus(),
        a: () => document.querySelector<HTMLElement>('.bulk-bar [data-accept]')?.click(),
      }),
      [],
    ),
  )
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) asked.set(name, value)
  return (
    <>
      <CompactFieldHeader facts={layout.loaderData.facts}>
        <h1 className="text-h3 font-bold">受注の一覧表</h1>
      </CompactFieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 px-3 py-3 lg:px-8 lg:py-4">
        <p className="no-print flex flex-wrap gap-2">
          <Link className="chip" to="/farmer/orders">
            受注に戻る
          </Link>
          <Link className="chip" to="/farmer/labels">
            送り状
          </Link>
          <Link className="chip" to={filter.day ? `/farmer/papers?day=${filter.day}` : '/farmer/papers'}>
            出荷書類
          </Link>
        </p>
        <search>
          <Form className="no-print grid grid-cols-1 items-end gap-3 md:grid-cols-[minmax(0,1fr)_12rem_14rem_auto]">
            <SearchField
              id="orders-q"
              label="飲食店・商品・注文番号で検索"
              placeholder="飲食店・商品・注文番号"
              defaultValue={filter.q}
            />
            <SelectField label="状態" name="step" defaultValue={filter.step ?? ''}>
              <option value="">すべて</option>
              {tableSteps.map((step) => (
                <option key={step} value={step}>
                  {stepWord[step]}
                </option>
              ))}
            </SelectField>
            <SelectField label="出荷日" name="day" defaultValue={filter.day ?? ''}>
              <option value="">すべて</option>
              {days.map((day) => (
                <option key={day} value={day}>
                  {formatDay(day)}
                </option>
              ))}
            </SelectField>
            <Button kind="line">絞り込む</Button>
          </Form>
        </search>
        {actionData && 'problem' in actionData && <RefusalNotice problem={actionData.problem} />}
        {actionData && 'refused' in actionData && <Refused {...actionData} rows={rows} />}
        <FarmOrderTable
          key={doneTimes}
          rows={rows}
          filter={asked.toString()}
          filtered={asked.size > 0}
          {...((mayAccept || mayPack) && {
            bulk: {
              actions: (
                <>
                  <input type="hidden" name="intent" value="step" />
                  <input type="hidden" name="key" value={formKey} />
                  {rows.map(({ order }) => (
                    <input key={order.id} type="hidden" name={`version.${order.id}`} value={order.version} />
                  ))}
                  {mayPack && (
                    <Button kind="line" name="step" value="prepare">
                      箱詰めを開始する
                    </Button>
                  )}
                  {mayAccept && (
                    <Confirm
                      kind="pine"
                      name="step"
                      value="accept"
                      data-accept
                      question="選択した注文を受注しますか"
                      consequence="すべての商品を、注文どおりの数量で受注します。表示後に変更された注文は受注しません。"
                      confirm="受注する"
                    >
                      注文どおりに受注する
                    </Confirm>
                  )}
                </>
              ),
            },
          })}
        />
        <OrderTableKeys on={on} turn={turn} />
      </div>
    </>
  )
}

/** How often a press was done completely: afterwards nothing is selected any more. */
function useDoneTimes(isDone: boolean): number {
  const { formMethod } = useNavigation()
  const sends = formMethod === 'POST'
  const [seen, setSeen] = useState({ sends, times: 0 })
  if (seen.sends !== sends) setSeen({ sends, times: seen.times + (!sends && isDone ? 1 : 0) })
  return seen.times
}

const stepWord: Record<TableStep, string> = {
  confirm: '回答待ち',
  pack: '箱詰め前',
  ship: '出荷待ち',
  done: '出荷済み',
}

type RefusedProps = { said: string; refused: SteppedOrder[]; rows: Route.ComponentProps['loaderData']['rows'] }

/** What could not be done, and why; the rest is done. */
const Refused = ({ said, refused, rows }: RefusedProps) => (
  <Notice tone="tag">
    <p className="font-bold">
      {said}次の{refused.length}件は変更していません。
    </p>
    <ul>
      {refused.map(({ orderId, refused: why }) => {
        const order = rows.find((row) => row.order.id === orderId)?.order
        return (
          <li key={orderId}>
            <Link to={`/farmer/orders/${orderId}`} className="prose-link">
              {order ? `${order.restaurant.name} ${order.number}` : '注文'}
            </Link>
            ：{why}
          </li>
        )
      })}
    </ul>
  </Notice>
)
