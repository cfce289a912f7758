import {
  type Category,
  categories,
  type Method,
  methods,
  type SellsFrom,
  type TaxKind,
  type Temperature,
} from '#kernel/enums.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import { readKana } from '#kernel/kana.ts'
import { nameRefusal, nameRefusalText } from '#kernel/name.ts'
import { lengthOf } from '#kernel/text.ts'
import { type NumberRule, numberRefusalText, readNumber, readWeight, weightText } from '#kernel/typed-number.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { largestParcel } from '#modules/delivery/parcels.ts'
import { boxed } from '#modules/products/catalog/box-size.ts'
import { claimText, refusedClaim } from '#modules/products/catalog/marketing-claims.ts'
import { categoryOf, findItem, type Item } from '#modules/products/catalog/produce.ts'
import { findProduce } from './find-produce.ts'
import { mostYen } from './price-bounds.ts'
import { saleUnits, type TypedGoods } from './product-fields.ts'

/** A product as stored in the catalogue, read and checked. */
export type Goods = {
  item: Item | null
  itemKey: string
  name: string
  kana: string
  category: Category
  variety: string
  method: Method
  grade: string
  description: string
  storageNote: string
  catchWeight: boolean
  unitLabel: string
  packLabel: string
  netGrams: Grams
  pieceCount: number | null
  tolerancePercent: number | null
  temperature: Temperature
  grossGrams: Grams
  sizePoints: number
  priceYen: Yen
  taxKind: TaxKind
  minQty: number
  orderStep: number
  maxQty: number
  sellsFrom: SellsFrom
  /** The current stock; zero where harvests promise it. */
  stock: number
  seasonMonths: number[]
}

type Fields = Record<string, string>
type Read = { ok: true; goods: Goods } | { ok: false; fields: Fields }

/**
 * Reads typed values of a product: every field by its own rule, then combinations of fields. Every mistake has its own
 * sentence at its own field, and all are reported together. `methods`: the growing methods that the farm has proved.
 */
export function readGoods(typed: TypedGoods, farm: { methods: readonly Method[] }): Read {
  const fields: Fields = {}
  const of = (name: string) => (typed[name] ?? '').trim()
  function complain<T>(name: string, sentence: string, instead: T): T {
    fields[name] ??= sentence
    return instead
  }
  function text(name: string, most: number, missing?: string): string {
    const said = of(name)
    if (said === '' && missing) return complain(name, missing, said)
    return lengthOf(said) > most
      ? complain(name, `${most}文字までにしてください（いま${lengthOf(said)}文字）`, said)
      : said
  }
  /** A name, or a text shown beside it on slips and boxes. */
  function named(name: string, most: number, missing?: string): string {
    const said = text(name, most, missing)
    const refusal = nameRefusal(said)
    return refusal ? complain(name, nameRefusalText[refusal], said) : said
  }
  function number(name: string, rule: NumberRule, instead: number, words: { unit: string; example: number }): number {
    const read = readNumber(of(name), rule)
    if (read.ok) return read.value
    if (read.refusal === 'empty')
      return complain(name, `数を入力してください（例 ${words.example}${words.unit}）`, instead)
    return complain(name, numberRefusalText(read.refusal, { ...read.detail, unit: words.unit }), instead)
  }
  function choice<T extends string>(name: string, known: readonly T[], sentence: string, instead: T): T {
    const found = known.find((value) => value === of(name))
    return found ?? complain(name, sentence, instead)
  }
  function weight(name: string, missing: string): Grams | null {
    const read = readWeight(of(name), { unit: 'kg', min: grams(1) })
    if (read.ok) return read.value
    return complain(name, read.refusal === 'empty' ? missing : numberRefusalText(read.refusal, read.detail), null)
  }

  const called = named('item', 30, '何の商品かを入力してください（例 人参）')
  const item = findItem(called) ?? findProduce(called)
  const category = of('category')
    ? choice('category', categories, '種類をえらんでください', 'leaf')
    : item
      ? categoryOf(item)
      : complain<Category>('category', 'この品は、まだ名簿にありません。種類をえらんでください', 'leaf')
  const method = choice('method', methods, '作り方をえらんでください', 'conventional')
  if (method === 'jas_organic' && !farm.methods.includes('jas_organic'))
    complain('method', '有機JASをえらぶには、先に「農園のページ」で証明書をのせてください', method)
  const name = named('name', 40, '商品の名前を入力してください（例 桃太郎トマト）')
  const description = text('description', 400)
  for (const [field, said] of [
    ['name', name],
    ['variety', named('variety', 30)],
    ['description', description],
    ['grade', named('grade', 20)],
  ] as const) {
    const claim = refusedClaim(said, method)
    if (claim) complain(field, claimText[claim.refusal](claim.word), said)
  }
  const kana = kanaOf(of('kana'), item)
  if (kana === null) complain('kana', 'フリガナを、カタカナで入力してください（例 トマト）', '')

  const catchWeight = choice('soldBy', ['fixed', 'weight'], 'どちらで売るかをえらんでください', 'fixed') === 'weight'
  const unitLabel = choice('unit', saleUnits, '売る単位をえらんでください', '箱')
  if (catchWeight && unitLabel === 'kg')
    complain('unit', '量り売りのときは、1つの数えかた（羽・本・尾など）をえらんでください', unitLabel)
  const net = weight('netKg', '中身の重さを入力してください。だいたいでかまいません（例 5）')
  const pieces = of('pieces') === '' ? null : number('pieces', { min: 1, max: 9999 }, 1, { unit: '個', example: 20 })
  const tolerance = catchWeight ? number('tolerance', { min: 1, max: 50 }, 10, { unit: '%', example: 10 }) : null
  const temperature = choice<Temperature>(
    'temperature',
    ['ambient', 'chilled', 'frozen'],
    '送る温度をえらんでください',
    'ambient',
  )
  const box = boxOf(item, net ?? grams(1_000))
  const gross = of('grossKg') === '' ? box.grossGrams : (weight('grossKg', '') ?? box.grossGrams)
  if (net !== null && gross < net && fields.grossKg === undefined)
    complain('grossKg', `箱ごとの重さは、中身（${weightText(net, 'kg')}kg）より軽くできません`, gross)
  const limit = largestParcel(temperature)
  if (gross > limit.maxGrams)
    complain(
      of('grossKg') === '' ? 'netKg' : 'grossKg',
      `重すぎて送れません。${temperature === 'ambient' ? '' : 'クール便は'}箱ごと${weightText(limit.maxGrams, 'kg')}kgまでです。小さい箱に分けてください`,
      gross,
    )
  const points =
    of('litres') === ''
      ? Math.min(box.sizePoints, limit.maxSizePoints)
      : number('litres', { min: 1, max: 380 }, box.sizePoints, { unit: 'L', example: 20 })
  if (points > limit.maxSizePoints)
    complain('litres', `大きすぎて送れません。${limit.maxSizePoints}Lまでの箱にしてください`, points)

  const price = number('price', { min: 1, max: mostYen }, 1, { unit: '円', example: 1500 })
  const taxKind = choice<TaxKind>('taxKind', ['food', 'standard'], '消費税の区分をえらんでください', 'food')
  const minQty = of('minQty') === '' ? 1 : number('minQty', { min: 1, max: 999 }, 1, { unit: unitLabel, example: 1 })
  const orderStep =
    of('orderStep') === '' ? 1 : number('orderStep', { min: 1, max: 999 }, 1, { unit: unitLabel, example: 1 })
  const maxQty =
    of('maxQty') === '' ? 99 : number('maxQty', { min: 1, max: 9999 }, 99, { unit: unitLabel, example: 99 })
  if (maxQty < minQty) complain('maxQty', `いちばん少ない数（${minQty}${unitLabel}）より多くしてください`, maxQty)

  const sellsFrom = choice<SellsFrom>('sellsFrom', ['stock', 'harvest'], '出せる数の決め方をえらんでください', 'stock')
  const stock =
    sellsFrom === 'harvest' ? 0 : number('stock', { min: 0, max: 9999 }, 0, { unit: unitLabel, example: 20 })
  const months = monthsIn(of('seasonMonths'))
  if (months === null || months.length === 0) complain('seasonMonths', '出せる月を1つ以上えらんでください', months)

  const storageNote = text('storageNote', 200)
  const packLabel = named('packLabel', 40)
  if (Object.keys(fields).length > 0 || net === null || kana === null) return { ok: false, fields }
  return {
    ok: true,
    goods: {
      item,
      itemKey: item?.id ?? 'other',
      name,
      kana,
      category,
      variety: of('variety'),
      method,
      grade: of('grade'),
      description,
      storageNote,
      catchWeight,
      unitLabel,
      packLabel: packLabel || packLabelOf({ catchWeight, unitLabel, netGrams: net, pieceCount: pieces }),
      netGrams: net,
      pieceCount: pieces,
      tolerancePercent: tolerance,
      temperature,
      grossGrams: gross,
      sizePoints: points,
      priceYen: yen(price),
      taxKind,
      minQty,
      orderStep,
      maxQty,
      sellsFrom,
      stock,
      seasonMonths: months ?? [],
    },
  }
}

