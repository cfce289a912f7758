import type { Slot } from '#kernel/words.ts'

/** The times of a day at which carriers deliver. A file of its own: pages that say nothing else of an order need it. */
export const slotWord: Record<Slot, string> = {
  none: '時間指定なし',
  am: '午前',
  '14-16': '14〜16時',
  '16-18': '16〜18時',
  '18-20': '18〜20時',
  '19-21': '19〜21時',
}
