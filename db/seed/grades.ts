import type { Item } from '#modules/products/catalog/produce.ts'
import type { Random } from './random.ts'

const schemes: Readonly<Record<string, readonly [grades: readonly string[], sizes: readonly string[]]>> = {
  veg_shu_yu_ryo: [
    ['秀', '秀', '優', '優', '良'],
    ['2L', 'L', 'L', 'M', 'M', 'S'],
  ],
  ab_grade: [
    ['A品', 'A品', 'A品', 'B品', '訳あり'],
    ['L', 'M', 'M', 'S'],
  ],
  fruit_brix_count: [
    ['特秀', '秀', '秀', '優'],
    ['3L', '2L', 'L', 'M'],
  ],
  egg_size: [['LL', 'L', 'L', 'M', 'M', 'MS'], []],
  beef_jmga: [['A5', 'A4', 'A4', 'A3', 'B3'], []],
  pork_jmga: [['極上', '上', '上', '中'], []],
  rice_inspection: [['1等', '1等', '2等'], []],
  fish_size: [['大', '中', '中', '小'], []],
}

/** 秀 L, A品 M, A4, 1等: the grades of the trade for this kind of product; empty if there are none. */
export function gradeOf(item: Item, random: Random): string {
  const [grades, sizes] = schemes[item.gradeScheme] ?? [[], []]
  const words = [grades, sizes].filter((list) => list.length > 0).map((list) => random.pick(list))
  return words.join(' ')
}
