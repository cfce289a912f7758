import { useState } from 'react'
import { parseWholeNumber } from '#kernel/text.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { SelectField } from '#ui/field.tsx'
import { instructionOf, instructionText } from '../instruction.ts'
import type { Substitute } from '../offers.server.ts'
import type { OrderLine } from '../order.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { ruleOf } from '../process/transitions.ts'
import { reservedQuantity } from '../reserved-quantity.ts'
import { CountField } from './count-field.tsx'
import { LineCarton } from './line-carton.tsx'
import { ReasonField } from './reason-field.tsx'
import { TaskButton, TaskForm, type TaskProblem } from './task-form.tsx'

type Props = {
  order: OrderSummary
  /** By line: what the chef allows the farm to send instead. */
  substitutes: Readonly<Record<string, readonly Substitute[]>>
  /** Before the farm has accepted, or after. */
  task?: 'acceptPart' | 'shortage'
  formKey: string
  problem: TaskProblem | undefined
}

/** The second question: how many? Every number starts at what was ordered and can only be lowered. */
export function AcceptPartForm({ order, substitutes, task = 'acceptPart', formKey, problem }: Props) {
  return (
    <TaskForm task={task} formKey={formKey} problem={problem}>
      <input type="hidden" name="version" value={order.version} />
      <ul className="grid gap-4 xl:grid-cols-2">
        {order.lines
          .filter((line) => reservedQuantity(line) > 0)
          .map((line) => (
            <li key={line.id}>
              <LineAnswerFields line={line} substitutes={substitutes[line.id] ?? []} problem={problem} />
            </li>
          ))}
      </ul>
      <TaskButton stamp={task === 'shortage' ? undefined : '受注'}>
        {task === 'shortage' ? ruleOf('cover').button : ruleOf('accept').buttonForLess}
      </TaskButton>
    </TaskForm>
  )
}

/** 1 … most */
const countsTo = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1)

type LineProps = { line: OrderLine; substitutes: readonly Substitute[]; problem: TaskProblem | undefined }

function LineAnswerFields({ line, substitutes, problem }: LineProps) {
  const held = reservedQuantity(line)
  const [typed, setTyped] = useState(problem?.typed[`qty.${line.id}`] ?? String(held))
  const count = parseWholeNumber(typed)
  const reasonError = problem?.fields[`reason.${line.id}`]
  const asksReason = !useHydrated() || count !== held || reasonError !== undefined
  return (
    <LineCarton line={line} count={held}>
      <CountField
        label={
          <>
            出荷できる数量<span className="visually-hidden">（{line.name}）</span>
          </>
        }
        help={`不足時の飲食店の指示は「${instructionText(instructionOf(line))}」`}
        name={`qty.${line.id}`}
        value={typed}
        onValue={setTyped}
        most={held}
        unit={line.unitLabel}
        of={line.name}
        error={problem?.typed[`qty.${line.id}`] === typed ? problem.fields[`qty.${line.id}`] : undefined}
      />
      {asksReason && (
        <ReasonField
          label={`減る理由（${line.name}）`}
          name={`reason.${line.id}`}
          chosen={problem?.typed[`reason.${line.id}`]}
          error={reasonError}
        />
      )}
      {asksReason && substitutes.length > 0 && (
        <SelectField
          label={`代替品を送る（${line.name}）`}
          need="optional"
          help="飲食店が事前に承諾した商品と数量です"
          name={`substitute.${line.id}`}
          defaultValue={problem?.typed[`substitute.${line.id}`] ?? ''}
        >
          <option value="">送らない</option>
          {substitutes.flatMap(({ productId, name, unitLabel, most }) =>
            countsTo(Math.min(most, held, 20)).map((count) => (
              <option key={`${productId}-${count}`} value={`${productId}:${count}`}>
                {name} {count}
                {unitLabel}
              </option>
            )),
          )}
        </SelectField>
      )}
    </LineCarton>
  )
}
