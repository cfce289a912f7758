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
    version: 2,
    name: '農園から直接仕入れ',
    text: '過去3か月に3回以上、この飲食店が受け取った農園のみを掲載します。対象は、検収が完了し、ロットが判明している商品が1点以上あった納品です。受け取らなかった商品、無償の商品、報告への対応が確定していない商品は対象外です。',
    months: 3,
    deliveries: 3,
    percent: null,
  },
  organic: {
    version: 2,
    name: '有機JASの割合',
    text: '過去3か月に受け取った商品の金額のうち、有機JASの商品が30%以上です。対象は、農園の有機JAS認証を運営が確認し、その認証が納品日にも本日にも有効で、ロットが判明している商品です。受け取った納品が3回以上あること。',
    months: 3,
    deliveries: 3,
    percent: 30,
  },
  prefecture: {
    version: 2,
    name: '地元の割合',
    text: '過去3か月に受け取った商品の金額のうち、受け取った飲食店と同じ都道府県の農園の商品が50%以上です。ロットが判明している商品のみを対象とします。受け取った納品が3回以上あること。',
    months: 3,
    deliveries: 3,
    percent: 50,
  },
  season: {
    version: 2,
    name: '旬の割合',
    text: '過去3か月に受け取った商品の金額のうち、農園の地方でその月が収穫時期にあたる商品が60%以上です。時期は畝と皿の旬の暦により、暦にない商品は旬として数えません。ロットが判明している商品のみを対象とします。受け取った納品が3回以上あること。',
    months: 3,
    deliveries: 3,
    percent: 60,
  },
}
