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
  name_missing: 'リストの名前を入れてください（例 火曜の定番）。',
  name_too_long: 'リストの名前は40文字までです。短くしてください。',
  ...nameRefusalText,
  too_many_lists: 'リストは、ひとつの厨房に20までです。使わないリストを消してください。',
  too_many_lines: 'ひとつのリストに入る品は100までです。べつのリストを作ってください。',
  no_history: 'まだ注文がないので、ここからは作れません。最初の注文をすると作れるようになります。',
  nothing_new: 'これまでの注文から作れるリストは、もうそろっています。',
  changed_meanwhile: 'ごらんの間に、ほかの人が変えました。いまの内容をたしかめて、もう一度押してください。',
  list_in_use: 'このリストは自動の注文で使っています。先に自動の注文をやめてください。',
  list_empty: 'このリストには品がありません。品を入れてから、自動の注文にしてください。',
  weekday_missing: '届けてほしい曜日を、ひとつ以上選んでください。',
  bad_ceiling: '一回の上限は、1円から10,000,000円までの整数で入れてください（例 30000）。',
  day_not_skippable: 'その日はもう注文したか、この自動の注文の日ではありません。画面を開き直してください。',
  too_many_standing: '自動の注文は、ひとつの厨房に20までです。使わないものをやめてください。',
  key_reused: '前に送った内容とちがいます。画面を開き直して、もう一度お試しください。',
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
