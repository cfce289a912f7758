import type { OrderState } from '#kernel/enums.ts'

/** The states in the farmer's words. */
export const kinds: Record<string, { word: string; states: OrderState[] }> = {
  sent: { word: 'すべて', states: ['partly_shipped', 'shipped', 'delivered', 'inspected', 'finalized'] },
  onTheWay: { word: '出荷済み', states: ['partly_shipped', 'shipped'] },
  arrived: { word: '納品済み', states: ['delivered', 'inspected'] },
  over: { word: '金額確定', states: ['finalized'] },
  dead: { word: '辞退・キャンセル', states: ['declined', 'expired', 'cancelled', 'sent_back'] },
}
