import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

export type OrganisationRefusal =
  | 'changed_meanwhile'
  | 'checks_open'
  | 'reason_missing'
  | 'not_possible_now'
  | 'nothing_changed'
  | 'open_orders'
  | 'nobody_to_tell'
  | 'expires_before_issued'
  | 'checked_in_future'
  | 'profile_wrong'
  | 'sells_goods'
  | 'offers_open'
  | 'hub_with_orders'
  | IdempotencyRefusal

/** One Japanese sentence for every refusal: the cause, then what can be done. */
export const organisationRefusalText: Record<OrganisationRefusal, string> = {
  changed_meanwhile:
    '他の担当者または本人が先に変更しました。現在の内容を表示しています。確認してから、もう一度選択してください。',
  checks_open: '「問題なし」以外の項目があります。確認するか、「承知のうえで承認」にチェックを入れてください。',
  reason_missing: '理由を入力してください。相手先にそのまま送信されます。',
  not_possible_now: '現在の状態では、この操作はできません。',
  nothing_changed: '変更された項目がありません。',
  open_orders: '完了していない注文があるため、退会にできません。注文の完了後に、もう一度お試しください。',
  nobody_to_tell: 'メールの送信先がありません。',
  expires_before_issued: '有効期限が交付日より前です。',
  checked_in_future: '照会日が未来の日付です。照会した日を入力してください。',
  profile_wrong: '登録内容に誤りがあります。入力内容を確認してください。',
  sells_goods:
    '販売中または審査中の商品があるため、運行事業者に変更できません。商品の販売終了後に、もう一度お試しください。',
  offers_open:
    'リクエストへの回答が受付中のため、運行事業者に変更できません。回答の取り下げ後、またはリクエストの終了後に、もう一度お試しください。',
  hub_with_orders: '完了していない注文があるため、運行事業者に変更できません。注文の完了後に、もう一度お試しください。',
  key_reused: 'この画面の情報が古くなっています。開き直して、もう一度お試しください。',
}

/** How a use case of staff about an organisation may refuse (audit-log/use-case.server.ts). */
export const organisationRefusals = <R extends OrganisationRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: OrganisationRefusal): string => organisationRefusalText[refusal],
})
