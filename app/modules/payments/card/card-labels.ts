export const holdStateWord = {
  asked: '照会中',
  proving: '本人認証待ち',
  held: '確保済み',
  captured: '決済済み',
  released: '解放済み',
  failed: '承認されず',
} as const

export const movementWord = { capture: '決済', refund: '返金' } as const

export const disputeWord = { open: '対応中', won: '取り戻し済み', lost: '返金確定' } as const

const failureWords: Record<string, string> = {
  insufficient_funds: '利用可能額の不足',
  card_velocity_exceeded: '利用回数・金額の超過',
  expired_card: '有効期限切れ',
  authentication_required: '本人認証が必要',
  payment_intent_authentication_failure: '本人認証の失敗',
  hold_ended: '利用枠の期限切れ',
  no_answer: '応答なし',
  other_amount: '金額の相違',
  released: '利用枠の解放',
  expired_or_canceled_card: 'カードの失効・解約',
  lost_or_stolen_card: 'カードの紛失・盗難',
  charge_for_pending_refund_disputed: 'チャージバック対応中',
  no_card: 'カードの登録なし',
}

/** The provider has some hundred codes; one that we do not know is shown as it is. */
export const failureWord = (failure: string | null): string =>
  failure === null ? '' : (failureWords[failure] ?? failure)

/** What a restaurant can do so that its card pays again. */
export function cardAdvice(failure: string | null): string {
  if (failure === 'insufficient_funds' || failure === 'card_velocity_exceeded')
    return 'カードの利用可能額を確認するか、別のカードを登録してください。'
  if (failure === 'expired_card' || failure === 'no_card') return '有効なカードを登録してください。'
  if (failure?.includes('authentication'))
    return 'カード会社が本人認証を求めています。次回の注文手続きで認証するか、別のカードを登録してください。'
  return 'カード会社に確認するか、別のカードを登録してください。'
}

export const cardStates = ['waiting', 'held', 'failed', 'taking', 'paid', 'unpaid', 'none'] as const
/** How an order stands that is paid by card. */
export type CardState = (typeof cardStates)[number]

export const cardStateWord: Record<CardState, string> = {
  waiting: '承認手続き中',
  held: '確保済み',
  failed: '承認されず',
  taking: '決済手続き中',
  paid: '決済済み',
  unpaid: '請求書でお支払い',
  none: '請求なし',
}
