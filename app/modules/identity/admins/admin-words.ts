import type { InvitationRefusal } from './accept-invitation.server.ts'
import type { FactorResetRefusal } from './factor-reset.server.ts'

/** A weak password has a sentence of its own, from the rule that it breaks. */
export const invitationRefusalText: Record<Exclude<InvitationRefusal, 'weak_password'>, string> = {
  invitation_unusable: 'この招待は使えません。招待した人に、もう一度送ってもらってください。',
  wrong_code: '確認コードがちがいます。アプリにいま出ている6けたの数字を入力してください。',
  passkey_refused: 'このパスキーは登録できませんでした。もう一度ためすか、認証アプリで設定してください。',
}

export const factorResetRefusalText: Record<FactorResetRefusal, string> = {
  reason_missing: '理由を入力してください。あとから見た人がわかるように書きます。',
  asked_already: 'すでに依頼があります。ほかの運営の人が確認するのを待っています。',
  disabled: '無効になっている人です。先に有効にしてください。',
  own_request: '自分で依頼したものは、自分では確認できません。ほかの運営の人に頼んでください。',
  ended: 'この依頼は、もう終わっています。',
}
