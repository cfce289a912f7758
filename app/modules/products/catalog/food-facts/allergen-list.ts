import { type Allergen, allergens } from '#kernel/enums.ts'
import { type JstDate, jstDate } from '#kernel/jst.ts'

/**
 * The allergens by the day from which a label must state them (特定原材料), and those that it should (特定原材料に準ずるもの).
 * A change of the law is a row here. Source: 消費者庁, 2025-12-15 (カシューナッツ), 2023-03-09 (くるみ), 2024-03-28.
 */
export const mandatoryFrom: Readonly<Record<Allergen, JstDate>> = {
  shrimp: jstDate('2008-06-03'),
  crab: jstDate('2008-06-03'),
  cashew: jstDate('2026-04-01'),
  walnut: jstDate('2023-03-09'),
  wheat: jstDate('2001-04-01'),
  buckwheat: jstDate('2001-04-01'),
  egg: jstDate('2001-04-01'),
  milk: jstDate('2001-04-01'),
  peanut: jstDate('2001-04-01'),
}

/**
 * Until when a label may still leave one out that has become mandatory. The last day for カシューナッツ was announced as
 * two years; the gazette was not seen, so it is doubtful.
 */
export const transitionUntil: Readonly<Partial<Record<Allergen, { day: JstDate; doubtful: boolean }>>> = {
  walnut: { day: jstDate('2025-03-31'), doubtful: false },
  cashew: { day: jstDate('2028-03-31'), doubtful: true },
}

/** Those that a label made on this day has to state. */
export const mandatoryOn = (day: JstDate): Allergen[] => allergens.filter((it) => mandatoryFrom[it] <= day)

/** Recommended since 2024-03-28 (マカダミアナッツ in, まつたけ out); カシューナッツ became mandatory in 2026. */
export const recommendedAllergens = [
  'アーモンド',
  'あわび',
  'いか',
  'いくら',
  'オレンジ',
  'キウイフルーツ',
  '牛肉',
  'ごま',
  'さけ',
  'さば',
  '大豆',
  '鶏肉',
  'バナナ',
  'ピスタチオ',
  '豚肉',
  'マカダミアナッツ',
  'もも',
  'やまいも',
  'りんご',
  'ゼラチン',
] as const
