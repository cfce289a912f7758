/** Why an action for accounts with an unproven address is refused. */
export const alreadyVerifiedText = 'メールアドレスの確認は完了しています。'
export const verificationTooSoonText = '続けては送信できません。時間をおいて、もう一度お試しください。'
export const deleteNotConfirmedText = '削除すると元に戻せません。確認欄にチェックを入れてください。'
