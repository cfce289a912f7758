import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatDeadline, formatRemaining, formatYen } from '#kernel/format.ts'
import type { ProposalChoice } from '#modules/ordering/answer-proposal.server.ts'
import type { ChefAnswer } from '#modules/ordering/decide-shortage.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { amountOf, nominalQuantity } from '#modules/pricing/line-terms.ts'
import { Button } from '#ui/button.tsx'
import { CartonPanel } from '#ui/market.tsx'

type Props = { order: OrderDetail; choices: readonly ProposalChoice[]; formKey: string; now: Date }

/** The farm asks: old and new side by side, the difference in yen, and the time after which the instruction applies.
 * Every line is answered: nothing is dropped by leaving it out. */
export default function ProposalPanel({ order, choices, formKey, now }: Props) {
  const busy = useNavigation().formData?.get('intent')
  const { proposalDueAt } = order
  if (!proposalDueAt) return null
  return (
    <CartonPanel aria-labelledby="proposal" category={order.lines[0]?.category} className="shadow-2 print:hidden">
      <div className="px-4 py-3">
        <h2 id="proposal">
          <span className="text-h3 font-bold text-ink">農園からの変更依頼</span>
        </h2>
        <p className="font-bold text-ink">
          <span className="whitespace-nowrap">{formatDeadline(proposalDueAt, now)}</span>までに回答
          <span className="ms-2 font-normal">{formatRemaining(proposalDueAt, now)}</span>
        </p>
      </div>
      <div className="bg-surface text-ink">
        <Form method="post" className="grid">
          <input type="hidden" name="intent" value="answer" />
          <input type="hidden" name="key" value={formKey} />
          {choices.map((choice) => {
            const line = order.lines.find(({ id }) => id === choice.lineId)
            return line && <LineChoice key={line.id} line={line} choice={choice} />
          })}
          <p className="border-t border-line px-4 pt-4 text-sub">
            送料は、出荷する個口に合わせて再計算します（増えることはありません）。
          </p>
          <div className="grid gap-2 px-4 pt-2 pb-4">
            <Button kind="kaki" size="lg" busy={busy === 'answer'}>
              {ruleOf('agree').button}
            </Button>
          </div>
        </Form>
        <Form method="post" className="px-4 pb-4">
          <input type="hidden" name="intent" value="turnDown" />
          <input type="hidden" name="key" value={formKey} />
          <Button kind="line" className="w-full" busy={busy === 'turnDown'}>
            {ruleOf('turnDown').button}（取消料はかかりません）
          </Button>
        </Form>
      </div>
    </CartonPanel>
  )
}

type LineProps = { line: OrderDetail['lines'][number]; choice: ProposalChoice }

/** One line that is short. The chef's instruction is chosen at first, and named as such. */
function LineChoice({ line, choice: { held, stated, reason, agreed, confirmed, substitute } }: LineProps) {
  const name = `answer.${line.id}`
  const less = amountOf(line, nominalQuantity(line, held)) - amountOf(line, nominalQuantity(line, stated))
  return (
    <fieldset className="grid gap-2 border-t border-line p-4">
      <legend className="contents">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-bold">{line.name}</span>
          <span className="whitespace-nowrap">
            <s className="num text-h3 text-ink-2">{held}</s> →{' '}
            <strong className="num text-h2 text-kaki-ink">{stated}</strong>
            {line.unitLabel}
          </span>
        </span>
      </legend>
      <p className="text-sub text-ink-2">
        理由：{reason}・商品代が{formatYen(less)}減額されます（税抜）
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        {agreed === 'instruction' && (
          <Choice name={name} value="instruction" agreed>
            {substitute
              ? `代替品「${substitute.name}」${substitute.qty}点を受け取る`
              : `${confirmed}${line.unitLabel}を受け取る`}
          </Choice>
        )}
        {stated > 0 && (
          <Choice name={name} value="take" agreed={agreed === 'take'}>
            {stated}
            {line.unitLabel}を受け取る
          </Choice>
        )}
        <Choice name={name} value="drop" agreed={agreed === 'drop'}>
          この商品をキャンセルする
        </Choice>
      </div>
    </fieldset>
  )
}

type ChoiceProps = { name: string; value: ChefAnswer; agreed: boolean; children: ReactNode }

const Choice = ({ name, value, agreed, children }: ChoiceProps) => (
  <label className="flex min-h-12 items-center gap-3 rounded-control border-[1.5px] border-line-strong px-3 py-1.5 font-bold has-checked:border-pine has-checked:bg-pine-tint">
    <input
      type="radio"
      name={name}
      value={value}
      defaultChecked={agreed}
      required
      className="size-5 shrink-0 accent-pine"
    />
    <span>
      {children}
      {agreed && <span className="block text-sub font-normal">事前の指示</span>}
    </span>
  </label>
)
