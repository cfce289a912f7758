import { Suspense } from 'react'
import { formatShortDay } from '#kernel/format.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CartonPanel } from '#ui/market.tsx'
import { boxesOf, countToSend } from '../order-counts.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { wayOfOrder } from '../way-of-order.ts'
// The only form of the three steps: its script comes where an answer is asked for.
import AnswerNow from './answer-now.tsx' with { load: 'later' }
import { BoxCount } from './box-count.tsx'
import { ChangeMark } from './change-mark.tsx'
import { DeliveryNotes } from './delivery-notes.tsx'
import { LineHead } from './line-head.tsx'

type CardStep = 'confirm' | 'pack' | 'ship'
type Card = { order: OrderSummary; place: string; prefecture: string }

/** One restaurant's order as the carton that will leave (mock-up 08), with the next action. */
export function FarmOrderCard({
  order,
  place,
  prefecture,
  step,
  formKey,
  now,
  mayAccept,
  mayWork,
}: Card & Omit<StepProps, 'order'>) {
  const title = `order-${order.id}`
  const going = order.lines.filter((line) => countToSend(line) > 0)
  const way = wayOfOrder(order)
  return (
    <article aria-labelledby={title} className="h-full">
      <CartonPanel category={order.lines[0]?.category} className="flex h-full flex-col shadow-2">
        <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2">
          <h2 id={title} className="min-w-0 flex-1 basis-24 text-h3 leading-tight font-bold text-ink">
            {order.restaurant.name}
          </h2>
          <BoxCount count={boxesOf(order)} />
          <p className="w-full font-bold">
            <span className="phrase">{place}</span>／<DeliveryWord order={order} />
            {way && <span className="block text-sub">{way}</span>}
          </p>
          {[
            order.reschedule && 'お届けの変更依頼が届いています',
            order.cancelAskedAt && 'キャンセル依頼が届いています',
            order.proposedDay && `別のお届け日を提案中（${formatShortDay(order.proposedDay.deliveryOn)}）`,
          ].map(
            (open) =>
              open && (
                <p key={open} className="w-full rounded-tag bg-tag px-2 py-1 font-bold text-tag-ink">
                  {open}
                </p>
              ),
          )}
        </header>
        <div className="flex grow flex-col bg-surface text-ink">
          <ul className="grow">
            {going.map((line) => (
              <li key={line.id} className={`border-t border-line px-4 ${step === 'confirm' ? 'py-1.5' : 'py-2.5'}`}>
                <LineHead line={line} count={countToSend(line)} dense={step === 'confirm'}>
                  <ChangeMark line={line} />
                </LineHead>
              </li>
            ))}
          </ul>
          <div className="grid grid-cols-1 gap-2 border-t border-line px-4 py-2">
            <DeliveryNotes order={order} as="h3" />
            <address className="flex flex-wrap items-center gap-x-3 text-sub text-ink-2 not-italic">
              <span className="wrap-anywhere">
                {prefecture}
                {order.shipTo.city}
                {order.shipTo.street} {order.shipTo.building}
              </span>
              <a
                href={`tel:${order.shipTo.phone.replaceAll('-', '')}`}
                className="prose-link inline-flex min-h-(--target) items-center font-bold whitespace-nowrap tabular-nums"
              >
                {order.shipTo.phone}
              </a>
            </address>
          </div>
          {/* what answers stays above the fold, however long the card: it sticks within the whole of it */}
          <div className={step === 'confirm' && mayWork ? 'contents' : 'px-3 pb-3'}>
            <StepAction {...{ order, step, formKey, now, mayAccept, mayWork }} />
          </div>
        </div>
      </CartonPanel>
    </article>
  )
}

type StepProps = {
  order: OrderSummary
  step: CardStep
  formKey: string
  now: Date
  mayAccept: boolean
  /** The viewer may do the step; otherwise they can only view (閲覧のみ), or pack without answering (箱詰め). */
  mayWork: boolean
}

function StepAction({ order, step, formKey, now, mayAccept, mayWork }: StepProps) {
  const address = `/farmer/orders/${order.id}`
  if (!mayWork) return <CardLink to={address} verb="注文を見る" order={order} kind="line" />
  if (step === 'pack') return <CardLink to={address} verb="箱詰めする" order={order} />
  if (step === 'ship') return <CardLink to={address} verb="出荷を登録する" order={order} />
  return (
    <Suspense fallback={<div className="min-h-48" />}>
      <AnswerNow order={order} address={address} formKey={formKey} now={now} mayAccept={mayAccept} />
    </Suspense>
  )
}

type CardLinkProps = { to: string; verb: string; order: OrderSummary; kind?: 'line' }

const CardLink = ({ to, verb, order, kind }: CardLinkProps) => (
  <ButtonLink size="lg" {...(kind && { kind })} to={to} className="mt-2 w-full">
    {verb}
    <span className="visually-hidden">（{order.restaurant.name}）</span>
  </ButtonLink>
)

const DeliveryWord = ({ order }: { order: Pick<OrderSummary, 'deliveryOn' | 'slot'> }) => (
  <span className="whitespace-nowrap">
    {formatShortDay(order.deliveryOn)}
    {order.slot === 'none' ? '着' : ` ${slotWord[order.slot]}着`}
  </span>
)
