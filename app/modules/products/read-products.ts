import type { Method } from '#kernel/enums.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import { readKana } from '#kernel/kana.ts'
import { weightText } from '#kernel/typed-number.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { largestParcel } from '#modules/delivery/parcels.ts'
import { boxed } from '#modules/products/catalog/box-size.ts'
import { methodWord } from '#modules/products/catalog/catalog-labels.ts'
import { needsCertificate } from '#modules/products/catalog/certified-methods.ts'
import {
  factsAskedOf,
  isProductFact,
  type NeededField,
  neededWord,
  type ProductFact,
  type ProductFacts,
} from '#modules/products/catalog/food-facts/food-facts.ts'
import { foodKindOf } from '#modules/products/catalog/food-facts/food-kind.ts'
import { missingOfProduct } from '#modules/products/catalog/food-facts/missing-of-product.ts'
import { claimText, refusedClaim } from '#modules/products/catalog/marketing-claims.ts'
import { categoryOf, findItem, type Item } from '#modules/products/catalog/produce.ts'
import { findProduce } from './find-produce.ts'
import {
  isSaid,
  type ProductField,
  type ProductValues,
  productFields,
  readFields,
  type SaidProduct,
} from './product.ts'
import { saleUnits } from './product-fields.ts'
import {
  allergenComplaint,
  contentsText,
  isSetName,
  isVegetableSet,
  otherThan,
  readContents,
  shortContents,
  taxKindOfSet,
  weightComplaint,
  weightOfContents,
} from './set-contents.ts'
import { usualBox } from './usual-box.ts'

type Derived =
  | 'item'
  | 'boxLitres'
  | 'priceYen'
  | 'category'
  | 'grossGrams'
  | 'minQty'
  | 'orderStep'
  | 'maxQty'
  | 'stock'
  | 'allergens'
  | 'pieceUnit'
  | 'ownCarton'

/** A product as stored in the catalogue, read and checked: what was left empty is filled in. */
export type Goods = Omit<SaidProduct, Derived | ProductFact> & {
  [F in Exclude<Derived, 'item' | 'boxLitres' | 'priceYen'>]: NonNullable<SaidProduct[F]>
} & { item: Item | null; itemKey: string; sizePoints: number; priceYen: Yen; facts: ProductFacts }

type Fields = Record<string, string>

/** What has to be known of a farm to read its products. */
export type FarmOfGoods = {
  /** The growing methods that it has proved. */
  methods: readonly Method[]
  /** Given where every fact that the law requires has to be there: a new product, a product that is put on sale. */
  facts?: {
    /** The prefecture of a farm that sells its own harvest alone; null: it has to state where each product is from. */
    origin: string | null
    /** What was not stated before, either: it can still be saved without until its grace has ended. */
    notYet: readonly NeededField[]
  }
}
type Read = { ok: true; goods: Goods } | { ok: false; fields: Fields }

/**
 * Reads the values of a product: every field by its own rule (product.ts), then combinations of fields. Every mistake has
 * its own sentence at its own field, and all are reported together.
 */
