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
  no_card: 'カードの登録なし',
}

/** The provider has some hundred codes; one that we do not know is shown as it is. */
export const failureWord = (failure: string | null): string =>
  failure === null ? '' : (failureWords[failure] ?? failure)
