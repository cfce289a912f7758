import { useState } from 'react'
import { parseWholeNumber } from '#kernel/text.ts'
import { useHydrated } from '#ui/browser-state.ts'
import type { OrderLine } from '../order.ts'
import { ruleOf } from '../order-process.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { onShortageWord } from '../order-words.ts'
import { CountField } from './count-field.tsx'
import { LineHead } from './line-head.tsx'
import { ReasonField } from './reason-field.tsx'
import { TaskButton, TaskForm, type TaskProblem } from './task-form.tsx'

type Props = { order: OrderSummary; formKey: string; problem: TaskProblem | undefined }

/** The second: then how many? Every number stands at what was ordered and is only lowered. */
export function AcceptPartForm({ order, formKey, problem }: Props) {
  return (
    <TaskForm task="acceptPart" formKey={formKey} problem={problem}>
      <ul className="grid gap-4">
        {order.lines.map((line) => (
          <li key={line.id} className="card p-4">
            <LineAnswerFields line={line} problem={problem} />
          </li>
        ))}
      </ul>
      <TaskButton formKey={formKey}>{ruleOf('accept').buttonForLess}</TaskButton>
    </TaskForm>
  )
}

function LineAnswerFields({ line, problem }: { line: OrderLine; problem: TaskProblem | undefined }) {
  const ordered = line.quantities.ordered?.qty ?? 0
  const [typed, setTyped] = useState(problem?.typed[`qty.${line.id}`] ?? String(ordered))
  const count = parseWholeNumber(typed)
  const reasonError = problem?.fields[`reason.${line.id}`]
  const asksReason = !useHydrated() || count !== ordered || reasonError !== undefined
  return (
    <div className="grid gap-4">
      <LineHead line={line} count={ordered} unit={line.unitLabel} heading />
      <CountField
        label={
          <>
            出せる数<span className="visually-hidden">（{line.name}）</span>
          </>
        }
        help={`足りないとき、お店の希望は「${onShortageWord[line.onShortage]}」`}
        name={`qty.${line.id}`}
        value={typed}
        onValue={setTyped}
        most={ordered}
        unit={line.unitLabel}
        of={line.name}
        error={problem?.typed[`qty.${line.id}`] === typed ? problem.fields[`qty.${line.id}`] : undefined}
      />
      {asksReason && (
        <ReasonField
          label={`少なくなる理由（${line.name}）`}
          name={`reason.${line.id}`}
          chosen={problem?.typed[`reason.${line.id}`]}
          error={reasonError}
        />
      )}
    </div>
  )
}
