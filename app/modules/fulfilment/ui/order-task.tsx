import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProductId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ruleOf } from '#modules/ordering/order-process.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { AcceptAllForm, AcceptPartForm, DeclineForm } from '#modules/ordering/ui/answer-form.tsx'
import { AnswerDue } from '#modules/ordering/ui/farm-order-card.tsx'
import { LineHead } from '#modules/ordering/ui/line-head.tsx'
import { ParcelList } from '#modules/ordering/ui/parcel-list.tsx'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { TaskButton, TaskForm, type TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import type { Lot } from '#modules/provenance/lot.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Stamp } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { PackingForm } from './packing-form.tsx'
import { ShippingForm } from './shipping-form.tsx'

type Props = {
  order: OrderDetail
  packed: boolean
  lots: ReadonlyMap<ProductId, readonly Lot[]>
  today: JstDate
  formKey: string
  now: Date
  partOpen: boolean
  justSent: boolean
  problem: TaskProblem | undefined
}

/** One order, one task: what its state asks of the farm, and nothing else. */
export function OrderTask(props: Props) {
  const { problem } = props
  const { tasks, Task } = taskOf(props)
  const stray = problem && !tasks.some((task) => task === problem.typed.task)
  return <Task {...props} said={stray && <ProblemNotice problem={problem} />} />
}

/** The forms of each state; a refusal of any other form (sent from an older page) stands above them. */
function taskOf({ order, packed, problem }: Props): { tasks: string[]; Task: (props: TaskProps) => ReactNode } {
  switch (order.state) {
    case 'placed':
      return { tasks: ['accept', 'acceptPart', 'decline'], Task: Answer }
    case 'accepted':
      return { tasks: ['prepare'], Task: Prepare }
    case 'preparing':
    case 'partly_shipped':
      return packed && problem?.typed.task !== 'pack'
        ? { tasks: ['ship'], Task: Ship }
        : { tasks: ['pack'], Task: Pack }
    case 'shipped':
    case 'delivered':
    case 'inspected':
    case 'finalized':
      return { tasks: [], Task: Sent }
    default:
      return { tasks: [], Task: Nothing }
  }
}

const Nothing = ({ said }: TaskProps) => said || <Notice>この注文で、することはもうありません。</Notice>

type TaskProps = Props & { said: ReactNode }
const problemOf = (problem: Props['problem'], task: string) => (problem?.typed.task === task ? problem : undefined)

function Answer({ order, formKey, now, partOpen, problem, said }: TaskProps) {
  const [all, part, decline] = ['accept', 'acceptPart', 'decline'].map((task) => problemOf(problem, task))
  return (
    <section className="grid grid-cols-1 gap-4">
      <Question head={<Head as="h2">ぜんぶ出せますか</Head>} />
      <AnswerDue order={order} now={now} />
      {said}
      <AcceptAllForm order={order} formKey={formKey} problem={all} />
      <Fold id="part" word="出せない品がある" open={partOpen || part !== undefined}>
        <AcceptPartForm order={order} formKey={formKey} problem={part} />
      </Fold>
      <Fold word="この注文を受けられない" open={decline !== undefined}>
        <DeclineForm order={order} formKey={formKey} problem={decline} />
      </Fold>
    </section>
  )
}

function Prepare({ order, formKey, problem, said }: TaskProps) {
  return (
    <section className="grid grid-cols-1 gap-4">
      <Question head={<Head as="h2">箱づめするもの</Head>} />
      {said}
      <TaskForm task="prepare" formKey={formKey} problem={problemOf(problem, 'prepare')}>
        <ul className="card">
          {order.lines
            .filter((line) => line.quantities.confirmed?.qty)
            .map((line) => (
              <li key={line.id} className="border-t border-line px-4 py-3 first:border-t-0">
                <LineHead line={line} count={line.quantities.confirmed?.qty ?? 0} unit={line.unitLabel} />
              </li>
            ))}
        </ul>
        <TaskButton formKey={formKey}>{ruleOf('prepare').button}</TaskButton>
        <p className="text-sub text-ink-2">はじめると、お店は注文を取り消せなくなります。</p>
      </TaskForm>
    </section>
  )
}

function Pack({ order, lots, today, formKey, problem, said }: TaskProps) {
  return (
    <section className="grid grid-cols-1 gap-4">
      <Question head={<Head as="h2">箱に入れたもの</Head>} />
      {said}
      <PackingForm
        lines={order.lines}
        lots={lots}
        named={order.lots}
        today={today}
        formKey={formKey}
        problem={problemOf(problem, 'pack')}
      />
    </section>
  )
}

function Ship(props: TaskProps) {
  const { order, lots, today, formKey, problem, said } = props
  return (
    <section className="grid grid-cols-1 gap-4">
      <Question head={<Head as="h2">送り状の番号</Head>} />
      {said}
      <ShippingForm parcels={order.parcels} formKey={formKey} problem={problemOf(problem, 'ship')} />
      <Fold word="箱づめを直す">
        <PackingForm
          lines={order.lines}
          lots={lots}
          named={order.lots}
          today={today}
          formKey={formKey}
          problem={undefined}
        />
      </Fold>
    </section>
  )
}

function Sent({ order, justSent, said }: TaskProps) {
  return (
    <section className="card grid grid-cols-1 gap-4 p-4">
      <div className="flex items-center justify-between gap-3">
        <Head as="h2" className="text-h3">
          発送しました
        </Head>
        <Stamp
          word="発送"
          date={`${Number(order.shipOn.slice(5, 7))}.${Number(order.shipOn.slice(8, 10))}`}
          lands={justSent}
        />
      </div>
      {said}
      <ParcelList parcels={order.parcels} />
      {justSent && (
        <ButtonLink size="lg" to="/farmer/orders?step=ship" className="w-full">
          次の箱へ
        </ButtonLink>
      )}
    </section>
  )
}

const Question = ({ head }: { head: ReactNode }) => <div className="text-h2">{head}</div>

/** A second thought: a large line that opens without any script. */
function Fold({
  id,
  word,
  open = false,
  children,
}: {
  id?: string
  word: string
  open?: boolean
  children: ReactNode
}) {
  return (
    <details id={id} open={open} className="group rounded-card border-2 border-line-strong bg-surface">
      <summary className="flex min-h-(--target-lg) list-none items-center justify-between gap-3 px-4 py-2 font-bold [&::-webkit-details-marker]:hidden">
        {word}
        <ChevronDown aria-hidden="true" className="size-7 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="border-t border-line p-3">{children}</div>
    </details>
  )
}
