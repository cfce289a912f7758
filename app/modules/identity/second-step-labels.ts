export type SecondStepRefusal = 'wrong_code' | 'begin_again' | 'too_many_codes'

export const secondStepRefusalText: Record<SecondStepRefusal, string> = {
  wrong_code: '確認コードが違います。現在表示されているコードを入力してください。使用済みのコードは使用できません。',
  begin_again: '時間が経過したか、誤りが続きました。最初からサインインし直してください。',
  too_many_codes: 'コードの誤りが続きました。しばらく待ってからもう一度お試しください。',
}
