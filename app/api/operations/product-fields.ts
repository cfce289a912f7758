import type { SaidGoods } from '#api/schemas/goods-fields.ts'
import { readNumber, readWeight, weightText } from '#kernel/typed-number.ts'
import type { TypedGoods } from '#modules/products/product-fields.ts'
import { monthsIn } from '#modules/products/read-products.ts'

/** The fields whose names differ between the API and the page, by their names on the page. */
const namesOfPage: Readonly<Record<string, string>> = {
  soldBy: 'catchWeight',
  unit: 'unitLabel',
  netKg: 'netGrams',
  pieces: 'pieceCount',
  tolerance: 'tolerancePercent',
  grossKg: 'grossGrams',
  litres: 'boxLitres',
  price: 'priceYen',
}

export const apiNameOf = (field: string): string => namesOfPage[field] ?? field

/** A product from the API in the form that a farmer would have typed: one set of rules reads both. */
export function typedFrom(said: SaidGoods): TypedGoods {
  const typed = {
    item: said.item,
    name: said.name,
    kana: said.kana,
    category: said.category,
    variety: said.variety,
    method: said.method,
    grade: said.grade,
    description: said.description,
    storageNote: said.storageNote,
    soldBy: said.catchWeight === undefined ? undefined : said.catchWeight ? 'weight' : 'fixed',
    unit: said.unitLabel,
    netKg: kilograms(said.netGrams),
    pieces: figure(said.pieceCount),
    tolerance: figure(said.tolerancePercent),
    packLabel: said.packLabel,
    temperature: said.temperature,
    grossKg: kilograms(said.grossGrams),
    litres: figure(said.boxLitres),
    price: figure(said.priceYen),
    taxKind: said.taxKind,
    minQty: figure(said.minQty),
    orderStep: figure(said.orderStep),
    maxQty: figure(said.maxQty),
    sellsFrom: said.sellsFrom,
    stock: figure(said.stock),
    seasonMonths: said.seasonMonths?.join(','),
  }
  return Object.fromEntries(Object.entries(typed).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))
}

/** Undefined stays undefined; null empties the field. */
const figure = (value: number | null | undefined) => (value === undefined ? undefined : String(value ?? ''))
const kilograms = (weight: number | null | undefined) =>
  weight === undefined ? undefined : weight === null ? '' : weightText(weight, 'kg')

/** The reverse. What cannot be read as a number is null. */
export function saidFrom(typed: TypedGoods) {
  const text = (name: string) => typed[name] ?? ''
  const number = (name: string) => {
    const read = readNumber(text(name))
    return read.ok ? read.value : null
  }
  const weight = (name: string) => {
    const read = readWeight(text(name), { unit: 'kg' })
    return read.ok ? read.value : null
  }
  return {
    item: text('item'),
    name: text('name'),
    kana: text('kana'),
    category: text('category'),
    variety: text('variety'),
    method: text('method'),
    grade: text('grade'),
    description: text('description'),
    storageNote: text('storageNote'),
    catchWeight: text('soldBy') === '' ? null : text('soldBy') === 'weight',
    unitLabel: text('unit'),
    netGrams: weight('netKg'),
    pieceCount: number('pieces'),
    tolerancePercent: number('tolerance'),
    packLabel: text('packLabel'),
    temperature: text('temperature'),
    grossGrams: weight('grossKg'),
    boxLitres: number('litres'),
    priceYen: number('price'),
    taxKind: text('taxKind'),
    minQty: number('minQty'),
    orderStep: number('orderStep'),
    maxQty: number('maxQty'),
    sellsFrom: text('sellsFrom'),
    stock: number('stock'),
    seasonMonths: monthsIn(text('seasonMonths')) ?? [],
  }
}
