import type { InvitationRefusal } from './accept-invitation.server.ts'

/** A weak password has its own sentence, from the rule that it breaks. */
export const invitationRefusalText: Record<Exclude<InvitationRefusal, 'weak_password'>, string> = {
  invitation_unusable: 'この招待は使用できません。招待した方に再送を依頼してください。',
  wrong_code: '確認コードが違います。アプリに現在表示されている6桁の数字を入力してください。',
  passkey_refused: 'このパスキーを登録できませんでした。もう一度お試しいただくか、認証アプリで設定してください。',
}
