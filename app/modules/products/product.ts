import { z } from 'zod'
import { categories, methods, pieceUnits, statedAllergens } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import { nameRefusal, nameRefusalText } from '#kernel/name.ts'
import { formText, GramsIn, IdOf } from '#kernel/schema.ts'
import { lengthOf } from '#kernel/text.ts'
import { numberRefusalText, readNumber, readWeight, weightText } from '#kernel/typed-number.ts'
import type { Fact } from '#modules/products/catalog/food-facts/fact.ts'
import { factRefusal, readFact } from '#modules/products/catalog/food-facts/fact-formats.ts'
import { type ProductFact, productFactNames, productFacts } from '#modules/products/catalog/food-facts/food-facts.ts'
import { mostYen } from './price-bounds.ts'
import { type GoodsStep, goodsSteps, saleUnits } from './product-fields.ts'

/**
 * The fields of a product, each stated once: its type and the sentence for a missing value, its rule, and its description
 * in the API. From here come the static types, the API's input and output, the form, the file and the columns of the
 * table. A draft holds any of them; a product has to satisfy the rules, and those of combinations (read-products.ts).
 */

type Rule = {
  /** For a field that is left empty, unless its type says it. */
  missing?: string
  /** Why a value, or a text that could not be read as one, is refused. `unit`: the unit by which the product is sold. */
  refuse?: (said: z.$output | string, unit: string) => string | null
  /** As the form shows it, where it differs from the plain value. */
  text?: (value: z.$output) => string
}
const rules = z.registry<Rule>()

const tooLong = (said: string, most: number) =>
  lengthOf(said) > most ? `${most}文字以内で入力してください（現在${lengthOf(said)}文字）` : null

const anyText = (wrong: string) =>
  z
    .string(wrong)
    .max(2_000, '長すぎます。2000文字以内で入力してください。')
    .refine((text) => !text.includes('\0'), '使用できない文字が含まれています。')

const Words = (most: number, wrong: string) => anyText(wrong).register(rules, { refuse: (said) => tooLong(said, most) })

/** A name, or a text shown beside it on slips and boxes. */
const Named = (most: number, wrong: string) =>
  anyText(wrong).register(rules, {
    refuse: (said) => {
      const refusal = nameRefusal(said)
      return tooLong(said, most) ?? (refusal && nameRefusalText[refusal])
    },
  })

/** Without a unit of its own it counts sale units. */
const Whole = ({ min, max, example, unit }: { min: number; max: number; example: string; unit?: string }) =>
  z
    .int(`数値を入力してください（例 ${example}）`)
    .register(rules, {
      refuse: (said, saleUnit) => {
        const read = readNumber(String(said), { min, max })
        return read.ok ? null : numberRefusalText(read.refusal, { ...read.detail, unit: unit ?? saleUnit })
      },
    })
    .register(formText, {
      read: (text) => {
        const read = readNumber(text)
        return read.ok ? read.value : text
      },
    })

const Weight = (missing: string) =>
  GramsIn.clone().register(rules, {
    missing,
    refuse: (said) => {
      const read = readWeight(typeof said === 'string' ? said : `${said}g`, { unit: 'kg', min: grams(1) })
      return read.ok ? null : numberRefusalText(read.refusal, read.detail)
    },
    text: (weight) => weightText(weight, 'kg'),
  })

const YesNo = (missing: string) =>
  z.boolean(missing).register(formText, { read: (text) => ({ true: true, false: false })[text] ?? text })

const chooseMonths = '出荷できる月を1つ以上選択してください'
const isMonth = (month: number) => Number.isInteger(month) && month >= 1 && month <= 12

const Months = z
  .array(z.int('月は1〜12の数値です'), chooseMonths)
  .max(12, '月は1〜12の数値です')
  .register(rules, { refuse: (said) => (Array.isArray(said) && said.every(isMonth) ? null : chooseMonths) })
  .register(formText, { read: (text) => monthsIn(text) ?? text })

/** `11,12,1` → 1, 11, 12; null if a value is no month. */
export function monthsIn(typed: string): number[] | null {
  const months = typed.split(',').flatMap((month) => (month === '' ? [] : [Number(month)]))
  return months.every(isMonth) ? [...new Set(months)].sort((a, b) => a - b) : null
}

const Allergens = z
  .array(z.enum(statedAllergens), 'アレルゲンを選択してください')
  .max(statedAllergens.length)
  .register(rules, {
    refuse: (said) =>
      z.array(z.enum(statedAllergens)).safeParse(said).success ? null : 'アレルゲンを一覧から選択してください',
  })
  .register(formText, { read: (text) => text.split(',') })

/** A fact of food labelling (products/catalog/food-facts): which of them a product needs is a rule of read-products.ts. */
const FactText = ({ label, help, format }: Fact) =>
  anyText(`${label}を文字で入力してください`)
    .register(rules, { refuse: (said) => factRefusal(format, said) })
    .register(formText, { read: (text) => readFact(format, text) })
    .describe(typeof format === 'object' ? `${label}。${format.choices.join('・')}` : `${label}。${help}`)
    .optional()

