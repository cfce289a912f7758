import type { PhoneCodeRefusal, SendRefusal } from './phone-code.server.ts'

export const sendRefusalText: Record<SendRefusal, string> = {
  too_soon: 'いま送ったばかりです。届いていないときは、少し待ってから、もう一度お試しください。',
  too_many: '確認コードを何度も送ったため、いまは送れません。時間をおくか、ほかの方法でサインインしてください。',
  not_sent: 'メッセージを送れませんでした。時間をおくか、ほかの方法でサインインしてください。',
}

export const phoneCodeRefusalText: Record<PhoneCodeRefusal, string> = {
  wrong_code: '確認コードがちがいます。届いた6けたの数字を入力してください。',
  begin_again: 'この確認コードは、もう使えません。電話番号から入力しなおしてください。',
  too_many_tries: '短い時間に何度もためされました。1分ほど待ってから、もう一度お試しください。',
}

/** A landline cannot receive messages. */
export const noMobileText = 'SMSの届く携帯電話の番号を入力してください（例 090-1234-5678）'
