import type { ShortOutcome } from '#modules/ordering/short-orders.server.ts'

/** What follows for an order of a missing harvest; the same words before the press and after it. */
export const shortOutcomeWord: Record<ShortOutcome, string> = {
  settled: '事前の指示を適用し、数量を確定します',
  ask: '飲食店に確認します',
  end: '事前の指示により、注文をキャンセルします',
  declined: '出荷できる商品がないため、注文を辞退します',
}

export const shortOutcomeDone: Record<ShortOutcome | 'day_proposed', string> = {
  day_proposed: '別のお届け日を提案しました。飲食店の回答待ちです',
  settled: '数量を確定しました',
  ask: '飲食店に確認中です',
  end: 'キャンセルになりました',
  declined: '辞退しました',
}
