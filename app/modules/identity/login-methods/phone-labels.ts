import type { PhoneCodeRefusal, SendRefusal } from './phone-code.server.ts'

export const sendRefusalText: Record<SendRefusal, string> = {
  too_soon: '確認コードは送信済みです。届かない場合は、少し待ってから、もう一度お試しください。',
  too_many: '確認コードの送信回数が上限に達しました。時間をおくか、他の方法でサインインしてください。',
  not_sent: 'SMSを送信できませんでした。時間をおくか、他の方法でサインインしてください。',
}

export const phoneCodeRefusalText: Record<PhoneCodeRefusal, string> = {
  wrong_code: '確認コードが違います。届いた6桁の数字を入力してください。',
  begin_again: 'この確認コードは無効です。電話番号から入力し直してください。',
  too_many_tries: '短時間に何度も試行されました。1分ほど待ってから、もう一度お試しください。',
}

/** A landline cannot receive messages. */
export const noMobileText = 'SMSを受信できる携帯電話番号を入力してください（例 090-1234-5678）'
