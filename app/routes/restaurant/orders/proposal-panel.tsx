import { Form, useNavigation } from 'react-router'
import { formatDeadline, formatRemaining, formatYen } from '#kernel/format.ts'
import { instructionOf, instructionText } from '#modules/ordering/instruction.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { reservedQuantity } from '#modules/ordering/reserved-quantity.ts'
import { amountOf, nominalQuantity } from '#modules/pricing/line-terms.ts'
import { Button } from '#ui/button.tsx'
import { CartonPanel } from '#ui/market.tsx'

type Props = { order: OrderDetail; formKey: string; now: Date }

/** The farm asks: old and new side by side, the difference in yen, and the time after which the instruction applies. */
export default function ProposalPanel({ order, formKey, now }: Props) {
  const busy = useNavigation().formData?.get('intent')
  const { proposal, proposalDueAt } = order
  if (!proposal || !proposalDueAt) return null
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
          {proposal.lines.map(({ lineId, stated, reason }) => {
            const line = order.lines.find(({ id }) => id === lineId)
            if (!line) return null
            const held = reservedQuantity(line)
            const less = amountOf(line, nominalQuantity(line, held)) - amountOf(line, nominalQuantity(line, stated))
            return (
              <fieldset key={lineId} className="grid gap-2 border-t border-line p-4">
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
                  {stated > 0 && (
                    <Choice name={`answer.${lineId}`} value="take" word={`${stated}${line.unitLabel}で受け取る`} />
                  )}
                  <Choice name={`answer.${lineId}`} value="drop" word="この商品をキャンセルする" />
                </div>
                <p className="text-sub">回答しない場合：{instructionText(instructionOf(line))}</p>
              </fieldset>
            )
          })}
          <div className="grid gap-2 border-t border-line p-4">
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

const Choice = ({ name, value, word }: { name: string; value: string; word: string }) => (
  <label className="flex min-h-12 items-center gap-3 rounded-control border-[1.5px] border-line-strong px-3 font-bold has-checked:border-pine has-checked:bg-pine-tint">
    <input type="radio" name={name} value={value} className="size-5 accent-pine" />
    {word}
  </label>
)
