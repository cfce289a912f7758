import { type NameRefusal, nameRefusalText } from '#kernel/name.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

export type ListRefusal =
  | 'name_missing'
  | 'name_too_long'
  | NameRefusal
  | 'too_many_lists'
  | 'too_many_lines'
  | 'no_history'
  | 'nothing_new'
  | 'changed_meanwhile'
  | 'list_in_use'
  | 'list_empty'
  | 'weekday_missing'
  | 'bad_ceiling'
  | 'day_not_skippable'
  | 'too_many_standing'
  | IdempotencyRefusal

/** One Japanese sentence for every refusal: the cause, then what can be done. */
const sentence: Record<ListRefusal, string> = {
  name_missing: 'リスト名を入力してください（例 火曜の定番）。',
  name_too_long: 'リスト名は40文字以内で入力してください。',
  ...nameRefusalText,
  too_many_lists: 'リストは、1店舗につき20件までです。使用しないリストを削除してください。',
  too_many_lines: '1つのリストに登録できる商品は100点までです。別のリストを作成してください。',
  no_history: 'まだ注文がないため、ここからは作成できません。最初の注文の後に作成できます。',
  nothing_new: 'これまでの注文から作成できるリストは、すべて作成済みです。',
  changed_meanwhile: '表示中に、他の担当者が変更しました。最新の内容を確認し、もう一度押してください。',
  list_in_use: 'このリストは自動注文で使用しています。先に自動注文を終了してください。',
  list_empty: 'このリストには商品がありません。商品を追加してから、自動注文を設定してください。',
  weekday_missing: 'お届け希望の曜日を、1つ以上選択してください。',
  bad_ceiling: '1回の上限は、1円から10,000,000円までの整数で入力してください（例 30000）。',
  day_not_skippable: 'その日はすでに注文済みか、この自動注文の対象日ではありません。画面を開き直してください。',
  too_many_standing: '自動注文は、1店舗につき20件までです。使用しない自動注文を終了してください。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

export const listRefusalText = (refusal: ListRefusal): string => sentence[refusal]

export const listRefusals = (...codes: ListRefusal[]) => ({ codes, text: listRefusalText })

const fields: Partial<Record<ListRefusal, string>> = {
  name_missing: 'name',
  name_too_long: 'name',
  name_hidden_character: 'name',
  name_with_url: 'name',
  weekday_missing: 'weekdays',
  bad_ceiling: 'ceilingYen',
}

/** The field that a refusal is about. */
export const fieldOfList = ({ refusal }: { refusal: ListRefusal }): string | undefined => fields[refusal]
