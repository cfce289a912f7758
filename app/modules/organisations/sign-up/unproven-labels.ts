/** Why an action for accounts with an unproven address is refused. */
export const alreadyVerifiedText = 'メールアドレスの確認は完了しています。'
export const verificationTooSoonText = '続けては送信できません。時間をおいて、もう一度お試しください。'
export const deleteNotConfirmedText = '削除すると元に戻せません。確認欄にチェックを入れてください。'

const sentence = {
  too_soon: verificationTooSoonText,
  not_confirmed: deleteNotConfirmedText,
  already_proven: alreadyVerifiedText,
  nothing_to_prove: alreadyVerifiedText,
  nothing_to_delete: alreadyVerifiedText,
  draft_gone: '有効時間を過ぎました。最初から入力してください。',
}

/** How a use case about an account with an unproven address may refuse (audit-log/use-case.server.ts). */
export const unprovenRefusals = <R extends keyof typeof sentence>(...codes: R[]) => ({
  codes,
  text: (refusal: R): string => sentence[refusal],
})
