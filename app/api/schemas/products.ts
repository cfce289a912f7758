import { z } from 'zod'
import {
  AnId,
  Count,
  Day,
  DeliveryDay,
  Grams,
  Next,
  PriceTierOut,
  PriceWhyOut,
  StarSumOut,
  Temperature,
  Yen,
} from '#api/schemas/shapes.ts'
import { statedAllergens } from '#kernel/enums.ts'
import { Category } from '#kernel/schema.ts'

export const Method = z.enum(['conventional', 'specially_cultivated', 'jas_organic', 'natural'])

export const card = {
  id: AnId,
  name: z.string(),
  category: Category,
  method: Method,
  packLabel: z.string(),
  unitLabel: z.string(),
  picture: z.string().describe('写真の名前。/pictures/{picture}-480.webp（160・480・960）'),
  temperature: Temperature,
  taxKind: z.string(),
  priceYen: Yen.nullable().describe(
    '税抜。最少数量での、自分の飲食店の価格。catchWeight が true の場合は1kgの価格。承認済みの飲食店・農園でサインインしていない場合は null',
  ),
  listYen: Yen.nullable().describe('通常価格。絞り込みと並べ替えは、この価格で行います'),
  why: PriceWhyOut,
  tiers: z.array(PriceTierOut).describe('数量別価格。自分の飲食店の価格より安いもののみ'),
  catchWeight: z.boolean().describe('不定貫：計量した重量で金額が決まる'),
  netGrams: Grams.nullable(),
  pieceCount: Count.nullable(),
  pieceUnit: z.string().describe('入り数の数え方'),
  tolerancePercent: Count.nullable(),
  minQty: Count,
  maxQty: Count,
  orderStep: Count,
  availableQty: Count,
  stars: StarSumOut.nullable().describe('飲食店が付けた星の合計と件数。平均は stars ÷ reviews。まだない場合は null'),
  farm: z.object({ id: AnId, name: z.string(), crest: z.string(), place: z.string(), prefectureCode: z.string() }),
}

export const ProductCard = z.object(card)

export const farm = {
  id: AnId,
  name: z.string(),
  crest: z.string(),
  place: z.string(),
  prefecture: z.string(),
  prefectureCode: z.string(),
  city: z.string(),
  representative: z.string(),
  story: z.string(),
  picture: z.string(),
  policy: z.object({
    shipWeekdays: z.array(Count).describe('出荷曜日。0 日曜〜6 土曜'),
    shipsOnHolidays: z.boolean(),
    packingMinute: Count.describe('箱詰めの開始時刻（0時からの分）'),
    cutoffHoursBeforePacking: Count,
    answerHoursAfterCutoff: Count,
  }),
  freeFreightFromYen: Yen.nullable(),
  minOrderYen: Yen,
  vacations: z.array(z.object({ from: Day, to: Day })),
  registered: z.boolean().describe('適格請求書発行事業者'),
}

const FarmPanel = z.object(farm)

export const Photo = z.object({
  name: z
    .string()
    .describe('写真の名前。photo-{key}-{色}。大きさは /media/{key}-160・480・960.webp と /media/{key}.webp'),
  caption: z.string(),
})

export const Product = z.object({
  ...card,
  description: z.string(),
  contents: z.string().describe('セットの中身。1行に1点、品目と数量。セットでなければ空'),
  allergens: z.array(z.enum(statedAllergens)).describe('セット・加工品に含まれる特定原材料。none は含まれない'),
  origin: z.string().describe('産地。都道府県、水域、国産、国名のいずれか'),
  facts: z
    .array(z.object({ label: z.string(), value: z.string() }))
    .describe('食品表示：部位、原材料名など、種類ごとに必要な項目'),
  grade: z.string(),
  storageNote: z.string(),
  tasteNote: z.string(),
  packingNote: z.string(),
  seasonMonths: z.array(Count),
  peakMonths: z.array(Count),
  listed: z.boolean(),
  hidden: z.boolean().describe('選択された飲食店にのみ公開されている商品'),
  farmPanel: FarmPanel,
  newestLot: z.object({ code: z.string(), harvestedOn: Day }).nullable(),
  days: z.array(DeliveryDay).describe('この店舗に届けられる日と、届けられない日の理由。店舗を選択できない場合は空'),
  alsoFromFarm: z.array(ProductCard),
  photos: z.array(Photo),
  lots: z
    .array(z.object({ code: z.string(), harvestedOn: Day, bestBeforeOn: Day.nullable() }))
    .describe('新しい収穫から5つまで'),
  packs: z.array(ProductCard).describe('同じ農園の、同じ商品の別の箱'),
  similar: z.array(ProductCard).describe('他の農園の同じ商品'),
  together: z.array(ProductCard).describe('2店以上が同じ注文で同時に購入した商品'),
})

export const OnlyIf = z.enum(['true', 'false'], { error: 'true か false を指定してください。' }).optional()

export const CountBy = z.record(z.string(), Count)

export const ProductPage = z.object({
  products: z.array(ProductCard),
  count: Count.describe('該当件数。20,000件（語句で検索した場合は3,000件）で計数を打ち切る'),
  capped: z.boolean(),
  next: Next,
})

export const FavouriteFarm = z.object({
  id: AnId,
  name: z.string(),
  crest: z.string(),
  place: z.string(),
  prefectureCode: z.string(),
  picture: z.string(),
  goods: Count,
})
