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
  | IdempotencyRefusal

/** One Japanese sentence for every refusal: the cause, then what can be done. */
export const organisationRefusalText: Record<OrganisationRefusal, string> = {
  changed_meanwhile:
    'ほかの担当者か本人が先に変えました。いまの内容を表示しています。見なおしてから、もう一度選んでください。',
  checks_open: 'まだ緑でない項目があります。確認するか、「承知のうえで承認」に印をつけてください。',
  reason_missing: '理由を書いてください。相手にそのまま届きます。',
  not_possible_now: 'いまの状態では、この操作はできません。',
  nothing_changed: '変わったところがありません。',
  open_orders: '終わっていない注文があるので、退会にできません。注文が終わってから、もう一度お試しください。',
  nobody_to_tell: 'メールを送る相手がいません。',
  expires_before_issued: '有効期限が交付日より前です。',
  key_reused: 'この画面は古くなっています。開き直して、もう一度お試しください。',
}

/** How a use case of staff about an organisation may refuse (audit-log/use-case.server.ts). */
export const organisationRefusals = <R extends OrganisationRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: OrganisationRefusal): string => organisationRefusalText[refusal],
})
