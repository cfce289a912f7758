import { type FormEvent, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatNumber } from '#kernel/format.ts'
import type { OrderId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { SlipOfOrder } from '#modules/issued-documents/delivery-slip.server.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { useHydrated } from '#ui/browser-state.ts'
import { Button } from '#ui/button.tsx'
import { isOffline, useWaiting } from '#ui/device/waiting.ts'
import { TextField } from '#ui/field.tsx'
import { storedFields } from '#ui/fields/stored-fields.ts'
import type { Problem } from '#web/form.ts'
import { ArrivalCard } from './arrival-card.tsx'
import { arrivalField, isAbout } from './arrival-fields.ts'
import { useArrivalMarks } from './arrival-marks.ts'
import { arrivalSections } from './arrival-sections.ts'
import type { LeftOver } from './receive-arrivals.server.ts'

type Props = {
  day: JstDate
  today: JstDate
  groups: { late: OrderSummary[]; here: OrderSummary[]; done: OrderSummary[] }
  open: OrderSummary[]
  slips: ReadonlyMap<OrderId, SlipOfOrder[]>
  keys: ReadonlyMap<OrderId, string>
  receiver: string
  actionData: { problem?: Problem | undefined; left?: LeftOver[] } | null | undefined
  keepAll: (form: FormData) => Promise<boolean>
}

/** The deliveries of a day as one form: all are ticked, and one press receives what still is. */
export function ReceivingList({ day, today, groups, open, slips, keys, receiver, actionData, keepAll }: Props) {
  const busy = useNavigation().formMethod === 'POST'
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const { marks, shown, save } = useArrivalMarks(open, groups.done)
  const { ready, presses, arrived } = useWaiting()
  const problem = actionData?.problem
  const queued = new Set([...presses, ...arrived].map(({ lane }) => lane))
  const [count, setCount] = useState<number | null>(null)
  if (open.length === 0) return problem ? <ProblemNotice problem={problem} /> : null

  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    setCount(tickedIn(currentTarget))
    const id = target instanceof Element ? target.closest('[data-order]')?.getAttribute('data-order') : null
    const order = open.find((one) => one.id === id)
    if (!order) return
    const own = storedFields(currentTarget).filter(([name]) => isAbout(name, order.id, order.lines))
    save(order.id, [['seen', '1'], ...own])
  }
  const tickAll = (ticked: boolean) => {
    for (const box of boxesIn(form.current)) if (box.checked !== ticked) box.click()
  }
  const tickOnly = (orders: readonly OrderSummary[]) => {
    const own = new Set(orders.map(({ id }) => arrivalField.take(id)))
    for (const box of boxesIn(form.current)) if (box.checked !== own.has(box.name)) box.click()
  }
  const group = (title: string, orders: readonly OrderSummary[], only = false, key = title) =>
    orders.length > 0 && (
      <section key={key} aria-label={title} className="grid grid-cols-1 gap-3">
        <h2 className="text-h4 font-bold">
          {title}（{formatNumber(orders.length)}件）
        </h2>
        {only && hydrated && (
          <p>
            <Button type="button" kind="line" onClick={() => tickOnly(orders)}>
              この便のみ選択<span className="visually-hidden">：{title}</span>
            </Button>
          </p>
        )}
        <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
          {orders.map((order) => (
            <ArrivalCard
              key={`${order.id}-${shown}`}
              order={order}
              slips={slips.get(order.id) ?? []}
              formKey={keys.get(order.id) ?? ''}
              ticked={order.state === 'delivered' || order.deliveryOn <= today}
              typed={typedOf(problem?.typed, order) ?? marks.get(order.id)}
              fields={problem?.fields ?? {}}
              queued={queued.has(`/restaurant/receiving/${order.id}`)}
            />
          ))}
        </div>
      </section>
    )
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      className="grid grid-cols-1 gap-4"
      noValidate
      aria-label="検収"
      onInput={onInput}
      onSubmit={(event) => {
        if (!ready || !isOffline()) return
        event.preventDefault()
        void keepAll(new FormData(event.currentTarget))
      }}
    >
      {problem && <ProblemNotice problem={problem} />}
      {actionData?.left && (
        <ul className="grid gap-1 text-sub" aria-label="検収できなかった伝票">
          {actionData.left.map(({ orderId, name, sentence }) => (
            <li key={orderId}>
              <b>{name}</b> {sentence}
            </li>
          ))}
        </ul>
      )}
      <p className="text-sub text-ink-2">
        問題のある商品のみ入力してください。選択した伝票の他の商品は、すべて「問題なし」で登録します。検収は取り消せません。
        {hydrated && '入力内容は、写真を除いてこの端末に保存されます。'}
      </p>
      {hydrated && (
        <p className="flex flex-wrap gap-3">
          <Button type="button" kind="line" onClick={() => tickAll(true)}>
            すべて選択
          </Button>
          <Button type="button" kind="line" onClick={() => tickAll(false)}>
            すべて解除
          </Button>
        </p>
      )}
      {group('お届け日を過ぎた伝票', groups.late)}
      {arrivalSections(groups.here).map(({ runId, run, orders }) =>
        runId === null
          ? group(day === today ? '本日届く伝票' : 'この日に届く伝票', orders)
          : group(`共同便「${run}」で届く伝票`, orders, orders.length < open.length, runId),
      )}
      <TextField
        label="受取者"
        name="receivedBy"
        autoComplete="name"
        maxLength={60}
        defaultValue={problem?.typed.receivedBy ?? receiver}
        error={problem?.fields.receivedBy}
      />
      <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-3.5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <div className="mx-auto grid max-w-[38.25rem]">
          <Button size="lg" busy={busy}>
            {day === today ? '本日分をまとめて検収' : 'この日の分をまとめて検収'}
          </Button>
          <p role="status" className="text-center text-sub text-ink-2">
            {count !== null && `${formatNumber(count)}件を選択中`}
          </p>
        </div>
      </div>
    </Form>
  )
}

/** What a refused form said about this order; a form that did not have it says nothing. */
const typedOf = (typed: Problem['typed'] | undefined, { id }: OrderSummary) =>
  typed && `key.${id}` in typed ? typed : undefined

const boxesIn = (form: HTMLFormElement | null): HTMLInputElement[] => [
  ...(form?.querySelectorAll<HTMLInputElement>('input[name^="take."]') ?? []),
]
const tickedIn = (form: HTMLFormElement): number => boxesIn(form).filter(({ checked }) => checked).length
