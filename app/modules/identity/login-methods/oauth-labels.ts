import type { OAuthRefusal } from '#kernel/oauth-provider.ts'

export const oauthRefusalText: Record<OAuthRefusal, string> = {
  cancelled: 'サインインを中止しました。もう一度お試しいただくか、他の方法でサインインしてください。',
  not_accepted: 'サインイン情報を確認できませんでした。最初からやり直してください。',
  unreachable: '現在このサービスに接続できません。時間をおくか、他の方法でサインインしてください。',
  begin_again: 'サインイン中に時間が経過したか、別の画面で開始されたため、続行できません。最初からやり直してください。',
}
