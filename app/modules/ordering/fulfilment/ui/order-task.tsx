import { type ComponentType, Suspense } from 'react'
// An order is in one state: the scripts for the others stay away. All are in the page that the server sends.
import AnswerTask from './tasks/answer-task.tsx' with { load: 'later' }
import AskedTask from './tasks/asked-task.tsx' with { load: 'later' }
import NoTask from './tasks/no-task.tsx' with { load: 'later' }
import PackTask from './tasks/pack-task.tsx' with { load: 'later' }
import PrepareTask from './tasks/prepare-task.tsx' with { load: 'later' }
import RestTask from './tasks/rest-task.tsx' with { load: 'later' }
import SentTask from './tasks/sent-task.tsx' with { load: 'later' }
import ShipTask from './tasks/ship-task.tsx' with { load: 'later' }
import type { TaskProps } from './tasks/task-parts.tsx'

type Props = Omit<TaskProps, 'stray'>

/** One order, one task: what its state requires of the farm. */
export function OrderTask(props: Props) {
  const { tasks, Task } = taskOf(props)
  const known = tasks.some((task) => task === props.problem?.typed.intent)
  return (
    <Suspense>
      <Task {...props} stray={known ? undefined : props.problem} />
    </Suspense>
  )
}

/** The forms of each state; a refusal of any other form (sent from an older page) is shown above them. */
function taskOf({ order, packed }: Props): { tasks: string[]; Task: ComponentType<TaskProps> } {
  switch (order.state) {
    case 'placed':
      return { tasks: ['accept', 'acceptPart', 'acceptWithDay', 'decline', 'keep'], Task: AnswerTask }
    case 'proposed':
      return { tasks: [], Task: AskedTask }
    case 'accepted':
      return { tasks: ['prepare', 'shortage', 'answerCancel', 'answerReschedule', 'proposeDay'], Task: PrepareTask }
    case 'preparing':
      return packed
        ? { tasks: ['ship', 'pack', 'parcels', 'shipPart', 'giveUp'], Task: ShipTask }
        : { tasks: ['pack', 'parcels', 'shipPart', 'giveUp'], Task: PackTask }
    case 'partly_shipped':
      return { tasks: ['shipRest', 'dropRest'], Task: RestTask }
    case 'shipped':
    case 'delivered':
    case 'inspected':
    case 'finalized':
      return { tasks: ['requestCorrection', 'withdrawCorrection'], Task: SentTask }
    default:
      return { tasks: [], Task: NoTask }
  }
}
