import { formatYen } from '#kernel/format.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { Yen } from '#kernel/yen.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

export type DepositRefusal =
  | 'unreadable'
  | 'account_unknown'
  | 'account_missing'
  | 'other_layout'
  | 'import_running'
  | 'already_matched'
  | 'changed_meanwhile'
  | 'beyond_unpaid'
  | 'too_much'
  | 'nothing_chosen'
  | 'never_a_payment'
  | 'not_cleared'
  | 'fee_too_high'
  | 'undone_already'
  | 'credit_used'
  | 'credit_short'
  | 'being_collected'
  | 'not_opposite'
  | 'more_than_collected'
  | 'account_exists'
  | 'account_ended'
  | 'account_changed'
  | 'rows_by_code'
  | 'number_taken'
  | 'bad_number'
  | IdempotencyRefusal

/** One Japanese sentence for every refusal: the cause, then what can be done. */
const sentence: Record<DepositRefusal, string | ((detail: RefusalDetail) => string)> = {
  unreadable: ({ sentence }) => `${sentence ?? ''}何も取り込んでいません。`,
  account_unknown: ({ account }) =>
    `口座 ${account ?? ''} は登録されていません。何も取り込んでいません。自社の口座の場合は、先に登録してください。`,
  account_missing: 'このファイルには口座の記載がありません。口座を選択してください。',
  other_layout: ({ layout, from, to }) =>
    `この口座の${from ?? ''}〜${to ?? ''}は、別の形式（${layout ?? ''}）のファイルを取り込み済みです。同じ入金が二重になるため、取り込めません。`,
  import_running: '銀行明細を取り込み中です。数分後にもう一度お試しください。',
  already_matched: 'この入金は、すでに消し込まれています。画面を開き直してください。',
  changed_meanwhile: '表示中に、請求書の未払い額が変わりました。最新の金額を確認してください。',
  beyond_unpaid: ({ number, unpaid }) =>
    `${number ?? '請求書'}の未払い額は${unpaid ?? ''}です。この額までの金額を入力してください。`,
  too_much: '金額の合計が、入金の残額と一致しないか、上回っています。',
  nothing_chosen: '消し込む請求書の金額を入力してください。',
  never_a_payment: '組戻し・訂正・取消は、飲食店の入金として消し込めません。',
  not_cleared: '他店券を含む入金です。資金化を確認してから、確認欄にチェックを入れてください。',
  fee_too_high: '振込手数料は0円から880円までです。',
  undone_already: 'この消込は、すでに取り消されています。画面を開き直してください。',
  credit_used: 'この入金の過入金は、別の請求書に充当されています。先にその消込を取り消してください。',
  credit_short: '過入金の残額を超えています。最新の残額を確認してください。',
  being_collected: '口座振替を依頼中の請求書には充当できません。振替結果を取り込んだ後に、もう一度お試しください。',
  not_opposite: '相殺できるのは、同じ金額の入金とその取消で、どちらも消し込まれていないものです。',
  more_than_collected:
    '入金の残額と手数料の合計が、カード決済・口座振替の未収金を上回っています。入金元と手数料を確認してください。',
  account_exists: 'この口座はすでに登録されています。',
  account_ended: ({ account }) =>
    `口座 ${account ?? ''} は利用を終了しています。何も取り込んでいません。取り込む場合は、先に口座の利用を再開してください。`,
  account_changed: '表示中に、口座の登録内容が変更されました。画面を開き直して、もう一度操作してください。',
  rows_by_code: ({ count }) =>
    `この口座の明細を${count ?? ''}件取り込み済みです。振込依頼人コードの扱いを変更すると、同じ入金が二重に取り込まれるため、変更できません。`,
  number_taken: 'このバーチャル口座は、別の飲食店に割り当てられています。',
  bad_number: 'バーチャル口座は、支店番号3桁と口座番号7桁を続けた10桁の数字で入力してください。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

/** Of an invoice, what `beyond_unpaid` says. */
export const detailOf = ({ number, unpaidYen }: { number: string; unpaidYen: Yen }): RefusalDetail => ({
  number,
  unpaid: formatYen(unpaidYen),
})

export function depositRefusalText(refusal: DepositRefusal, detail: RefusalDetail = {}): string {
  const text = sentence[refusal]
  return typeof text === 'string' ? text : text(detail)
}

/** How a use case about deposits may refuse (audit-log/use-case.server.ts). */
export const depositRefusals = <R extends DepositRefusal>(...codes: R[]) => ({ codes, text: depositRefusalText })
