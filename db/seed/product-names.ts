import type { Item } from '#modules/products/catalog/produce.ts'
import words from './data/product-words.json' with { type: 'json' }
import { type Named, named } from './people.ts'
import type { Random } from './random.ts'

type Pairs = Readonly<Record<string, readonly (readonly string[])[]>>

const varieties: Pairs = words.varieties
const styles: Pairs = words.styles
const shownNames: Readonly<Record<string, readonly string[]>> = words.shownNames

/** 大玉トマト 桃太郎, 小松菜 露地もの: the crop, then its variety or how it was grown or picked. */
export function productName(item: Item, random: Random): Named {
  const shown = shownNames[item.id]
  const crop = shown ? named(shown) : { text: item.baseName, kana: toKatakana(item.hiragana) }
  const kinds = varieties[item.id] ?? []
  const ways = styles[item.subcategory] ?? []
  const added = named(
    random.pick(
      kinds.length > 0 && (item.variety !== undefined || ways.length === 0 || random.chance(0.7)) ? kinds : ways,
    ),
  )
  if (crop.text.includes(added.text)) return crop
  return { text: `${crop.text} ${added.text}`, kana: `${crop.kana} ${added.kana}` }
}

const toKatakana = (text: string) =>
  text.replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
