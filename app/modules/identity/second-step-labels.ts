export type SecondStepRefusal = 'wrong_code' | 'begin_again' | 'too_many_codes'

export const secondStepRefusalText: Record<SecondStepRefusal, string> = {
  wrong_code: '確認コードがちがいます。いま出ているコードを入力してください。一度使ったコードは使えません。',
  begin_again: '時間が過ぎたか、つづけてまちがえました。はじめからサインインしなおしてください。',
  too_many_codes: 'コードをつづけてまちがえました。しばらく待ってからもう一度お試しください。',
}
