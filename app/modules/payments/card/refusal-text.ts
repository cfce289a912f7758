import { formatYen } from '#kernel/format.ts'
import { mostHoldYen } from '../card-holds/hold-yen.ts'

const sentence = {
  card_not_offered: '現在、クレジットカードはご利用いただけません。別の支払い方法を選択してください。',
  card_missing: 'カードが登録されていません。「飲食店の情報」でカードを登録してください。',
  card_in_use: '支払い方法がクレジットカードのため、カードを削除できません。先に支払い方法を変更してください。',
  card_no_answer:
    'カード会社から応答がないため、注文はまだ確定していません。かごは残っています。もう一度押してください。二重に確保されることはありません。',
  card_declined:
    'カード会社の承認が得られなかったため、注文していません。かごは残っています。カード会社に確認するか、別のカードを登録してください。',
  card_short_of_money:
    'カードの利用可能額が不足しているため、注文していません。かごは残っています。別のカードを登録するか、支払い方法を変更してください。',
  card_expired:
    'カードの有効期限が切れているため、注文していません。かごは残っています。新しいカードを登録してください。',
  card_not_proven:
    'カードの本人認証が完了しなかったため、注文していません。かごは残っています。もう一度お試しください。',
  card_movement_ended: 'この決済は、すでに再試行中か、終了しています。画面を開き直してください。',
  card_too_much: `カードで一度に確保できるのは${formatYen(mostHoldYen)}までです。注文を分けてください。`,
} as const

export type CardRefusal = keyof typeof sentence

export const cardRefusalText = (refusal: CardRefusal): string => sentence[refusal]

export const isCardRefusal = (text: string | null): text is CardRefusal =>
  text !== null && Object.hasOwn(sentence, text)

/** How a use case about a card may refuse (audit-log/use-case.server.ts). */
export const cardRefusals = <R extends CardRefusal>(...codes: R[]) => ({ codes, text: cardRefusalText })

/** The provider's reason, as what the chef can do about it. */
export function refusalOf(failure: string | null): CardRefusal {
  if (failure === 'insufficient_funds' || failure === 'card_velocity_exceeded') return 'card_short_of_money'
  if (failure === 'expired_card') return 'card_expired'
  return failure?.includes('authentication') ? 'card_not_proven' : 'card_declined'
}
