import type { AdminRole } from '#kernel/enums.ts'
import type { InvitationRefusal } from './accept-invitation.server.ts'

/** A weak password has its own sentence, from the rule that it breaks. */
export const invitationRefusalText: Record<Exclude<InvitationRefusal, 'weak_password'>, string> = {
  invitation_unusable: 'この招待は使用できません。招待した方に再送を依頼してください。',
  wrong_code: '確認コードが違います。アプリに現在表示されている6桁の数字を入力してください。',
  passkey_refused: 'このパスキーを登録できませんでした。もう一度お試しいただくか、認証アプリで設定してください。',
}

/** How inviting an administrator on screen may refuse. */
export const inviteAdminRefusals = {
  codes: ['already_there', 'key_reused'],
  text: (refusal: 'already_there' | 'key_reused'): string =>
    refusal === 'already_there'
      ? 'このメールアドレスの管理者は登録済みです。'
      : 'この画面は古くなっています。再度開いて、もう一度お試しください。',
} as const

export const adminRoleWord: Record<AdminRole, string> = {
  support: 'サポート',
  finance: '経理',
  full: '全権',
}

export const adminRoleHelp: Record<AdminRole, string> = {
  support: '会員の審査と登録、問い合わせへの回答、代理操作',
  finance: '伝票の修正、自動承認の上限の変更',
  full: 'すべての操作。管理者の招待、規約の公開、お知らせの配信を含む',
}
