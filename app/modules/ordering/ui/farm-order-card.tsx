import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatDeadline, formatRemaining, formatShortDay } from '#kernel/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CartonPanel, Stamp } from '#ui/market.tsx'
import type { OrderLine } from '../order.ts'
import { ruleOf } from '../order-process.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { slotWord } from '../order-words.ts'
import { BoxCount, LineHead } from './line-head.tsx'
import { TaskButton, TaskForm } from './task-form.tsx'

type CardStep = 'confirm' | 'pack' | 'ship'
type Card = { order: OrderSummary; place: string }

/** One restaurant's order as the carton that will leave (mock-up 08), with the one thing to do next. */
export function FarmOrderCard({
  order,
  place,
  step,
  formKey,
  now,
}: Card & { step: CardStep; formKey: string; now: Date }) {
  const title = `order-${order.id}`
  const going = order.lines.filter((line) => countToSend(line) > 0)
  return (
    <article aria-labelledby={title} className="h-full">
      <CartonPanel category={order.lines[0]?.category} className="flex h-full flex-col shadow-2">
        <header className="flex flex-wrap items-center justify-between gap-3 px-4 pt-3 pb-4">
          <div className="min-w-0 flex-1 basis-36">
            <h2 id={title} className="text-h3 font-bold text-ink">
              {order.restaurant.name}
            </h2>
            <p className="font-bold">
              <span className="phrase">{place}</span>／<DeliveryWord order={order} />
            </p>
          </div>
          <BoxCount count={boxesOf(order)} />
        </header>
        <div className="flex grow flex-col justify-between bg-surface text-ink">
          <ul>
            {going.map((line) => (
              <li key={line.id} className="border-t border-line px-4 py-3">
                <LineHead line={line} count={countToSend(line)} />
              </li>
            ))}
          </ul>
          <div className="grid gap-3 px-3 pt-1 pb-3">
            <StepAction order={order} step={step} formKey={formKey} now={now} />
          </div>
        </div>
      </CartonPanel>
    </article>
  )
}

function StepAction({
  order,
  step,
  formKey,
  now,
}: {
  order: OrderSummary
  step: CardStep
  formKey: string
  now: Date
}) {
  const address = `/farmer/orders/${order.id}`
  if (step === 'pack') return <CardLink to={address} verb="箱づめする" order={order} />
  if (step === 'ship') return <CardLink to={address} verb="発送する" order={order} />
  return (
    <>
      <AnswerDue order={order} now={now} />
      <TaskForm task="accept" formKey={formKey} action={address} className="gap-3">
        <TaskButton formKey={formKey}>
          {ruleOf('accept').button}
          <span className="visually-hidden">（{order.restaurant.name}）</span>
        </TaskButton>
      </TaskForm>
      <ButtonLink kind="line" size="lg" to={`${address}?part=1#part`}>
        出せない品がある
        <span className="visually-hidden">（{order.restaurant.name}）</span>
      </ButtonLink>
    </>
  )
}

const CardLink = ({ to, verb, order }: { to: string; verb: string; order: OrderSummary }) => (
  <ButtonLink size="lg" to={to} className="mt-2 w-full">
    {verb}
    <span className="visually-hidden">（{order.restaurant.name}）</span>
  </ButtonLink>
)

/** By when to answer, and how long that is. */
export function AnswerDue({ order, now }: { order: Pick<OrderSummary, 'answerDueAt'>; now: Date }) {
  return (
    <p className="rounded-control bg-tag-tint px-3 py-2 text-center">
      <strong className="whitespace-nowrap">{formatDeadline(order.answerDueAt, now)}</strong>までに答える
      <span className="ms-2 whitespace-nowrap text-ink-2">{formatRemaining(order.answerDueAt, now)}</span>
    </p>
  )
}

export const DeliveryWord = ({ order }: { order: Pick<OrderSummary, 'deliveryOn' | 'slot'> }) => (
  <span className="whitespace-nowrap">
    {formatShortDay(order.deliveryOn)}
    {order.slot === 'none' ? '着' : ` ${slotWord[order.slot]}着`}
  </span>
)

/** An order of a later day, or one that is done: a line that opens it. */
export function FoldedOrder({ order, place, stamp }: Card & { stamp?: { word: string; date: string } }) {
  return (
    <Link
      to={`/farmer/orders/${order.id}`}
      className="flex min-h-(--target-lg) items-center gap-3 rounded-card border border-line bg-surface px-4 py-2"
    >
      <span className="min-w-0 grow">
        <span className="block font-bold">{order.restaurant.name}</span>
        <span className="text-sub text-ink-2">
          {place}・{boxesOf(order)}箱{stamp && `・${stamp.word}ずみ`}
        </span>
      </span>
      {stamp ? <Stamp {...stamp} /> : <ChevronRight aria-hidden="true" className="text-ink-3" />}
    </Link>
  )
}

export const boxesOf = (order: Pick<OrderSummary, 'parcels'>): number =>
  order.parcels.filter((parcel) => !parcel.unused).length

/** As many as are meant to leave, as far as that is settled now. */
export const countToSend = ({ quantities }: Pick<OrderLine, 'quantities'>): number =>
  (quantities.shipped ?? quantities.confirmed ?? quantities.ordered)?.qty ?? 0
