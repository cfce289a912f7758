import type { OrderState } from '#kernel/enums.ts'

/** The states in the farmer's words. */
export const kinds: Record<string, { word: string; states: OrderState[] }> = {
  sent: { word: 'ぜんぶ', states: ['partly_shipped', 'shipped', 'delivered', 'inspected', 'finalized'] },
  onTheWay: { word: '発送ずみ', states: ['partly_shipped', 'shipped'] },
  arrived: { word: 'とどいた', states: ['delivered', 'inspected'] },
  over: { word: 'おわり', states: ['finalized'] },
  dead: { word: '辞退・取消', states: ['declined', 'expired', 'cancelled', 'sent_back'] },
}
