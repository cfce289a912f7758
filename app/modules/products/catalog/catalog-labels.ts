import type { Category, Method, StatedAllergen, Temperature } from '#kernel/enums.ts'

/** Labels of the catalogue on the screen. */

export const categoryWord: Record<Category, string> = {
  leaf: '葉もの',
  fruitveg: '果菜',
  root: '根菜',
  mushroom: 'きのこ',
  fruit: '果物',
  egg: '卵・乳',
  rice: '米・豆',
  herb: 'ハーブ・花',
  meat: '肉',
  fish: '魚介',
  processed: '加工品',
  set: 'セット',
}

export const allergenWord: Record<StatedAllergen, string> = {
  shrimp: 'えび',
  crab: 'かに',
  cashew: 'カシューナッツ',
  walnut: 'くるみ',
  wheat: '小麦',
  buckwheat: 'そば',
  egg: '卵',
  milk: '乳',
  peanut: '落花生',
  none: 'なし',
}

export const methodWord: Record<Method, string> = {
  conventional: '慣行栽培',
  specially_cultivated: '特別栽培',
  jas_organic: '有機JAS',
  natural: '自然栽培',
}

export const temperatureWord: Record<Temperature, string> = {
  ambient: '常温便',
  chilled: '冷蔵便',
  frozen: '冷凍便',
}
