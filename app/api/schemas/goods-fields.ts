import { z } from 'zod'
import { AnId, Count, Moment, Yen } from '#api/schemas/shapes.ts'
import { goodsKinds, productStatuses } from '#kernel/enums.ts'
import { Body } from '#kernel/schema.ts'
import {
  type ProductField,
  type ProductValues,
  plainType,
  productFields,
  productShape,
} from '#modules/products/product.ts'

const anyField = z.object(productShape).partial().shape

/** A complete product; for a change, any subset of the fields. */
export const NewGoods = Body(productShape)

const { stock: _, ...changeable } = anyField
const Version = z.int().min(0).describe('取得時の version。その後に変更されていた場合は 409 CHANGED_MEANWHILE')
export const GoodsChange = Body({ version: Version.optional(), ...changeable })
export const DraftChange = Body({ version: Version, ...anyField })

type Said = string | boolean | number | (number | string)[] | null

/** The output: in a draft a field may still be empty, or not readable as a number. */
const said: Record<ProductField, z.ZodType<Said>> = {
  ...outputs(productFields),
  netGrams: Count.nullable().describe('グラム'),
  grossGrams: Count.nullable().describe('グラム。箱ごと'),
  priceYen: Yen.nullable(),
}

function outputs(fields: readonly ProductField[]) {
  return Object.fromEntries(fields.map((field) => [field, outputOf(plainType(field))])) as Record<
    ProductField,
    z.ZodType<Said>
  >
}

function outputOf(type: z.core.$ZodType): z.ZodType<Said> {
  if (type instanceof z.ZodString || type instanceof z.ZodEnum) return z.string()
  if (type instanceof z.ZodBoolean) return z.boolean().nullable()
  if (type instanceof z.ZodArray) return z.array(type.element instanceof z.ZodEnum ? z.string() : Count)
  return Count.nullable()
}

/** A product or a draft in the words of the API. */
export const saidFrom = (values: ProductValues) =>
  Object.fromEntries(productFields.map((field) => [field, saidIn(plainType(field), values[field])])) as Record<
    ProductField,
    Said
  >

function saidIn(type: z.core.$ZodType, value: ProductValues[ProductField]): Said {
  if (type instanceof z.ZodString || type instanceof z.ZodEnum) return String(value ?? '')
  if (type instanceof z.ZodArray) return Array.isArray(value) ? value : []
  return typeof value === 'string' || Array.isArray(value) ? null : (value ?? null)
}

const audience = z.enum(['everybody', 'chosen']).describe('chosen は選択した飲食店にのみ公開されます（/audience）')

export const GoodsOut = z.object({
  id: AnId,
  version: Count,
  status: z.enum(productStatuses),
  review: z.enum(['waiting', 'returned']).nullable().describe('waiting は運営が確認中、returned は差し戻し'),
  reviewNote: z.string().describe('差し戻しの理由'),
  heldReason: z.string().nullable().describe('運営が販売を停止している理由'),
  lapsed: z.array(z.enum(goodsKinds)).describe('書類の期限切れにより、飲食店に表示されない種類'),
  audience,
  ...said,
})

export const DraftOut = z.object({
  id: AnId,
  version: Count,
  savedAt: Moment,
  audience,
  restaurants: z.array(z.object({ id: AnId, name: z.string() })).describe('chosen の場合の公開先'),
  ...said,
})
