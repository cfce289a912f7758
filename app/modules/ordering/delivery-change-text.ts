import { type Slot, slots } from '#kernel/enums.ts'
import { formatDay } from '#kernel/format.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'

/**
 * What changed of a delivery, part by part, as its event keeps it (change-delivery.ts). Event data is JSON that may be
 * years old and written by an older version: parsed defensively.
 */
export const deliveryChangeText = (delivery: unknown): string[] =>
  parts.flatMap(({ key, label, word }) => {
    const change: unknown = typeof delivery === 'object' && delivery !== null ? Reflect.get(delivery, key) : null
    if (!Array.isArray(change)) return []
    const [before, now] = change.map((value) => (typeof value === 'string' ? word(value) : null))
    return before && now ? [`${label} ${before} → ${now}`] : []
  })

const isSlot = (word: string): word is Slot => slots.some((slot) => slot === word)

const parts = [
  {
    key: 'deliveryOn',
    label: 'お届け日',
    word: (text: string) => {
      const day = parseJstDate(text)
      return day && formatDay(day)
    },
  },
  { key: 'slot', label: '時間帯', word: (text: string) => (isSlot(text) ? slotWord[text] : null) },
  { key: 'note', label: '備考', word: (text: string) => (text === '' ? 'なし' : `「${text}」`) },
]
