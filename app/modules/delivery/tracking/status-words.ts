import type { ParcelState } from '#kernel/carrier-tracking.ts'
import type { Carrier } from '#kernel/enums.ts'

/**
 * The words on the carriers' pages, as seen in November 2026; those of 調査中 and 返品 at 佐川 and 日本郵便 are not verified.
 * 委託先引渡 is not delivered: the parcel goes on with another firm.
 */
const statusWords: Readonly<Record<Carrier, readonly (readonly [words: string, state: ParcelState])[]>> = {
  yamato: [
    ['荷物受付', 'handed_over'],
    ['発送済み', 'in_transit'],
    ['輸送中', 'in_transit'],
    ['作業店通過', 'in_transit'],
    ['配達店到着', 'in_transit'],
    ['委託先引渡', 'in_transit'],
    ['配達中', 'out_for_delivery'],
    ['投函予定', 'out_for_delivery'],
    ['保管中', 'waiting'],
    ['依頼受付', 'waiting'],
    ['ご来店予定', 'waiting'],
    ['持戻', 'failed_attempt'],
    ['調査中', 'checking'],
    ['返品', 'returned'],
    ['返品完了', 'returned'],
    ['配達完了', 'delivered'],
    ['配達完了（宅配ボックス）', 'delivered'],
    ['投函完了', 'delivered'],
    ['お客様引渡完了', 'delivered'],
    ['伝票番号未登録', 'unknown'],
    ['伝票番号誤り', 'unknown'],
  ],
  sagawa: [
    ['集荷', 'handed_over'],
    ['輸送中', 'in_transit'],
    ['配達中', 'out_for_delivery'],
    ['保管中', 'waiting'],
    ['持戻り', 'failed_attempt'],
    ['ご不在', 'failed_attempt'],
    ['調査中', 'checking'],
    ['返品', 'returned'],
    ['配達完了', 'delivered'],
    ['配達終了', 'delivered'],
    ['登録されておりません', 'unknown'],
  ],
  japanpost: [
    ['引受', 'handed_over'],
    ['中継', 'in_transit'],
    ['通過', 'in_transit'],
    ['到着', 'in_transit'],
    ['持ち出し中', 'out_for_delivery'],
    ['保管', 'waiting'],
    ['配達希望受付', 'waiting'],
    ['ご不在のため持ち戻り', 'failed_attempt'],
    ['調査中', 'checking'],
    ['差出人に返送', 'returned'],
    ['お届け先にお届け済み', 'delivered'],
    ['窓口でお渡し', 'delivered'],
    ['見つかりません', 'unknown'],
  ],
}

/** Width, spaces and brackets differ between the carriers' pages, mails and files. */
const bare = (words: string) => words.normalize('NFKC').replace(/\s/g, '')

const longestFirst = (words: (typeof statusWords)[Carrier]) =>
  words.map(([word, state]) => [bare(word), state] as const).toSorted(([a], [b]) => b.length - a.length)

const byLength: Readonly<Record<Carrier, ReturnType<typeof longestFirst>>> = {
  yamato: longestFirst(statusWords.yamato),
  sagawa: longestFirst(statusWords.sagawa),
  japanpost: longestFirst(statusWords.japanpost),
}

/** What the words of a carrier say: the longest that stands in them counts. `unknown`: none that we know. */
export function parcelStateOf(carrier: Carrier, words: string): ParcelState {
  const said = bare(words)
  return byLength[carrier].find(([word]) => said.includes(word))?.[1] ?? 'unknown'
}
