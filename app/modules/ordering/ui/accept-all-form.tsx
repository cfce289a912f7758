import { CartonPanel } from '#ui/market.tsx'
import { instructionOf, instructionText } from '../instruction.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { ruleOf } from '../process/transitions.ts'
import { reservedQuantity } from '../reserved-quantity.ts'
import { ChangeMark } from './change-mark.tsx'
import { LineHead } from './line-head.tsx'
import { TaskButton, TaskForm, type TaskProblem } from './task-form.tsx'

type Props = { order: OrderSummary; formKey: string; problem: TaskProblem | undefined; word?: string }

/** The first question: can you send all of it? One press answers it. */
export function AcceptAllForm({ order, formKey, problem, word = ruleOf('accept').button }: Props) {
  return (
    <TaskForm task="accept" formKey={formKey} problem={problem}>
      <input type="hidden" name="version" value={order.version} />
      <CartonPanel category={order.lines[0]?.category} className="shadow-2">
        <ul className="bg-surface text-ink">
          {order.lines
            .filter((line) => reservedQuantity(line) > 0)
            .map((line) => (
              <li key={line.id} className="border-t border-line px-4 py-3 first:border-t-0">
                <LineHead line={line} count={reservedQuantity(line)} unit={line.unitLabel}>
                  <p className="text-sub">不足時：{instructionText(instructionOf(line))}</p>
                  <ChangeMark line={line} />
                </LineHead>
              </li>
            ))}
        </ul>
      </CartonPanel>
      <TaskButton stamp="受注">{word}</TaskButton>
    </TaskForm>
  )
}
