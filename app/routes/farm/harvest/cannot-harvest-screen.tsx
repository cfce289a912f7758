import { Form, useNavigation } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { ReasonField } from '#modules/ordering/ui/reason-field.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/field.tsx'
import { useFormKey } from '#ui/use-form-key.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/cannot-harvest.ts'
import { NoHarvestResult } from './no-harvest-result.tsx'
import { ShortOrderFields } from './short-order-fields.tsx'
import '#styles/kit/choice.css'

type Loaded = Route.ComponentProps['loaderData']

/** Products and days; then every order that they touch, with what is proposed to it; then what became of each. */
export default function CannotHarvestScreen({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { goods, orders, from, to } = loaderData
  const done = actionData && 'done' in actionData ? actionData.done : null
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/harvest', word: '収穫' }} line={null}>
        <h1 className="text-h2 font-bold">収穫できない商品</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-6 p-4 pb-24 lg:px-8">
        {done && <NoHarvestResult done={done} />}
        {!done && goods.length === 0 && <EmptyState>今後2週間に出荷する注文はありません。</EmptyState>}
        {!done && goods.length > 0 && <Choice it={loaderData} />}
        {!done && orders && orders.length === 0 && (
          <p role="status" className="card p-4 font-bold">
            {formatDay(from)}
            {to !== from && `〜${formatDay(to)}`}に出荷する対象の注文はありません。
          </p>
        )}
        {!done && orders && orders.length > 0 && <Proposals it={loaderData} orders={orders} problem={problem} />}
      </div>
    </>
  )
}

/** The question in the address: without script as well. */
function Choice({ it: { goods, days, productIds, from, to } }: { it: Loaded }) {
  const options = days.map(({ day, word }) => (
    <option key={day} value={day}>
      {word}
    </option>
  ))
  return (
    <Form method="get" className="card grid grid-cols-1 gap-4 p-4">
      <fieldset className="grid grid-cols-1 gap-2 md:grid-cols-2">
        <legend className="pb-2 text-h4 font-bold">収穫できない商品</legend>
        {goods.map(({ id, name, packLabel }) => (
          <label key={id} className="choice">
            <input type="checkbox" name="product" value={id} defaultChecked={productIds.includes(id)} />
            <span className="choice-words">
              {name}
              <small>{packLabel}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <SelectField label="出荷日（開始）" name="from" defaultValue={from}>
          {options}
        </SelectField>
        <SelectField label="出荷日（終了）" name="to" defaultValue={to}>
          {options}
        </SelectField>
      </div>
      <Button size="lg" kind="line" className="w-full">
        対象の注文を確認する
      </Button>
    </Form>
  )
}

type ProposalsProps = {
  it: Loaded
  orders: NonNullable<Loaded['orders']>
  problem: { fields: Record<string, string>; summary: string; typed: Record<string, string> } | undefined
}

function Proposals({ it, orders, problem }: ProposalsProps) {
  const formKey = useFormKey(it.formKey)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form key={formKey} method="post" noValidate className="grid grid-cols-1 gap-5" aria-labelledby="touched">
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="from" value={it.from} />
      <input type="hidden" name="to" value={it.to} />
      {it.productIds.map((id) => (
        <input key={id} type="hidden" name="product" value={id} />
      ))}
      <h2 id="touched" className="text-h3 font-bold">
        対象の注文（{orders.length}件）
      </h2>
      {problem && <RefusalNotice problem={problem} />}
      {problem?.fields.take && <p className="font-bold text-akane">{problem.fields.take}</p>}
      <p>
        回答待ちの注文は、他の商品も含めて回答します。数量が不足する商品には、飲食店の事前の指示を適用します。
        <strong className="block">確定後は取り消せません。</strong>
      </p>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
        {orders.map((order) => (
          <li key={order.orderId}>
            {/* an order that has changed is answered anew */}
            <ShortOrderFields
              key={`${order.version} ${order.outcome} ${order.proposedOn}`}
              order={order}
              problem={problem}
            />
          </li>
        ))}
      </ul>
      <ReasonField
        label="不足の理由"
        name="reason"
        chosen={problem?.typed.reason ?? 'weather'}
        error={problem?.fields.reason}
      />
      <label className="choice">
        <input type="checkbox" name="closes" defaultChecked={problem ? problem.typed.closes === 'on' : false} />
        <span className="choice-words">
          この期間の販売も停止する
          <small>収穫見込みを取り消し、在庫で販売する商品は在庫を0にします</small>
        </span>
      </label>
      <Button size="lg" className="w-full" busy={busy}>
        選択した注文に回答する
      </Button>
    </Form>
  )
}
