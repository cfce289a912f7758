import {
  Ban,
  CircleCheck,
  ClipboardCheck,
  Clock,
  type LucideIcon,
  MessageSquareWarning,
  Package,
  PackageOpen,
  PencilLine,
  Receipt,
  Scale,
  ShoppingBasket,
  TriangleAlert,
  Truck,
  Undo2,
} from 'lucide-react'
import { formatGrams, formatMoment, formatNumber } from '#kernel/format.ts'
import { Timeline, TimelineEntry } from '#ui/timeline.tsx'
import { claimTold } from '../claims/claim-told.ts'
import { deliveryChangeText } from '../delivery-change-text.ts'
import type { OrderLine } from '../order.ts'
import { actorWord } from '../order-labels.ts'
import type { OrderEvent } from '../order-queries.server.ts'
import type { TimelineIcon } from '../process/transition-rule.ts'
import { ruleOf, transitionOf } from '../process/transitions.ts'

/** What happened to the order and to its lines: who, when and why, newest first. */
export default function OrderTimeline({
  events,
  lines,
}: {
  events: readonly OrderEvent[]
  lines: readonly OrderLine[]
}) {
  const names = new Map(lines.map((line) => [line.id, line]))
  return (
    <Timeline>
      {events.toReversed().map((event) => (
        <Entry key={event.id} event={event} line={(event.lineId && names.get(event.lineId)) ?? null} />
      ))}
    </Timeline>
  )
}

function Entry({ event, line }: { event: OrderEvent; line: OrderLine | null }) {
  const { Icon, told } = appearanceOf(event.kind)
  const change = changeOf(event, line)
  return (
    <TimelineEntry
      Icon={Icon}
      when={
        <>
          <time dateTime={(event.pressedAt ?? event.at).toISOString()} className="whitespace-nowrap tabular-nums">
            {formatMoment(event.pressedAt ?? event.at)}
          </time>
          {event.pressedAt && <span className="whitespace-nowrap">（受信は{formatMoment(event.at)}）</span>}・
          {actorWord[event.actorKind]}
          {namesAPerson(event) && <>　{event.actorName}さん</>}
        </>
      }
    >
      <p className="font-bold">
        {line && <>「{line.name}」</>}
        {told}
      </p>
      {change && <p className="text-sub">{change}</p>}
      {deliveryChangeText(event.data.delivery).map((part) => (
        <p key={part} className="text-sub">
          {part}
        </p>
      ))}
      {event.reason && <p className="text-sub">理由：{event.reason}</p>}
    </TimelineEntry>
  )
}

const people: readonly OrderEvent['actorKind'][] = ['buyer', 'buyer_approver', 'farm', 'staff']
const namesAPerson = ({ actorKind, actorName }: OrderEvent) => people.includes(actorKind) && actorName !== ''

type Appearance = { Icon: LucideIcon; told: string }

/** The steps of a claim in the words of its process; preceded by its line. */
function claimLooks(): Record<string, Appearance> {
  const steps = Object.entries(claimTold).map(([kind, told]): [string, Appearance] => [
    kind,
    { Icon: MessageSquareWarning, told: `：${told}` },
  ])
  return Object.fromEntries(steps)
}

const icons: Record<TimelineIcon, LucideIcon> = {
  Ban,
  CircleCheck,
  ClipboardCheck,
  Clock,
  Package,
  PackageOpen,
  PencilLine,
  Receipt,
  Scale,
  ShoppingBasket,
  TriangleAlert,
  Truck,
  Undo2,
}

/** The steps of the order, as their rows say. */
function stepLook(kind: string): Appearance | null {
  const name = transitionOf(kind)
  if (!name) return null
  const { icon, told, ofLine = '' } = ruleOf(name)
  return { Icon: icons[icon], told: ofLine + told }
}

/** Events that are no steps of the order. */
const others: Record<string, Appearance> = {
  line_confirmed_less: { Icon: TriangleAlert, told: 'は、注文数量より少なくなります' },
  line_changed: { Icon: PencilLine, told: 'の数量が変更されました' },
  line_substituted: { Icon: CircleCheck, told: 'を、代替品として送ります' },
  line_dropped: { Icon: Ban, told: 'は、キャンセルになりました' },
  line_packed_again: { Icon: Package, told: 'の箱詰めをやり直しました' },
  parcels_arranged: { Icon: Package, told: '個口が変更されました' },
  parcel_state_noted: { Icon: Truck, told: '運営が配送状況を登録しました' },
  correction_requested: { Icon: Scale, told: '農園が、重さの訂正または返品の確認を依頼しました' },
  correction_withdrawn: { Icon: Undo2, told: '訂正・返品の依頼が取り下げられました' },
  correction_agreed: { Icon: CircleCheck, told: '飲食店が、訂正・返品に同意しました' },
  correction_declined: { Icon: Ban, told: '飲食店は、訂正・返品に同意しませんでした' },
  ...claimLooks(),
  line_received_less: { Icon: TriangleAlert, told: 'の検収で、不足がありました' },
}
const unknownKind: Appearance = { Icon: PencilLine, told: '記録されました' }
/** How an event of the log is shown; kinds written by older versions are shown, too. */
export const appearanceOf = (kind: string): Appearance => stepLook(kind) ?? others[kind] ?? unknownKind

/** In this order; an event contains the old and the new value: 10箱 → 8箱. */
const amountKeys = ['ordered', 'stated', 'confirmed', 'shipped', 'received', 'before', 'now'] as const

function changeOf({ data }: OrderEvent, line: OrderLine | null): string | null {
  if (typeof data.grams === 'number') return formatGrams(data.grams)
  const amounts = amountKeys.flatMap((key) => amountIn(data[key], line?.unitLabel ?? '') ?? [])
  return amounts.length > 0 ? amounts.join(' → ') : null
}

/** Event data is JSON that may be years old and written by an older version: parsed defensively. */
function amountIn(value: unknown, unit: string): string | null {
  if (typeof value === 'number') return `${formatNumber(value)}${unit}`
  if (typeof value !== 'object' || value === null || !('qty' in value) || typeof value.qty !== 'number') return null
  const weight = 'grams' in value && typeof value.grams === 'number' ? `（${formatGrams(value.grams)}）` : ''
  return `${formatNumber(value.qty)}${unit}${weight}`
}
