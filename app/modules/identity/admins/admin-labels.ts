import type { InvitationRefusal } from './accept-invitation.server.ts'

/** A weak password has its own sentence, from the rule that it breaks. */
export const invitationRefusalText: Record<Exclude<InvitationRefusal, 'weak_password'>, string> = {
  invitation_unusable: 'この招待は使えません。招待した人に、もう一度送ってもらってください。',
  wrong_code: '確認コードがちがいます。アプリにいま出ている6けたの数字を入力してください。',
  passkey_refused: 'このパスキーは登録できませんでした。もう一度ためすか、認証アプリで設定してください。',
}
