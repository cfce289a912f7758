import type { JstDate } from '#kernel/jst.ts'
import type { BadgeRule, FarmProof, ShopBadge } from '../badge.ts'

/** What stands on a badge. Every figure is that of the badge: a drawing adds nothing and rounds nothing up. */
export type BadgeWords = {
  rule: BadgeRule
  /** 12, and behind it 農園. */
  figure: string
  unit: string
  /** から直接仕入れ */
  claim: string
  /** 12農園から直接仕入れ */
  whole: string
  /** 2026.11.02 — 2027.01.22 */
  period: string
}

/** The words in the ring. */
export const ringWords = '産地確認ずみの店'

/** What stands where a badge ended. */
export const endedWords = 'この期間は終わりました'

/** null where nothing is left to be claimed: every farm was left away. */
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

/** The prefecture that all of the farms are in, as it stands in their places (熊本・八代). */
export function prefectureIn(farms: readonly Pick<FarmProof, 'place'>[]): string | null {
  const [first, ...more] = new Set(farms.map(({ place }) => place.split('・')[0] ?? ''))
  return more.length > 0 || !first ? null : first
}

/**
 * From the first day of the deliveries that count to the last on which all of it is still proven. Days, not months: the
 * whole of a month would be more than that.
 */
export const periodWords = ({ from, until }: { from: JstDate; until: JstDate }): string =>
  `${dotted(from)} — ${dotted(until)}`

const dotted = (day: JstDate): string => day.replaceAll('-', '.')

/** 熊本・八代 佐藤農園 */
export const farmWords = ({ place, name }: Pick<FarmProof, 'place' | 'name'>): string => `${place}　${name}`
