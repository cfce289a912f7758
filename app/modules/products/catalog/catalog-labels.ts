import type { Category, Method, Temperature } from '#kernel/enums.ts'

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