const facts = Object.fromEntries(productFactNames.map((name) => [name, FactText(productFacts[name])])) as Record<
  ProductFact,
  ReturnType<typeof FactText>
>

const pick = (what: string) => `${what}を選択してください`

const what = {
  item: Named(30, '品目を入力してください（例 人参）').describe(
    '品目（30文字以内）。例 人参。品目一覧にある場合は、分類と読みが自動で設定されます',
  ),
  name: Named(40, '商品名を入力してください（例 桃太郎トマト）').describe('40文字以内'),
  kana: anyText('フリガナを、カタカナで入力してください（例 トマト）').describe('省略時は品目の読み').optional(),
  category: z.enum(categories, pick('種類')).describe('品目一覧にない場合に入力してください').optional(),
  variety: Named(30, '品種を文字で入力してください').describe('品種。30文字以内').optional(),
  method: z
    .enum(methods, pick('栽培方法'))
    .describe('jas_organic と specially_cultivated は、農園のページに証明書がある場合のみ'),
  grade: Named(20, '等級を文字で入力してください').describe('等級・大きさ。20文字以内').optional(),
  description: Words(400, '説明を文字で入力してください').describe('400文字以内').optional(),
  contents: Words(600, '中身を文字で入力してください')
    .describe('セットの中身。1行に1点、品目と数量（例 人参 1kg）。種類が set の場合は必須')
    .optional(),
  allergens: Allergens.describe(
    'セット・加工品に含まれる特定原材料。含まれない場合は none。種類が set・processed の場合は必須',
  ).optional(),
  foodSharePercent: Whole({ min: 1, max: 99, example: '80%', unit: '%' })
    .nullable()
    .describe('食品以外を含むセットで、価格に占める食品の割合（1〜99）。null は食品のみ')
    .optional(),
  storageNote: Words(200, '保存方法を文字で入力してください').describe('200文字以内').optional(),
}

const box = {
  catchWeight: YesNo('販売方法を選択してください').describe('不定貫（実重量で金額が決まる）'),
  unitLabel: z.enum(saleUnits, pick('販売単位')).describe('価格の後ろに付く単位'),
  netGrams: Weight('内容量を入力してください。目安でかまいません（例 5）').describe('1つあたりの内容量'),
  pieceCount: Whole({ min: 1, max: 9_999, example: '20個', unit: '個' })
    .nullable()
    .describe('1つあたりの入り数。null は指定なし')
    .optional(),
  pieceUnit: z.enum(pieceUnits, pick('入り数の単位')).describe('入り数の数え方。省略時は 個').optional(),
  tolerancePercent: Whole({ min: 1, max: 50, example: '10%', unit: '%' })
    .nullable()
    .describe('不定貫の場合の、重量の許容範囲（1〜50）')
    .optional(),
  packLabel: Named(40, '荷姿を文字で入力してください')
    .describe('荷姿。空欄の場合は「5kg箱」のように自動作成されます')
    .optional(),
  temperature: z.enum(['ambient', 'chilled', 'frozen'], pick('配送温度帯')),
  grossGrams: Weight('').nullable().describe('箱を含む総重量。null は内容量から推定').optional(),
  boxLitres: Whole({ min: 1, max: 380, example: '20L', unit: 'L' })
    .nullable()
    .describe('箱の容積（リットル）。null は内容量から推定')
    .optional(),
  ownCarton: YesNo('梱包を選択してください')
    .describe('true は、1つずつ専用箱のまま発送し、他の商品と同梱しない。省略時は false')
    .optional(),
}

const price = {
  priceYen: Whole({ min: 1, max: mostYen, example: '1500円', unit: '円' }).describe('税抜。不定貫は1kgの単価'),
  taxKind: z
    .enum(['food', 'standard'], pick('消費税の区分'))
    .describe('food 8%・standard 10%。種類が set の場合は、価格と食品の割合で決まります'),
  minQty: Whole({ min: 1, max: 999, example: '1' }).optional(),
  orderStep: Whole({ min: 1, max: 999, example: '1' }).describe('注文の単位数量').optional(),
  maxQty: Whole({ min: 1, max: 9_999, example: '99' }).optional(),
}

const stock = {
  sellsFrom: z
    .enum(['stock', 'harvest'], pick('出荷可能数の管理方法'))
    .describe('stock は在庫数、harvest は収穫見込み（/farm/harvests）で決まります'),
  stock: Whole({ min: 0, max: 9_999, example: '20箱' })
    .describe('現在の出荷可能数。sellsFrom が stock の場合')
    .optional(),
  seasonMonths: Months.describe('出荷できる月'),
}

/** In the order of the questions; what is optional may be left empty. */
export const productShape = { ...what, ...box, ...facts, ...price, ...stock }

export type ProductField = keyof typeof productShape
type Product = z.output<z.ZodObject<typeof productShape>>

const isField = (name: string): name is ProductField => name in productShape
const fieldsIn = (shape: object): readonly ProductField[] => Object.keys(shape).filter(isField)

export const productFields = fieldsIn(productShape)