export function readGoods(values: ProductValues, farm: FarmOfGoods): Read {
  const unit = saleUnits.find((known) => known === values.unitLabel) ?? '箱'
  const byWeight = values.catchWeight === true
  const byHarvest = values.sellsFrom === 'harvest'
  const isSet = values.category === 'set' || (!isSaid(values.category) && isSetName(String(values.item ?? '')))
  const { said, fields } = readFields(
    {
      ...values,
      ...(!byWeight && { tolerancePercent: null }),
      ...(byHarvest && { stock: null }),
      ...(isSet
        ? ofSet(values)
        : { contents: '', foodSharePercent: null, ...(!statesAllergens(values) && { allergens: null }) }),
    },
    unit,
  )
  function complain(field: ProductField, sentence: string) {
    fields[field] ??= sentence
  }

  // 人参セット is no carrot
  const item = isSet ? null : (findItem(said.item ?? '') ?? findProduce(said.item ?? ''))
  const category = said.category ?? (item ? categoryOf(item) : null)
  if (category === null) complain('category', '品目一覧にありません。分類を選択してください')
  if (said.method && needsCertificate(said.method) && !farm.methods.includes(said.method))
    complain(
      'method',
      `${methodWord[said.method]}を選択するには、先に「農園のページ」で証明書をアップロードしてください`,
    )
  for (const field of ['name', 'variety', 'description', 'grade'] as const) {
    const claim = refusedClaim(said[field] ?? '', said.method ?? 'conventional')
    if (claim) complain(field, claimText[claim.refusal](claim.word))
  }
  const kana = kanaOf(said.kana ?? '', item)
  if (kana === null) complain('kana', 'フリガナを、カタカナで入力してください（例 トマト）')

  if (byWeight && unit === 'kg') complain('unitLabel', '不定貫の場合は、数え方（羽・本・尾など）を1つ選択してください')
  if (byWeight && said.tolerancePercent === null) complain('tolerancePercent', '数値を入力してください（例 10%）')
  const temperature = said.temperature ?? 'ambient'
  const net = said.netGrams
  const usual = boxOf(item, net ?? grams(1_000))
  const gross = said.grossGrams ?? usual.grossGrams
  if (net !== undefined && gross < net)
    complain('grossGrams', `箱を含む総重量は、内容量（${weightText(net, 'kg')}kg）以上にしてください`)
  const limit = largestParcel(temperature)
  if (gross > limit.maxGrams)
    complain(
      said.grossGrams === null ? 'netGrams' : 'grossGrams',
      `重量が上限を超えています。${temperature === 'ambient' ? '' : 'クール便は'}箱を含めて${weightText(limit.maxGrams, 'kg')}kg以内にしてください。小さい箱に分けてください`,
    )
  const sizePoints = said.boxLitres ?? Math.min(usual.sizePoints, limit.maxSizePoints)
  if (sizePoints > limit.maxSizePoints)
    complain('boxLitres', `大きさが上限を超えています。${limit.maxSizePoints}L以内の箱にしてください`)

  const minQty = said.minQty ?? 1
  const maxQty = said.maxQty ?? 99
  if (maxQty < minQty) complain('maxQty', `最小注文数（${minQty}${unit}）より大きい数を入力してください`)
  if (!byHarvest && said.stock === null) complain('stock', `数量を入力してください（例 20${unit}）`)

  const list = isSet ? readContents(said.contents ?? '') : null
  if (list?.ok) {
    const { contents } = list
    const allergenSentence = allergenComplaint(contents, said.allergens ?? null)
    if (allergenSentence) complain('allergens', allergenSentence)
    const weightSentence = net === undefined ? null : weightComplaint(contents, net)
    if (weightSentence) complain('netGrams', weightSentence)
    const [other] = otherThan(contents)
    if (other && said.foodSharePercent === null)
      complain(
        'foodSharePercent',
        `「${other}」は軽減税率の対象外です。価格に占める食品の割合を入力してください（例 80%）`,
      )
  } else if (list) complain('contents', list.sentence)
  if (isSet && byWeight) complain('catchWeight', 'セットは、決まった重さの商品として登録してください')

  const itemKey = item?.id ?? (list?.ok && isVegetableSet(list.contents) ? 'vegetable_set' : 'other')
  const kind = category && foodKindOf({ category, itemKey, name: `${said.item ?? ''}${said.name ?? ''}` })
  const asked = kind ? factsAskedOf(kind, said.method ?? 'conventional') : []
  const facts: ProductFacts = Object.fromEntries(asked.flatMap((name) => (said[name] ? [[name, said[name]]] : [])))
  const missing =
    category && farm.facts
      ? missingOfProduct(
          {
            ...{ category, itemKey, facts, method: said.method ?? 'conventional' },
            name: `${said.item ?? ''}${said.name ?? ''}`,
            storageNote: said.storageNote ?? '',
            allergens: said.allergens ?? [],
          },
          farm.facts.origin,
        )
      : []
  for (const field of missing) if (!farm.facts?.notYet.includes(field)) complain(field, missingText(field))

  const whole = wholeOf(said, fields)
  if (!whole || category === null || kana === null) return { ok: false, fields: inOrder(fields) }
  const { boxLitres: _, ...kept } = withoutFacts(whole)
  return {
    ok: true,
    goods: {
      ...kept,
      item,
      itemKey,
      facts,
      kana,
      category,
      ...(list?.ok && {
        contents: contentsText(list.contents),
        taxKind: taxKindOfSet(whole.priceYen, whole.foodSharePercent),
      }),
      allergens: whole.allergens ?? [],
      pieceUnit: whole.pieceUnit ?? '個',
      ownCarton: whole.ownCarton ?? false,
      packLabel: whole.packLabel || packLabelOf(whole) + (list?.ok ? `・${shortContents(list.contents)}` : ''),
      grossGrams: gross,
      sizePoints,
      priceYen: yen(whole.priceYen),
      minQty,
      orderStep: whole.orderStep ?? 1,
      maxQty,
      // zero where harvests promise it
      stock: whole.stock ?? 0,
      seasonMonths: [...new Set(whole.seasonMonths)].sort((a, b) => a - b),
    },
  }
}

