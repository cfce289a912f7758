/** More than a user needs, and few enough to be listed. */
export const mostPasskeys = 10

const factorRefusalText = {
  already_on: '二段階認証は、すでに有効です。',
  not_begun: '画面を開き直し、最初からやり直してください。',
  no_second_factor: '二段階認証は使用されていません。画面を開き直してください。',
  not_accepted: 'このパスキーは登録できませんでした。もう一度お試しください。',
  too_many: `パスキーは${mostPasskeys}件までです。使用していないパスキーを削除してください。`,
  name_missing: '名前を入力してください。',
  last_factor: 'このパスキーを削除すると二段階認証が無効になります。先に別のパスキーを登録してください。',
  wrong_code: '確認コードが違います。認証アプリに表示されている6桁の数字か、予備コードを入力してください。',
  too_many_codes: '確認コードの誤りが続きました。1時間ほど待ってから、もう一度お試しください。',
}
type FactorRefusal = keyof typeof factorRefusalText

/** How a change of second factors may refuse (audit-log/use-case.server.ts). */
export const factorRefusals = <R extends FactorRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: FactorRefusal): string => factorRefusalText[refusal],
})

/** The first code of a new app can only come from the app. */
export const enrolRefusals = {
  codes: ['already_on', 'not_begun', 'wrong_code'],
  text: (refusal: FactorRefusal): string =>
    refusal === 'wrong_code'
      ? '確認コードが違います。アプリに現在表示されている6桁の数字を入力してください。'
      : factorRefusalText[refusal],
} as const
