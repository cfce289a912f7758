import type { BadgeRule } from './badge.ts'

/**
 * The published rules, as text and numbers: what guests read, what the API states, and what is calculated all come from
 * this table. Changing a number or a word requires raising the version; evidence names the version it was calculated
 * by.
 *
 * The numbers are our choice (docs/decisions/0046).
 */
export type PublishedRule = {
  version: number
  name: string
  text: string
  /** Calendar months for which a received delivery counts, its day included. */
  months: number
  /** Required received deliveries: of one farm (farms), of all farms together (shares). */
  deliveries: number
  /** Whole per cent of purchases by value without tax; null: no share. */
  percent: number | null
}

export const publishedRules: Readonly<Record<BadgeRule, PublishedRule>> = {
  farms: {
    version: 1,
    name: '農園から直接仕入れ',
    text: '過去3か月に3回以上、この店が受け取った農園だけを載せます。数えるのは、検収を終え、ロットの分かる品が1つ以上あった納品です。受け取らなかった品、無償の品、申し出が決まっていない品は数えません。',
    months: 3,
    deliveries: 3,
    percent: null,
  },
  organic: {
    version: 1,
    name: '有機JASの割合',
    text: '過去3か月に受け取った品の金額のうち、有機JASの品が30%以上です。数えるのは、農園の有機JAS認証を運営が確かめ、その認証が納品の日にも今日にも有効な、ロットの分かる品です。受け取った納品が3回以上あること。',
    months: 3,
    deliveries: 3,
    percent: 30,
  },
  prefecture: {
    version: 1,
    name: '地元の割合',
    text: '過去3か月に受け取った品の金額のうち、受け取った店と同じ都道府県の農園の品が50%以上です。ロットの分かる品だけを数えます。受け取った納品が3回以上あること。',
    months: 3,
    deliveries: 3,
    percent: 50,
  },
  season: {
    version: 1,
    name: '旬の割合',
    text: '過去3か月に受け取った品の金額のうち、農園の地方でその月が収穫の時期にあたる品が60%以上です。時期は畝と皿の旬の暦により、暦にない品は旬として数えません。ロットの分かる品だけを数えます。受け取った納品が3回以上あること。',
    months: 3,
    deliveries: 3,
    percent: 60,
  },
}
