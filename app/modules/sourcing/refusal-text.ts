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
  | 'hub_sells_nothing'
  | 'nothing_to_withdraw'
  | 'farm_closed'
  | 'farm_asks_first'
  | 'below_farm_minimum'
  | 'reason_missing'

export type RequestRefusal = OwnRefusal | IdempotencyRefusal | OrderingRefusal

const sentence: Record<OwnRefusal, string | ((detail: RefusalDetail) => string)> = {
  words_missing: '探している食材を入力してください（例 ズッキーニの花）。',
  ...nameRefusalText,
  kind_unknown: '食材の種類を、下の「種類」から選択してください。出荷できる農園の検索に使用します。',
  unit_missing: '数量の単位を10文字以内で入力してください（例 本）。',
  days_missing: 'お届け希望日を、1つ以上選択してください。',
  days_too_far: 'お届け希望日は、明日から13日後までの中から、7日まで選択できます。',
  nobody_to_ask:
    'その日にお届けでき、出荷できる農園が見つかりませんでした。日を追加するか、種類を変更して、もう一度お試しください。',
  until_too_soon: '回答の受付時間が30分より短くなります。回答期限またはお届け希望日を遅くしてください。',
  too_many_requests: '回答待ちのリクエストは、1店舗につき20件までです。不要なものを取り下げてください。',
  asked_too_often:
    '農園への通知は、リクエストと変更を合わせて、1店舗につき1日60回までです。明日、もう一度お試しください。',
  answered_already: 'すでに農園の回答があるため、内容は変更できません。取り下げて、新しくリクエストしてください。',
  request_changed: '表示中に、リクエストの内容が変更されました。最新の内容を確認し、もう一度押してください。',
  request_accepted: 'このリクエストは、すでに別の回答で注文済みです。画面を開き直してください。',
  request_withdrawn: 'このリクエストは、飲食店が取り下げました。',
  request_expired: 'このリクエストは、期限を過ぎたため終了しました。',
  request_removed: 'このリクエストは、運営が取り下げました。',
  answers_over: '回答期限を過ぎました。',
  answer_gone: 'この回答は、農園が取り下げました。他の回答を選択してください。まだ注文は確定していません。',
  answer_changed: '表示中に、農園が回答を変更しました。最新の内容を確認し、もう一度押してください。',
  bad_price: '価格は1円から10,000,000円までの整数で入力してください（例 80）。',
  bad_day: 'お届け可能な日の中から選択してください。',
  day_over: 'その日の注文の締切を過ぎたか、農園が出荷しない日になりました。他の回答を選択してください。',
  more_than_asked: (detail) => `リクエストの数量（${detail.max ?? ''}）以下の数量を入力してください。`,
  box_too_big: '冷蔵便・冷凍便で発送できるのは、120サイズまでです。',
  method_not_shown: 'その栽培方法は、農園のページにまだ登録されていません。登録してから選択してください。',
  forbidden_claim: ({ word }) => `${claimText.forbidden_claim(String(word ?? '無農薬'))}。`,
  organic_without_jas: ({ word }) => `${claimText.organic_without_jas(String(word ?? '有機'))}。`,
  permit_lapsed:
    'この種類の食材の許可証の期限が切れているため、現在は出荷できません。新しい許可証をアップロードしてください。',
  hub_sells_nothing: '運行事業者として登録されているため、回答できません。販売する場合は、運営にお問い合わせください。',
  nothing_to_withdraw: '取り下げる回答がありません。画面を開き直してください。',
  farm_closed: 'この農園は現在、注文を受け付けていません。他の回答を選択してください。',
  farm_asks_first: '同じ日のこの農園の注文に、農園から変更依頼が届いています。先にそちらに回答してください。',
  below_farm_minimum:
    'この農園の最低注文金額に達していません。同じ日に他の商品を注文してから押すと、1つの注文にまとまります。',
  reason_missing: '取り下げる理由を300文字以内で入力してください。飲食店に通知されます。',
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