/** The fields of each question; a mistake leads back to its question. */
const fieldsByStep: Readonly<Record<GoodsStep, readonly ProductField[]>> = {
  photos: [],
  what: fieldsIn(what),
  box: fieldsIn({ ...box, ...facts }),
  price: fieldsIn(price),
  stock: fieldsIn(stock),
}
export const fieldsOfStep = (step: GoodsStep): readonly string[] => fieldsByStep[step]
export const stepOfField = (field: string): GoodsStep =>
  goodsSteps.find((step) => fieldsOfStep(step).includes(field)) ?? 'what'

const factColumns = Object.fromEntries(productFactNames.map((name) => [name, productFacts[name].label])) as Record<
  ProductFact,
  string
>

/** The columns of the file, in order, with their headings. */
export const csvColumns = {
  id: '番号',
  name: '商品名',
  item: '品目',
  kana: 'フリガナ',
  category: '種類',
  method: '栽培方法',
  variety: '品種',
  grade: '等級',
  catchWeight: '販売方法',
  unitLabel: '単位',
  netGrams: '内容量kg',
  pieceCount: '入り数',
  pieceUnit: '入り数の単位',
  tolerancePercent: '重量の許容範囲%',
  packLabel: '荷姿',
  temperature: '温度',
  ownCarton: '梱包',
  priceYen: '価格（税抜）',
  taxKind: '税',
  minQty: '最小注文数',
  orderStep: '注文単位',
  maxQty: '最大注文数',
  stock: '在庫',
  // the stock at the time of the export, so that an unchanged number does not overwrite later orders
  stockSeen: '書き出し時の在庫',
  seasonMonths: '出荷できる月',
  storageNote: '保存',
  description: 'メッセージ',
  contents: 'セットの中身',
  allergens: 'アレルゲン',
  foodSharePercent: '食品の割合%',
  ...factColumns,
} as const satisfies Partial<Record<ProductField | 'id' | 'stockSeen', string>>

/** What is known of a product, field by field: its value, or a text that cannot be read as one. A draft stores this. */
export type ProductValues = { readonly [F in ProductField]?: Product[F] | string | null }

/** The type of a field without `optional` and `nullable`. */
export function plainType(field: ProductField): z.core.$ZodType {
  let type: z.core.$ZodType = productShape[field]
  while (type instanceof z.ZodOptional || type instanceof z.ZodNullable) type = type.unwrap()
  return type
}

const isText = (type: z.core.$ZodType) => type instanceof z.ZodString

/** The fields of a form, a file, a stored draft or a row: texts are read, everything else is left out. */
export const valuesIn = (given: Readonly<Record<string, unknown>>): ProductValues =>
  Object.fromEntries(
    productFields.flatMap((field) => (given[field] === undefined ? [] : [[field, valueIn(field, given[field])]])),
  )

function valueIn(field: ProductField, said: unknown): unknown {
  if (typeof said !== 'string') return said
  const text = said.trim()
  return text === '' ? text : (formText.get(plainType(field))?.read(text) ?? text)
}

/** Parts of the inputs of use cases. */
export const ProductIdIn = IdOf<'product'>('商品')
export const VersionIn = z.int().min(0)
export const ValuesIn = z.record(z.string(), z.unknown()).transform(valuesIn)

/** A value as the form shows it. */
export function textOf(field: ProductField, value: unknown): string {
  const shown = rules.get(plainType(field))?.text
  return shown && typeof value === 'number' ? shown(value) : String(value ?? '')
}

export const textsOf = (values: ProductValues): Record<string, string> =>
  Object.fromEntries(productFields.map((field) => [field, textOf(field, values[field])]))

/** The fields that differ, with their old and their new value. */
export const changedFields = (before: ProductValues, after: ProductValues) =>
  productFields.flatMap((field) => {
    const [was, is] = [before[field], after[field]]
    return textOf(field, was) === textOf(field, is) ? [] : [{ field, was, is }]
  })

/** What is empty is not said: an empty text, no months, null. */
export const isSaid = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

type Optional<T> = string extends T ? string : T | null

/** Every field by itself satisfies its rule. What is optional and empty is an empty text, or null. */
export type SaidProduct = {
  [F in ProductField]-?: undefined extends Product[F] ? Optional<NonNullable<Product[F]>> : Product[F]
}

/** Each field by its own rule: the values that satisfy theirs, and a sentence for every other one. */
export function readFields(values: ProductValues, unit: string) {
  const said: Record<string, unknown> = {}
  const fields: Record<string, string> = {}
  for (const field of productFields) {
    const type = productShape[field]
    const plain = plainType(field)
    const rule = rules.get(plain)
    const value = isSaid(values[field]) ? values[field] : undefined
    const parsed = type.safeParse(value)
    const sentence =
      value === undefined
        ? !parsed.success && rule?.missing
        : rule?.refuse?.(typeof value === 'string' ? value : (parsed.data ?? value), unit)
    if (sentence) fields[field] = sentence
    else if (!parsed.success) fields[field] = parsed.error.issues[0]?.message ?? ''
    else said[field] = parsed.data ?? (isText(plain) ? '' : null)
  }
  return { said: said as Partial<SaidProduct>, fields }
}
