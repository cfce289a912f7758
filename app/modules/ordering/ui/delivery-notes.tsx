import { MessageSquareText } from 'lucide-react'
import { deliveryNotesOf } from '../delivery-notes.ts'

type Props = {
  order: Parameters<typeof deliveryNotesOf>[0]
  /** On the page of an order; in a list of orders it stands one level lower. */
  as?: 'h2' | 'h3'
}

/** The chef's message and the kitchen's receiving note; nothing if there is neither. */
export function DeliveryNotes({ order, as: Heading = 'h2' }: Props) {
  const notes = deliveryNotesOf(order)
  if (notes.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-3 rounded-card border border-kraft-line bg-kraft-tint p-4 text-kraft-ink">
      {notes.map(({ kind, word, text }) => (
        <section key={kind} className="flex gap-3">
          <MessageSquareText aria-hidden="true" className="mt-1 shrink-0" />
          <div className="min-w-0">
            <Heading className="font-bold">{word}</Heading>
            <p className="whitespace-pre-line text-ink">{text}</p>
          </div>
        </section>
      ))}
    </div>
  )
}
