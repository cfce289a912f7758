import type { JstDate } from '#kernel/jst.ts'
import type { BadgeRule, FarmProof, ShopBadge } from '../badge.ts'

/** The text of a badge. Every figure is the badge's own: a drawing adds nothing and rounds nothing up. */
export type BadgeWords = {
  rule: BadgeRule
  /** 12, followed by 農園. */
  figure: string
  unit: string
  /** から直接仕入れ */
  claim: string
  /** 12農園から直接仕入れ */
  whole: string
  /** 2026.11.02 — 2027.01.22 */
  period: string
}

/** The text in the ring. */
export const ringWords = '産地確認済みの店'

/** The text of an ended badge. */
export const endedWords = 'この期間は終了しました'

/** null if there is nothing left to claim: every farm is hidden. */
export function badgeWords(badge: ShopBadge): BadgeWords | null {
  const { rule } = badge
  const shown = shownFarms(badge)
  const period = periodWords({ from: badge.from, until: badge.wholeUntil })
  if (rule === 'farms') {
    if (shown.length === 0) return null
    return wordsOf({ rule, figure: String(shown.length), unit: '農園', claim: 'から直接仕入れ', period })
  }
  if (badge.percent === null || badge.percent <= 0) return null
  const figure = String(Math.min(100, Math.floor(badge.percent)))
  return wordsOf({ rule, figure, unit: '%', claim: shareClaim(rule, badge.prefecture), period })
}

const wordsOf = (words: Omit<BadgeWords, 'whole'>): BadgeWords => ({
  ...words,
  whole: words.figure + words.unit + words.claim,
})

export const shownFarms = ({ farms }: ShopBadge): FarmProof[] => farms.filter(({ shown }) => shown)

function shareClaim(rule: Exclude<BadgeRule, 'farms'>, prefecture: string | null): string {
  switch (rule) {
    case 'organic':
      return 'が有機JASの食材'
    case 'prefecture':
      return `が${prefecture ?? '地元'}の食材`
    case 'season':
      return 'が旬の食材'
  }
}

/** The prefecture of all these farms, from their places (熊本・八代). */
export function prefectureIn(farms: readonly Pick<FarmProof, 'place'>[]): string | null {
  const [first, ...more] = new Set(farms.map(({ place }) => place.split('・')[0] ?? ''))
  return more.length > 0 || !first ? null : first
}

/**
 * From the first day of the counted deliveries to the last on which all of it is still proven. Days, not months: a
 * whole month would be more than is proven.
 */
export const periodWords = ({ from, until }: { from: JstDate; until: JstDate }): string =>
  `${dotted(from)} — ${dotted(until)}`

const dotted = (day: JstDate): string => day.replaceAll('-', '.')

/** 熊本・八代 佐藤農園 */
export const farmWords = ({ place, name }: Pick<FarmProof, 'place' | 'name'>): string => `${place}　${name}`
