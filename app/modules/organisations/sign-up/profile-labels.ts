import type { GoodsKind, PartyType, Side, Slot } from '#kernel/enums.ts'

/** The words of the application form, for its fields, its review and its history. */

/** What an organisation of this side is called. */
export const placeWord: Record<Side, string> = { restaurant: '飲食店', farm: '農園' }
/** The label of its name. */
export const tradeNameWord: Record<Side, string> = { restaurant: '店名', farm: '農園名' }

export const partyTypeWord: Record<PartyType, string> = { corporation: '法人', sole_trader: '個人事業' }

export const businessTypes = [
  '和食',
  '寿司',
  '居酒屋',
  '焼鳥・焼肉',
  'そば・うどん',
  'ラーメン',
  '中華',
  'フレンチ',
  'イタリアン',
  '洋食・ビストロ',
  'カフェ・喫茶',
  'パン・菓子',
  'ホテル・旅館',
  '給食・弁当',
  'その他の飲食店',
] as const

/**
 * The document to upload, in the applicant's words; staff check it by approval/requirements.ts, and a test keeps the
 * two consistent.
 */
export const papersFor: Partial<Record<GoodsKind, string>> = {
  resold_produce: '営業届出の控え',
  rice: '仕入れた米を販売する場合のみ、営業届出の控え',
  egg: '選別・包装を業とする場合のみ、営業届出の控え',
  meat: '食肉販売業または食肉処理業の許可証',
  fish: '魚介類販売業の許可証（自ら漁獲した魚は不要）',
  dairy: '乳処理業または乳製品製造業の許可証',
  pickles: '漬物製造業の許可証',
  processed: '製造品目に応じた営業許可証',
  honey_tea: '仕入れや加工をする場合は、届出の控え',
  alcohol: '酒類販売業または製造の免許証',
}

export const weekdayWords = ['日', '月', '火', '水', '木', '金', '土'] as const
/** Monday first, as in a working week. */
export const weekdayOrder = [1, 2, 3, 4, 5, 6, 0] as const

export const slotWords: Record<Slot, string> = {
  none: '時間指定なし',
  am: '午前中',
  '14-16': '14〜16時',
  '16-18': '16〜18時',
  '18-20': '18〜20時',
  '19-21': '19〜21時',
}

/** The message for a missing field. */
export const missingText = (what: string, verb = '入力してください') => `${what}が未入力です。${verb}`
