/** Words of the restaurant that the farm needs when it answers, packs or writes a label. */
export type DeliveryNote = { kind: 'order' | 'kitchen'; word: string; text: string }

type Noted = {
  /** The chef's message to this order. */
  note: string
  /** What the kitchen says about every delivery (gate, hours), as it is today. */
  receivingNote: string
}

/** The chef's message and the kitchen's receiving note, without the empty ones. Every screen, paper and mail reads this. */
export const deliveryNotesOf = ({ note, receivingNote }: Noted): DeliveryNote[] =>
  (
    [
      { kind: 'order', word: '飲食店からの備考', text: note.trim() },
      { kind: 'kitchen', word: '納品時の注意', text: receivingNote.trim() },
    ] as const
  ).filter(({ text }) => text !== '')
