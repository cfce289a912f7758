import {
  Ban,
  CircleCheck,
  ClipboardList,
  Clock,
  MessageCircleQuestionMark,
  Package,
  Receipt,
  Truck,
} from 'lucide-react'
import type { OrderState } from '#kernel/enums.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { farmStateWord, stateWord } from '../order-labels.ts'

const appearance: Record<OrderState, { tone: BadgeTone; Icon: typeof Clock }> = {
  draft: { tone: 'line', Icon: ClipboardList },
  pending_approval: { tone: 'tag', Icon: Clock },
  placed: { tone: 'ai', Icon: Clock },
  accepted: { tone: 'pine', Icon: CircleCheck },
  proposed: { tone: 'kaki', Icon: MessageCircleQuestionMark },
  preparing: { tone: 'tag', Icon: Package },
  partly_shipped: { tone: 'pine', Icon: Truck },
  shipped: { tone: 'pine', Icon: Truck },
  delivered: { tone: 'matcha', Icon: Package },
  inspected: { tone: 'matcha', Icon: CircleCheck },
  finalized: { tone: 'line', Icon: Receipt },
  declined: { tone: 'akane', Icon: Ban },
  expired: { tone: 'akane', Icon: Ban },
  cancelled: { tone: 'akane', Icon: Ban },
  sent_back: { tone: 'akane', Icon: Ban },
}

/** The state of an order: icon and word, never colour alone. Farmers have their own words. */
export function StateBadge({ state, reader = 'restaurant' }: { state: OrderState; reader?: 'restaurant' | 'farm' }) {
  const { tone, Icon } = appearance[state]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" />
      {(reader === 'farm' ? farmStateWord : stateWord)[state]}
    </Badge>
  )
}
