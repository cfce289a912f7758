import { z } from 'zod'
import { AnId, Count, Moment, Yen } from '#api/schemas/shapes.ts'
import { categories, goodsKinds, methods, productStatuses } from '#kernel/enums.ts'
import { Body, GramsIn } from '#kernel/schema.ts'
import { saleUnits } from '#modules/products/product-fields.ts'

/** The message for a field that is missing or of the wrong type: the sentences of the page. */
const pick = (what: string) => `${what}をえらんでください`

/** The allowed length of a text is a rule of the module; this is only what we are willing to read. */
const Words = (missing: string) =>
  z
    .string(missing)
    .max(2_000, '長すぎます。2000文字までです。')
    .refine((text) => !text.includes('\0'), '使えない文字があります。')

const Whole = (example: string) => z.int(`数を入力してください（例 ${example}）`)

/** The fields of a product under their API names. Their allowed values and combinations are in read-goods.ts. */
const fields = {
  item: Words('何の商品かを入力してください（例 人参）').describe(
    '何の品か（30文字まで）。例 人参。名簿にある品は、種類と読みが決まります',
  ),
  name: Words('商品の名前を入力してください（例 桃太郎トマト）').describe('40文字まで'),
  kana: Words('フリガナを、カタカナで入力してください（例 トマト）').describe('省くと、品の読み'),
  category: z.enum(categories, pick('種類')).describe('名簿にない品のとき、入れてください'),
  variety: Words('品種を文字で入力してください').describe('品種。30文字まで'),
  method: z.enum(methods, pick('作り方')).describe('jas_organic は、農園のページに証明書があるときだけ'),
  grade: Words('等級を文字で入力してください').describe('等級・大きさ。20文字まで'),
  description: Words('説明を文字で入力してください').describe('400文字まで'),
  storageNote: Words('保存のしかたを文字で入力してください').describe('200文字まで'),
  catchWeight: z.boolean('どちらで売るかをえらんでください').describe('量り売り（届いた重さで金額が決まる）'),
  unitLabel: z.enum(saleUnits, pick('売る単位')).describe('値段のあとに立つことば'),
  netGrams: GramsIn.describe('ひとつの中身の重さ'),
  pieceCount: Whole('20個').nullable().describe('ひとつに入っている数。null は決めない'),
  tolerancePercent: Whole('10%').nullable().describe('量り売りのとき、重さのちがいの幅（1〜50）'),
  packLabel: Words('荷姿を文字で入力してください').describe('荷姿。空にすると「5kg箱」のように作ります'),
  temperature: z.enum(['ambient', 'chilled', 'frozen'], pick('送る温度')),
  grossGrams: GramsIn.nullable().describe('箱ごとの重さ。null は中身から見つもる'),
  boxLitres: Whole('20L').nullable().describe('箱の大きさ（リットル）。null は中身から見つもる'),
  priceYen: Whole('1500円').describe('税抜き。量り売りは1kgの値段'),
  taxKind: z.enum(['food', 'standard'], pick('消費税の区分')).describe('food 8%・standard 10%'),
  minQty: Whole('1'),
  orderStep: Whole('1').describe('この数ずつ注文できる'),
  maxQty: Whole('99'),
  sellsFrom: z
    .enum(['stock', 'harvest'], pick('出せる数の決め方'))
    .describe('stock は在庫の数、harvest は収穫の見こみ（/farm/harvests）で決まります'),
  seasonMonths: z
    .array(z.int('月は1から12の数です'), '出せる月を1つ以上えらんでください')
    .max(12, '月は1から12の数です')
    .describe('出せる月'),
}
const Stock = Whole('20箱').describe('いま出せる数。sellsFrom が stock のとき')

const needed = z.object(fields).pick({
  item: true,
  name: true,
  method: true,
  catchWeight: true,
  unitLabel: true,
  netGrams: true,
  temperature: true,
  priceYen: true,
  taxKind: true,
  sellsFrom: true,
  seasonMonths: true,
}).shape

const AnyFields = z.object({ ...fields, stock: Stock }).partial()
export type SaidGoods = z.infer<typeof AnyFields>

/** A complete product; for a draft, and for a change, any subset of the fields. */
export const NewGoods = Body({ ...AnyFields.shape, ...needed })
export const DraftFields = Body(AnyFields.shape)

const { stock: _, ...changeable } = AnyFields.shape
const Version = z.int().min(0).describe('読んだときの version。あとで変わっていたら 409 CHANGED_MEANWHILE')
export const GoodsChange = Body({ version: Version.optional(), ...changeable })
export const DraftChange = Body({ version: Version, ...AnyFields.shape })

/** The output: in a draft a field may still be empty, or not readable as a number. */
const said = {
  item: z.string(),
  name: z.string(),
  kana: z.string(),
  category: z.string(),
  variety: z.string(),
  method: z.string(),
  grade: z.string(),
  description: z.string(),
  storageNote: z.string(),
  catchWeight: z.boolean().nullable(),
  unitLabel: z.string(),
  netGrams: Count.nullable().describe('グラム'),
  pieceCount: Count.nullable(),
  tolerancePercent: Count.nullable(),
  packLabel: z.string(),
  temperature: z.string(),
  grossGrams: Count.nullable().describe('グラム。箱ごと'),
  boxLitres: Count.nullable(),
  priceYen: Yen.nullable(),
  taxKind: z.string(),
  minQty: Count.nullable(),
  orderStep: Count.nullable(),
  maxQty: Count.nullable(),
  sellsFrom: z.string(),
  stock: Count.nullable(),
  seasonMonths: z.array(Count),
}

const audience = z.enum(['everybody', 'chosen']).describe('chosen はえらんだ店だけに見えます（/audience）')

export const GoodsOut = z.object({
  id: AnId,
  version: Count,
  status: z.enum(productStatuses),
  review: z.enum(['waiting', 'returned']).nullable().describe('waiting は運営が確認中、returned は差し戻し'),
  reviewNote: z.string().describe('差し戻しの理由'),
  heldReason: z.string().nullable().describe('運営が販売を止めている理由'),
  lapsed: z.array(z.enum(goodsKinds)).describe('書類の期限が切れて、店から見えない種類'),
  audience,
  ...said,
})

export const DraftOut = z.object({
  id: AnId,
  version: Count,
  savedAt: Moment,
  audience,
  restaurants: z.array(z.object({ id: AnId, name: z.string() })).describe('chosen のとき、見せる店'),
  ...said,
})
