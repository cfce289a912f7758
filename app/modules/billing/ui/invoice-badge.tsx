import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { type InvoiceState, invoiceStateWord } from '../invoice-state.ts'

const toneOf: Record<InvoiceState, BadgeTone> = {
  paid: 'pine',
  unpaid: 'tag',
  collecting: 'line',
  overdue: 'akane',
  settled: 'line',
}

export const InvoiceBadge = ({ state }: { state: InvoiceState }) => (
  <Badge tone={toneOf[state]}>{invoiceStateWord[state]}</Badge>
)
