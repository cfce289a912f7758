import type { Category } from '#kernel/enums.ts'
import type { Item } from './produce.ts'

/** The drawing shown while there is no photo; for unknown food a basket of its category. */
export const drawingOf = ({ item, category }: { item: Item | null; category: Category }): string =>
  item?.picture ?? drawingOfCategory[category]

const drawingOfCategory: Readonly<Record<Category, string>> = {
  leaf: 'komatsuna',
  fruitveg: 'tomato',
  root: 'carrot',
  mushroom: 'shiitake',
  fruit: 'apple',
  egg: 'egg',
  rice: 'rice',
  herb: 'basil',
  meat: 'chicken',
  fish: 'madai',
  processed: 'miso',
  set: 'vegetable-set',
}
