import { categoryOf, type Item } from '#modules/products/catalog/produce.ts'
import type { Row } from './bulk.ts'
import texts from './data/product-texts.json' with { type: 'json' }
import type { Random } from './random.ts'

type Texts = (typeof texts)['leaf']

/** Products for which the texts of their category would be wrong. */
const special: Readonly<Record<string, Texts>> = {
  sprout: texts.sprout,
  flower: texts.flower,
  dairy: texts.dairy,
  seaweed: texts.seaweed,
}

/** What the farm writes about it: how it grew, how to store it, how it tastes, how it is packed. */
export function textsOf(
  item: Item,
  { name, temperature }: Pick<Row<'products'>, 'name' | 'temperature'>,
  place: string,
  random: Random,
) {
  const own = temperature === 'frozen' ? texts.frozen : (special[item.subcategory] ?? texts[categoryOf(item)])
  const [crop = name] = name.split(' ')
  const say = (sentences: readonly string[]) =>
    random.pick(sentences).replaceAll('{place}', place).replaceAll('{name}', crop)
  return {
    description: random
      .some(own.about, 2)
      .map((sentence) => say([sentence]))
      .join(''),
    storageNote: say(own.storage),
    tasteNote: say(own.taste),
    packingNote: say(own.packing),
  }
}
