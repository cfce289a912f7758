import { ArrowRight, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatDeadline, formatRemaining } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Stamp } from '#ui/market.tsx'
import { DayDone } from './day-done.tsx'

type Tally = { orders: number; boxes: number }
type Question = { id: string; restaurant: string; answerDueAt: Date }
type Later = Tally & { day: JstDate }

/** Orders that wait for the farm's answer, most urgent first, each with its time. */
export function WaitingCard({ waiting, now }: { waiting: readonly Question[]; now: Date }) {
  const urgent = waiting.toSorted((a, b) => a.answerDueAt.getTime() - b.answerDueAt.getTime())
  return (
    <BigCard
      head={<Head as="h2">回答待ちの飲食店</Head>}
      figure={<Figure count={waiting.length} unit="件" bright={waiting.length > 0} />}
      bright={waiting.length > 0}
    >
      {waiting.length === 0 && <p className="px-4 pb-4">現在ありません。</p>}
      {urgent.slice(0, 3).map(({ id, restaurant, answerDueAt }) => (
        <Row key={id} to={`/farmer/orders/${id}`}>
          <span className="block text-h4 font-bold">{restaurant}</span>
          <span className="flex flex-wrap gap-x-4 text-sub">
            <span>{formatDeadline(answerDueAt, now)}までに</span>
            <strong className="whitespace-nowrap">{formatRemaining(answerDueAt, now)}</strong>
          </span>
        </Row>
      ))}
      {urgent.length > 3 && <p className="border-t border-line px-4 py-3">他{urgent.length - 3}件</p>}
    </BigCard>
  )
}

type TodayProps = { leaving: Tally; toPack: Tally; toShip: Tally; left: Tally; next: Later | undefined }

/** Of today: what is still to pack, to send, and sent. */
export function TodayCard({ leaving, toPack, toShip, left, next }: TodayProps) {
  const over = leaving.orders > 0 && left.orders === leaving.orders
  return (
    <BigCard head={<Head as="h2">本日の出荷数</Head>} figure={<Figure count={leaving.boxes} unit="個口" />}>
      {leaving.orders === 0 && (
        <p className="px-4 pb-4">
          本日の出荷はありません。
          {next && (
            <span className="phrase">
              次は<strong className="whitespace-nowrap">{formatDay(next.day)}</strong>、{next.boxes}個口です。
            </span>
          )}
        </p>
      )}
      {over && (
        <p className="flex items-center justify-between gap-3 px-4 pb-4 font-bold">
          <span>
            <DayDone />
          </span>
          <Stamp word="出荷" date="今日" />
        </p>
      )}
      {leaving.orders > 0 && !over && (
        <>
          <Row to="/farmer/orders?step=pack">
            <TallyLine word="箱詰め前" {...toPack} />
          </Row>
          <Row to="/farmer/orders?step=ship">
            <TallyLine word="出荷待ち" {...toShip} />
          </Row>
          <div className="border-t border-line py-3 ps-4 pe-13">
            <TallyLine word="出荷済み" {...left} />
          </div>
        </>
      )}
    </BigCard>
  )
}

const TallyLine = ({ word, orders, boxes }: Tally & { word: string }) => (
  <span className="flex flex-wrap items-baseline justify-between gap-x-3">
    <span>{word}</span>
    <span className={`whitespace-nowrap ${orders === 0 ? 'text-ink-3' : 'font-bold'}`}>
      {orders === 0 ? (
        'なし'
      ) : (
        <>
          <span className="num text-h3">{orders}</span>件 <span className="num text-h3">{boxes}</span>個口
        </>
      )}
    </span>
  </span>
)

/** What comes after today, so that the farm harvests enough. */
export function LaterCard({ tomorrow, days }: { tomorrow: JstDate; days: readonly Later[] }) {
  const onTomorrow = days.find(({ day }) => day === tomorrow)
  return (
    <BigCard head={<Head as="h2">明日</Head>} figure={<Figure count={onTomorrow?.boxes ?? 0} unit="個口" />}>
      {!onTomorrow && <p className="px-4 pb-4">明日の出荷は、まだありません。</p>}
      <dl>
        {days.slice(0, 3).map(({ day, orders, boxes }) => (
          <div
            key={day}
            className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line px-4 py-3"
          >
            <dt className="whitespace-nowrap">{formatDay(day)}</dt>
            <dd className="font-bold whitespace-nowrap">
              <span className="num text-h3">{orders}</span>件 <span className="num text-h3">{boxes}</span>個口
            </dd>
          </div>
        ))}
      </dl>
    </BigCard>
  )
}

type BigCardProps = { head: ReactNode; figure: ReactNode; bright?: boolean; children: ReactNode }

function BigCard({ head, figure, bright = false, children }: BigCardProps) {
  return (
    <section className={`card shadow-2 ${bright ? 'outline-3 outline-tag' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 text-h3">
        <div className="min-w-0 flex-1 basis-28">{head}</div>
        {figure}
      </div>
      {children}
    </section>
  )
}

const Figure = ({ count, unit, bright = false }: { count: number; unit: string; bright?: boolean }) => (
  <p className={`shrink-0 rounded-tag px-4 whitespace-nowrap ${bright ? 'bg-tag text-tag-ink' : 'bg-sunken'}`}>
    <span className="num text-[2.5rem] leading-tight">{count}</span>
    <span className="ms-1 text-body font-bold">{unit}</span>
  </p>
)

const Row = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="flex min-h-(--target-lg) items-center gap-3 border-t border-line py-2 ps-4 pe-4">
    <span className="min-w-0 grow">{children}</span>
    <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
  </Link>
)

/** The next action, within reach of the thumb; on a PC the first of the page. */
export function TodaysTask({ waiting, toPack, toShip }: { waiting: number; toPack: number; toShip: number }) {
  const { step, word } = taskOf(waiting, toPack, toShip)
  return (
    <div className="no-print fixed inset-x-0 bottom-0 z-[calc(var(--z-bar)-1)] border-t border-line bg-surface/90 px-3 pt-3 pb-[max(88px,3.75rem)] lg:static lg:border-0 lg:bg-transparent lg:px-8 lg:pt-4 lg:pb-0">
      <ButtonLink size="lg" to={`/farmer/orders${step && `?step=${step}`}`} className="flex w-full lg:w-fit lg:px-10">
        {word}
        <ArrowRight aria-hidden="true" />
      </ButtonLink>
    </div>
  )
}

function taskOf(waiting: number, toPack: number, toShip: number) {
  if (waiting > 0) return { step: 'confirm', word: `回答する（${waiting}件）` }
  if (toPack > 0) return { step: 'pack', word: '箱詰めを開始する' }
  if (toShip > 0) return { step: 'ship', word: '出荷を登録する' }
  return { step: '', word: '受注を見る' }
}