/** A label of processed food and of dairy states its allergens; for fresh food there are none to state. */
const statesAllergens = ({ category, item, name }: ProductValues): boolean => {
  const known = findProduce(String(item ?? ''))
  const said = category || (known ? categoryOf(known) : '')
  if (said === 'processed') return true
  return (
    said === 'egg' && foodKindOf({ category: 'egg', itemKey: known?.id ?? 'other', name: `${item}${name}` }) === 'dairy'
  )
}

const missingText = (field: NeededField): string => `${neededWord(field)}を入力してください。食品の表示に必要です`

/** The facts are stored together in a column of their own. */
function withoutFacts(said: SaidProduct): Omit<SaidProduct, ProductFact> {
  const entries = Object.entries(said).filter(([name]) => !isProductFact(name))
  return Object.fromEntries(entries) as Omit<SaidProduct, ProductFact>
}

/** What follows from the contents of a set: its weight, if all are weighed; the tax is decided by its price. */
function ofSet(values: ProductValues): ProductValues {
  const list = readContents(String(values.contents ?? ''))
  const weight = list.ok ? weightOfContents(list.contents) : null
  return { category: 'set', taxKind: 'food', ...(weight !== null && !isSaid(values.netGrams) && { netGrams: weight }) }
}

/** Without a mistake every field has its value. */
const wholeOf = (said: Partial<SaidProduct>, mistakes: Fields): SaidProduct | null =>
  Object.keys(mistakes).length === 0 ? (said as SaidProduct) : null

const inOrder = (fields: Fields): Fields =>
  Object.fromEntries(productFields.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]]])))

/** 5kg箱, 4kg箱・20個, 1羽 約1.8kg: the description of a unit unless the farm gives its own. */
export function packLabelOf(
  pack: Pick<Goods, 'catchWeight' | 'netGrams' | 'pieceCount'> & { unitLabel: string; pieceUnit?: string | null },
): string {
  const { catchWeight, unitLabel, netGrams, pieceCount, pieceUnit } = pack
  const amount = netGrams < 1000 ? `${netGrams}g` : `${weightText(netGrams, 'kg')}kg`
  if (catchWeight) return `1${unitLabel} 約${amount}`
  if (unitLabel === 'kg') return netGrams === 1000 ? '1kg' : `${amount}単位`
  const counted = pieceCount !== null && pieceCount > 1 ? `・${pieceCount}${pieceUnit ?? '個'}` : ''
  return unitLabel === '箱' || unitLabel === '袋'
    ? `${amount}${unitLabel}${counted}`
    : `1${unitLabel} ${amount}${counted}`
}

/** Weight and bulk with packaging: the usual values of the kind of food. */
function boxOf(item: Item | null, net: Grams): { grossGrams: Grams; sizePoints: number } {
  if (item) {
    const { grossGrams, sizePoints } = boxed(item, net)
    return { grossGrams: grams(grossGrams), sizePoints }
  }
  return usualBox(net)
}

/** As typed by the farm, or the reading of the kind of food; null if it is not kana. */
function kanaOf(typed: string, item: Item | null): string | null {
  const read = readKana(typed === '' ? (item?.hiragana ?? '') : typed)
  return read.ok ? read.value : null
}
