import { type ComponentType, Suspense } from 'react'
import { lazyPart } from '#ui/lazy-part.ts'
import type { TaskProps } from './tasks/task-parts.tsx'

// An order is in one state: the scripts for the others are not loaded. All are rendered by the server.
const AnswerTask = import.meta.env.SSR
  ? (await import('./tasks/answer-task.tsx')).default
  : lazyPart(() => import('./tasks/answer-task.tsx'))
const AskedTask = import.meta.env.SSR
  ? (await import('./tasks/asked-task.tsx')).default
  : lazyPart(() => import('./tasks/asked-task.tsx'))
const PrepareTask = import.meta.env.SSR
  ? (await import('./tasks/prepare-task.tsx')).default
  : lazyPart(() => import('./tasks/prepare-task.tsx'))
const PackTask = import.meta.env.SSR
  ? (await import('./tasks/pack-task.tsx')).default
  : lazyPart(() => import('./tasks/pack-task.tsx'))
const ShipTask = import.meta.env.SSR
  ? (await import('./tasks/ship-task.tsx')).default
  : lazyPart(() => import('./tasks/ship-task.tsx'))
const RestTask = import.meta.env.SSR
  ? (await import('./tasks/rest-task.tsx')).default
  : lazyPart(() => import('./tasks/rest-task.tsx'))
const SentTask = import.meta.env.SSR
  ? (await import('./tasks/sent-task.tsx')).default
  : lazyPart(() => import('./tasks/sent-task.tsx'))
const NoTask = import.meta.env.SSR
  ? (await import('./tasks/no-task.tsx')).default
  : lazyPart(() => import('./tasks/no-task.tsx'))

type Props = Omit<TaskProps, 'stray'>

/** One order, one task: what its state requires of the farm. */
export function OrderTask(props: Props) {
  const { tasks, Task } = taskOf(props)
  const known = tasks.some((task) => task === props.problem?.typed.task)
  return (
    <Suspense>
      <Task {...props} stray={known ? undefined : props.problem} />
    </Suspense>
  )
}

/** The forms of each state; a refusal of any other form (sent from an older page) is shown above them. */
function taskOf({ order, packed, problem }: Props): { tasks: string[]; Task: ComponentType<TaskProps> } {
  switch (order.state) {
    case 'placed':
      return { tasks: ['accept', 'acceptPart', 'decline', 'keep'], Task: AnswerTask }
    case 'proposed':
      return { tasks: [], Task: AskedTask }
    case 'accepted':
      return { tasks: ['prepare', 'shortage', 'answerCancel'], Task: PrepareTask }
    case 'preparing':
      return packed && problem?.typed.task !== 'pack'
        ? { tasks: ['ship', 'shipPart', 'giveUp'], Task: ShipTask }
        : { tasks: ['pack', 'shipPart', 'giveUp'], Task: PackTask }
    case 'partly_shipped':
      return { tasks: ['shipRest', 'dropRest'], Task: RestTask }
    case 'shipped':
    case 'delivered':
    case 'inspected':
    case 'finalized':
      return { tasks: [], Task: SentTask }
    default:
      return { tasks: [], Task: NoTask }
  }
}
