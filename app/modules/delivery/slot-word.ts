import type { Slot } from '#kernel/enums.ts'

/**
 * The times of day at which carriers deliver. In a file of its own, because some pages need nothing else of an order.
 */
export const slotWord: Record<Slot, string> = {
  none: '時間指定なし',
  am: '午前',
  '14-16': '14〜16時',
  '16-18': '16〜18時',
  '18-20': '18〜20時',
  '19-21': '19〜21時',
}
