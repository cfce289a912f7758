import type { OAuthRefusal } from '#kernel/oauth-provider.ts'

export const oauthRefusalText: Record<OAuthRefusal, string> = {
  cancelled: 'サインインを取りやめました。もう一度ためすか、ほかの方法で入ってください。',
  not_accepted: 'サインイン情報を確認できませんでした。お手数ですが、最初からやり直してください。',
  unreachable: 'いまこのサービスにつながりません。時間をおくか、ほかの方法で入ってください。',
  begin_again: 'サインインの途中で時間がたったか、別の画面で始めたため、続けられません。最初からやり直してください。',
}