/** 5kg箱, 4kg箱・20個, 1羽 約1.8kg: the description of a unit unless the farm gives its own. */
export function packLabelOf(pack: Pick<Goods, 'catchWeight' | 'unitLabel' | 'netGrams' | 'pieceCount'>): string {
  const { catchWeight, unitLabel, netGrams, pieceCount } = pack
  const amount = netGrams < 1000 ? `${netGrams}g` : `${weightText(netGrams, 'kg')}kg`
  if (catchWeight) return `1${unitLabel} 約${amount}`
  if (unitLabel === 'kg') return netGrams === 1000 ? '1kg' : `${amount}単位`
  const counted = pieceCount !== null && pieceCount > 1 ? `・${pieceCount}個` : ''
  return unitLabel === '箱' || unitLabel === '袋'
    ? `${amount}${unitLabel}${counted}`
    : `1${unitLabel} ${amount}${counted}`
}

/** Weight and bulk with packaging: the usual values of the kind of food, two litres per kilogram for unknown food. */
function boxOf(item: Item | null, net: Grams): { grossGrams: Grams; sizePoints: number } {
  if (item) {
    const { grossGrams, sizePoints } = boxed(item, net)
    return { grossGrams: grams(grossGrams), sizePoints }
  }
  return { grossGrams: grams(Math.ceil((net * 1.06 + 60) / 10) * 10), sizePoints: Math.max(1, Math.ceil(net / 500)) }
}

/** As typed by the farm, or the reading of the kind of food; null if it is not kana. */
function kanaOf(typed: string, item: Item | null): string | null {
  const read = readKana(typed === '' ? (item?.hiragana ?? '') : typed)
  return read.ok ? read.value : null
}

/** `11,12,1` → 1, 11, 12; null if a value is no month. */
export function monthsIn(typed: string): number[] | null {
  const months = typed.split(',').flatMap((month) => (month === '' ? [] : [Number(month)]))
  if (!months.every((month) => Number.isInteger(month) && month >= 1 && month <= 12)) return null
  return [...new Set(months)].sort((a, b) => a - b)
}
