import { type InvoiceState, invoiceStateWord } from '#modules/billing/invoice-state.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const toneOf: Record<InvoiceState, BadgeTone> = { paid: 'pine', unpaid: 'tag', overdue: 'akane' }

export const InvoiceBadge = ({ state }: { state: InvoiceState }) => (
  <Badge tone={toneOf[state]}>{invoiceStateWord[state]}</Badge>
)
