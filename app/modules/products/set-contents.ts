import { type Allergen, allergens, type Category, type StatedAllergen } from '#kernel/enums.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import { readWeight, weightText } from '#kernel/typed-number.ts'
import { allergenWord } from '#modules/products/catalog/catalog-labels.ts'
import { categoryOf, type Item } from '#modules/products/catalog/produce.ts'
import { findProduce } from './find-produce.ts'

/** The rules of a set (野菜セット): several kinds of food in one box, at one price. */

/** One line of the list, 「人参 1kg」; `grams` is null where it is counted (「卵 10個」). */
type Content = { name: string; amount: string; grams: Grams | null; item: Item | null }

const line = /^(.+?)\s+(\S*\d\S*)$/
const mostContents = 30

/** Whether a farm means a set by this: 野菜セット, 季節の詰め合わせ. */
export const isSetName = (called: string): boolean => /(セット|詰め?合わ?せ)$/.test(called.trim())

/** What is in the box, or why the list cannot be read. */
export function readContents(text: string): { ok: true; contents: Content[] } | { ok: false; sentence: string } {
  const lines = text
    .normalize('NFKC')
    .split(/[\n、;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (lines.length < 2 || lines.length > mostContents)
    return { ok: false, sentence: `中身を2点以上${mostContents}点以下で、1行に1点ずつ入力してください（例 人参 1kg）` }
  const read = lines.map((each) => contentOf(each) ?? each)
  const strange = read.find((each) => typeof each === 'string')
  if (typeof strange === 'string')
    return {
      ok: false,
      sentence: `「${strange}」の数量がありません。品目と数量を空白で区切ってください（例 人参 1kg）`,
    }
  return { ok: true, contents: read.filter((each) => typeof each !== 'string') }
}

function contentOf(text: string): Content | null {
  const [, name = '', amount = ''] = line.exec(text) ?? []
  if (name === '') return null
  const weight = /(g|グラム|キロ)$/i.test(amount) ? readWeight(amount, { unit: 'kg', min: grams(1) }) : null
  return { name, amount, grams: weight?.ok ? weight.value : null, item: findProduce(name) }
}

/** The list as it is stored and shown: one on each line. */
export const contentsText = (contents: readonly Content[]): string =>
  contents.map(({ name, amount }) => `${name} ${amount}`).join('\n')

/** On slips and boxes: what is in it, or how much of it where that is too long. */
export function shortContents(contents: readonly Content[]): string {
  const names = contents.map(({ name }) => name).join('、')
  return names.length <= 24 ? names : `${contents.length}点入り`
}

/** The weight of all contents; null if some are counted. */
export function weightOfContents(contents: readonly Content[]): Grams | null {
  const weights = contents.flatMap(({ grams }) => (grams === null ? [] : [grams]))
  return weights.length === contents.length ? sum(weights) : null
}
const sum = (weights: readonly Grams[]) => grams(weights.reduce((total, weight) => total + weight, 0))

/** Contents cannot be heavier than the set; if all are weighed, they are the set. */
export function weightComplaint(contents: readonly Content[], net: Grams): string | null {
  const stated = sum(contents.flatMap(({ grams }) => (grams === null ? [] : [grams])))
  const isWhole = weightOfContents(contents) !== null
  if (stated === net || (stated < net && !isWhole)) return null
  return `中身の合計は${weightText(stated, 'kg')}kgです。セットの重さ（${weightText(net, 'kg')}kg）と合わせてください`
}

const produce: ReadonlySet<Category> = new Set(['leaf', 'fruitveg', 'root', 'mushroom', 'fruit', 'herb'])

/** Only fresh produce: then selling it needs no more permits than vegetables. */
export const isVegetableSet = (contents: readonly Content[]): boolean =>
  contents.every(({ item }) => item !== null && item.taxKind === 'food' && produce.has(categoryOf(item)))

/** What is known not to be food, or to be taxed otherwise: wine, flowers. */
export const otherThan = (contents: readonly Content[]): string[] =>
  contents.flatMap(({ name, item }) => (item?.taxKind === 'standard' ? [name] : []))

/**
 * The tax of a set is not chosen: a set of food is food; one with other things is food up to 10,000 yen without tax if
 * two thirds of its price are (一体資産). The database holds it when a price changes (0070).
 */
export const taxKindOfSet = (priceYen: number, foodSharePercent: number | null): 'food' | 'standard' =>
  foodSharePercent === null || (priceYen <= 10_000 && foodSharePercent * 3 >= 200) ? 'food' : 'standard'

const byItem: Readonly<Record<string, Allergen>> = {
  egg: 'egg',
  quail_egg: 'egg',
  milk: 'milk',
  mozzarella: 'milk',
  butter: 'milk',
  kuruma_ebi: 'shrimp',
  zuwaigani: 'crab',
  soba: 'buckwheat',
  peanut: 'peanut',
  soy_sauce: 'wheat',
}

/** In names that are no known kind of food; えびすかぼちゃ is one. */
const inNames: Readonly<Record<Allergen, RegExp>> = {
  shrimp: /えび|エビ|海老/,
  crab: /かに|カニ|蟹/,
  cashew: /カシューナッツ/,
  walnut: /くるみ|クルミ|胡桃/,
  wheat: /小麦|うどん|パン(?!プキン)|パスタ/,
  buckwheat: /そば|蕎麦/,
  egg: /卵|たまご|玉子|マヨネーズ/,
  milk: /牛乳|ミルク|チーズ|バター(?!ナッツ)|ヨーグルト/,
  peanut: /落花生|ピーナッツ/,
}

/** The allergens that the contents have by their names. */
export const knownAllergens = (contents: readonly Content[]): { name: string; allergen: Allergen }[] =>
  contents.flatMap(({ name, item }) =>
    allergens
      .filter((allergen) => (item ? byItem[item.id] === allergen : inNames[allergen].test(name)))
      .map((allergen) => ({ name, allergen })),
  )

/** A chef who cooks for a guest with an allergy relies on it: none is stated, too, and what is known is never missing. */
export function allergenComplaint(
  contents: readonly Content[],
  stated: readonly StatedAllergen[] | null,
): string | null {
  if (!stated || stated.length === 0) return 'アレルゲンを選択してください。含まれない場合は「なし」を選択してください'
  if (stated.includes('none') && stated.length > 1) return '「なし」と他のアレルゲンは同時に選択できません'
  const missing = knownAllergens(contents).find(({ allergen }) => !stated.includes(allergen))
  return missing
    ? `「${missing.name}」が含まれています。アレルゲンの「${allergenWord[missing.allergen]}」を選択してください`
    : null
}
