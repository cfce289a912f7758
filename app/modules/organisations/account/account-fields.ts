import { type GoodsKind, goodsKinds, type Side } from '#kernel/enums.ts'

/** What staff may correct in an account, in the order of the form. An empty text means there is none. */
export const accountFields = {
  name: '店名・農園名',
  kana: 'フリガナ（店名・農園名）',
  legalName: '名義（会社名・屋号）',
  representative: '代表者',
  representativeKana: 'フリガナ（代表者）',
  personName: '申込者の氏名',
  personKana: 'フリガナ（申込者）',
  phone: '電話番号',
  registrationNumber: '登録番号（T＋13桁）',
  postalCode: '郵便番号',
  prefectureCode: '都道府県',
  city: '市区町村',
  street: '町名・番地',
  building: '建物名・部屋番号',
  businessType: '業態',
  goodsKinds: '販売品目',
} as const

export type AccountField = keyof typeof accountFields
export type AccountValues = Record<Exclude<AccountField, 'goodsKinds'>, string> & { goodsKinds: readonly GoodsKind[] }
export type Difference = { field: AccountField; from: string; to: string }

const isField = (name: string): name is AccountField => name in accountFields

const ofOneSide: Partial<Record<AccountField, Side>> = {
  goodsKinds: 'farm',
  businessType: 'restaurant',
  // a farm's counts by day (registration)
  registrationNumber: 'restaurant',
}

/** The fields of one side: a farm has no 業態, and a restaurant is not asked what it sells. */
export const fieldsOf = (side: Side): AccountField[] =>
  Object.keys(accountFields)
    .filter(isField)
    .filter((field) => (ofOneSide[field] ?? side) === side)

/** Kinds of goods as one text, always in the same order, so that equal choices are equal texts. */
const goodsText = (kinds: readonly string[]): string => goodsKinds.filter((kind) => kinds.includes(kind)).join(' ')
export const goodsIn = (text: string): GoodsKind[] => goodsKinds.filter((kind) => text.split(' ').includes(kind))

/** What would change, field by field, in the order of the form. */
export const differences = (side: Side, before: AccountValues, after: AccountValues): Difference[] =>
  fieldsOf(side).flatMap((field) =>
    textOf(before, field) === textOf(after, field)
      ? []
      : [{ field, from: textOf(before, field), to: textOf(after, field) }],
  )

const textOf = (values: AccountValues, field: AccountField): string =>
  field === 'goodsKinds' ? goodsText(values.goodsKinds) : values[field]
