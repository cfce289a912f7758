import { type NameRefusal, nameRefusalText } from '#kernel/name.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'
import { type OrderingRefusal, refusalText } from '#modules/ordering/refusal-text.ts'
import { claimText } from '#modules/products/catalog/marketing-claims.ts'

/** Refusals of requests; all others are those of the order that it would make. */
type OwnRefusal =
  | 'words_missing'
  | NameRefusal
  | 'kind_unknown'
  | 'unit_missing'
  | 'days_missing'
  | 'days_too_far'
  | 'nobody_to_ask'
  | 'until_too_soon'
  | 'too_many_requests'
  | 'asked_too_often'
  | 'answered_already'
  | 'request_changed'
  | 'request_accepted'
  | 'request_withdrawn'
  | 'request_expired'
  | 'request_removed'
  | 'answers_over'
  | 'answer_gone'
  | 'answer_changed'
  | 'bad_price'
  | 'bad_day'
  | 'day_over'
  | 'more_than_asked'
  | 'box_too_big'
  | 'method_not_shown'
  | 'forbidden_claim'
  | 'organic_without_jas'
  | 'permit_lapsed'
  | 'nothing_to_withdraw'
  | 'farm_closed'
  | 'farm_asks_first'
  | 'below_farm_minimum'
  | 'reason_missing'

export type RequestRefusal = OwnRefusal | IdempotencyRefusal | OrderingRefusal

const sentence: Record<OwnRefusal, string | ((detail: RefusalDetail) => string)> = {
  words_missing: 'さがしている食材を書いてください（例 ズッキーニの花）。',
  ...nameRefusalText,
  kind_unknown: 'どの種類の食材か、下の「種類」からえらんでください。出せそうな農園をさがすのに使います。',
  unit_missing: '数の単位を10文字までで入れてください（例 本）。',
  days_missing: '届けてほしい日を、ひとつ以上えらんでください。',
  days_too_far: '届けてほしい日は、あしたから13日後までの中から、7日までえらべます。',
  nobody_to_ask:
    'その日に届けられて、出せそうな農園が見つかりませんでした。日をふやすか、種類を変えて、もう一度お試しください。',
  until_too_soon: '返事の時間が30分より短くなります。返事の時刻か、届けてほしい日をおそくしてください。',
  too_many_requests: '返事を待っているリクエストは、ひとつの店で20までです。いらないものを取り下げてください。',
  asked_too_often:
    '農園に知らせられるのは、リクエストと変更をあわせて、ひとつの店で1日に60回までです。あした、もう一度お試しください。',
  answered_already: 'もう農園の返事があるので、内容は変えられません。取り下げて、新しくリクエストしてください。',
  request_changed: 'ごらんの間に、リクエストの内容が変わりました。いまの内容をたしかめて、もう一度押してください。',
  request_accepted: 'このリクエストは、もう別の返事で注文がすんでいます。画面を開き直してください。',
  request_withdrawn: 'このリクエストは、お店が取り下げました。',
  request_expired: 'このリクエストは、時間がすぎて終わりました。',
  request_removed: 'このリクエストは、運営が取り下げました。',
  answers_over: '返事の時間がすぎました。',
  answer_gone: 'この返事は、農園が取り下げました。ほかの返事をえらんでください。まだ注文していません。',
  answer_changed: 'ごらんの間に、農園が返事を変えました。いまの内容をたしかめて、もう一度押してください。',
  bad_price: '値段は1円から10,000,000円までの整数で入れてください（例 80）。',
  bad_day: '届けられる日の中からえらんでください。',
  day_over: 'その日の注文の締切がすぎたか、農園が出荷しない日になりました。ほかの返事をえらんでください。',
  more_than_asked: (detail) => `リクエストの数（${detail.max ?? ''}）までの数を入れてください。`,
  box_too_big: '冷蔵便と冷凍便で送れるのは、120サイズまでです。',
  method_not_shown: 'その栽培方法は、まだ農園のページで届けていません。届けてから、えらんでください。',
  forbidden_claim: ({ word }) => `${claimText.forbidden_claim(String(word ?? '無農薬'))}。`,
  organic_without_jas: ({ word }) => `${claimText.organic_without_jas(String(word ?? '有機'))}。`,
  permit_lapsed: 'この種類の食材の許可証の期限が切れているので、いまは出せません。新しい許可証をのせてください。',
  nothing_to_withdraw: '取り下げる返事がありません。画面を開き直してください。',
  farm_closed: 'この農園は、いま注文を受けていません。ほかの返事をえらんでください。',
  farm_asks_first: '同じ日のこの農園の注文について、農園が相談しています。先にそちらに答えてください。',
  below_farm_minimum:
    'この農園の最低注文に足りません。同じ日にほかの品を注文してから押すと、ひとつの注文にまとまります。',
  reason_missing: '取り下げる理由を300文字までで書いてください。お店に伝わります。',
}

const isOwn = (refusal: RequestRefusal): refusal is OwnRefusal => Object.hasOwn(sentence, refusal)

export function requestRefusalText(refusal: RequestRefusal, detail: RefusalDetail = {}): string {
  if (!isOwn(refusal)) return refusalText(refusal, detail)
  const text = sentence[refusal]
  return typeof text === 'string' ? text : text(detail)
}

export const requestRefusals = (...codes: RequestRefusal[]) => ({ codes, text: requestRefusalText })

const fields: Partial<Record<RequestRefusal, string>> = {
  words_missing: 'words',
  name_hidden_character: 'words',
  name_with_url: 'words',
  kind_unknown: 'category',
  unit_missing: 'unit',
  days_missing: 'days',
  days_too_far: 'days',
  nobody_to_ask: 'days',
  until_too_soon: 'answerUntil',
  bad_price: 'priceYen',
  bad_day: 'deliveryOn',
  more_than_asked: 'qty',
  box_too_big: 'boxSize',
  method_not_shown: 'method',
  forbidden_claim: 'words',
  organic_without_jas: 'words',
  reason_missing: 'reason',
}

/** The field that a refusal is about. */
export const fieldOfRequest = ({ refusal }: { refusal: RequestRefusal }): string | undefined => fields[refusal]
