import type { Category } from '#kernel/enums.ts'
import { findItem } from '../produce.ts'

/** What the rules of food labelling tell apart; finer than the categories of the catalogue. */
export const foodKinds = [
  'produce',
  'mushroom',
  'shiitake',
  'rice',
  'egg',
  'beef',
  'poultry',
  'meat',
  'fish',
  'abalone',
  'tuna',
  'seaweed',
  'dairy',
  'processed',
  'other',
] as const
export type FoodKind = (typeof foodKinds)[number]

type Named = { category: Category; itemKey: string; name: string }

const byItem: Readonly<Record<string, FoodKind>> = {
  shiitake: 'shiitake',
  log_shiitake: 'shiitake',
  wagyu: 'beef',
  jidori: 'poultry',
  duck: 'poultry',
  milk: 'dairy',
  mozzarella: 'dairy',
  butter: 'dairy',
}

const bySubcategory: Readonly<Record<string, FoodKind>> = {
  grain: 'produce',
  pulse: 'produce',
  seaweed: 'seaweed',
  alcohol: 'other',
}

const inNames: Partial<Record<Category, readonly [RegExp, FoodKind][]>> = {
  mushroom: [[/しいたけ|シイタケ|椎茸/, 'shiitake']],
  meat: [
    [/牛(?!蒡)|ビーフ/, 'beef'],
    [/鶏|鴨|軍鶏|チキン|七面鳥|うずら/, 'poultry'],
  ],
  fish: [
    [/あわび|アワビ|鮑|なまこ|ナマコ|海鼠|シラスウナギ/, 'abalone'],
    [/クロマグロ|くろまぐろ|黒鮪|本まぐろ|本マグロ|本鮪/, 'tuna'],
    [/わかめ|昆布|海苔|ひじき|もずく|あおさ/, 'seaweed'],
  ],
  egg: [[/牛乳|チーズ|バター|ヨーグルト|生乳|クリーム/, 'dairy']],
}

const byCategory: Readonly<Record<Category, FoodKind>> = {
  leaf: 'produce',
  fruitveg: 'produce',
  root: 'produce',
  mushroom: 'mushroom',
  fruit: 'produce',
  egg: 'egg',
  rice: 'rice',
  herb: 'produce',
  meat: 'meat',
  fish: 'fish',
  processed: 'processed',
  // its contents and allergens have rules of their own (products/set-contents.ts)
  set: 'other',
}

/** The kind of a product: by its kind of food, by words of its name, by its category. Flowers and alcohol are `other`. */
export function foodKindOf({ category, itemKey, name }: Named): FoodKind {
  const item = findItem(itemKey)
  if (item?.taxKind === 'standard') return 'other'
  const known = byItem[itemKey] ?? (item && bySubcategory[item.subcategory])
  if (known) return known
  const named = inNames[category]?.find(([words]) => words.test(name))
  return named?.[1] ?? byCategory[category]
}

/** Tongue, offal, mince and trimmings carry no 個体識別番号 (牛トレーサビリティ法 第2条, 特定牛肉). */
const withoutNumber = /タン|舌|内臓|ホルモン|レバー|ハツ|ミノ|センマイ|テール|ハラミ|サガリ|ひき肉|挽|ミンチ|端材/

/** Whether meat of cattle is 特定牛肉: raised in Japan, and not exempt by its part. */
export const isNumberedBeef = ({ part, origin }: { part: string; origin: string }): boolean =>
  !withoutNumber.test(part) && (origin === '' || origin === '国産' || /[都道府県市町村]/.test(origin))
