import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  AnId,
  Category,
  Count,
  Day,
  DayIn,
  DeliveryDay,
  Grams,
  IdOf,
  KitchenChoice,
  Limit,
  Next,
  Temperature,
  Text,
  Yen,
} from './shapes.ts'

const tag = '品をさがす'
const Method = z.enum(['conventional', 'specially_cultivated', 'jas_organic', 'natural'])

const card = {
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
    '税抜き。catchWeight が true なら1kgの値段。承認された店・農園でログインしていないと null',
  ),
  catchWeight: z.boolean().describe('不定貫：量った重さで金額が決まる'),
  netGrams: Grams.nullable(),
  pieceCount: Count.nullable(),
  tolerancePercent: Count.nullable(),
  minQty: Count,
  maxQty: Count,
  orderStep: Count,
  availableQty: Count,
  farm: z.object({ id: AnId, name: z.string(), crest: z.string(), place: z.string(), prefectureCode: z.string() }),
}
export const ProductCard = z.object(card)

const farm = {
  id: AnId,
  name: z.string(),
  crest: z.string(),
  place: z.string(),
  prefecture: z.string(),
  city: z.string(),
  representative: z.string(),
  story: z.string(),
  picture: z.string(),
  policy: z.object({
    shipWeekdays: z.array(Count).describe('出荷する曜日。0 日曜〜6 土曜'),
    shipsOnHolidays: z.boolean(),
    packingMinute: Count.describe('箱づめをはじめる時刻（0時からの分）'),
    cutoffHoursBeforePacking: Count,
    answerHoursAfterCutoff: Count,
  }),
  freeFreightFromYen: Yen.nullable(),
  minOrderYen: Yen,
  vacations: z.array(z.object({ from: Day, to: Day })),
  registered: z.boolean().describe('適格請求書発行事業者'),
}
const FarmPanel = z.object(farm)

export const Product = z.object({
  ...card,
  description: z.string(),
  grade: z.string(),
  storageNote: z.string(),
  tasteNote: z.string(),
  packingNote: z.string(),
  seasonMonths: z.array(Count),
  peakMonths: z.array(Count),
  listed: z.boolean(),
  farmPanel: FarmPanel,
  newestLot: z.object({ code: z.string(), harvestedOn: Day }).nullable(),
  days: z.array(DeliveryDay).describe('この店に届けられる日と、届けられない日の理由。店を選べない人には空'),
  alsoFromFarm: z.array(ProductCard),
})

const ProductPage = z.object({
  products: z.array(ProductCard),
  count: Count.describe('見つかった数。20,000で数えるのをやめる'),
  capped: z.boolean(),
  next: Next,
})

export const catalogContract = {
  products: endpoint('anyone', {
    method: 'GET',
    path: '/products',
    tag,
    scope: 'catalog.read',
    summary: '品をさがす',
    description:
      '新しい順。q は漢字・かな・カナのどれでも見つかります（人参＝にんじん＝ニンジン）。arrivesOn を付けると、その日に自分の店に届く品だけ。',
  })
    .input(
      z.object({
        query: z.object({
          q: Text(0, 200).optional().describe('ことば。空白で区切ると、すべてを含む品'),
          category: Category.optional(),
          arrivesOn: DayIn.optional().describe('この日に届く品だけ（店の人だけが使えます）'),
          kitchenId: KitchenChoice,
          inSeason: z.enum(['true', 'false'], { error: 'true か false を入れてください。' }).optional(),
          farmId: IdOf<'farm'>('農園').optional(),
          after: Text(0, 100).optional().describe('前の答えの next'),
          limit: Limit.optional().describe('1〜100。省くと24'),
        }),
      }),
    )
    .output(ProductPage),
  product: endpoint('anyone', {
    method: 'GET',
    path: '/products/{id}',
    tag,
    scope: 'catalog.read',
    summary: '品をくわしく見る',
    description: '農園、いちばん新しい収穫、店に届けられる日と、届けられない日の理由まで。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'product'>('品') }), query: z.object({ kitchenId: KitchenChoice }) }))
    .output(Product),
  farm: endpoint('anyone', {
    method: 'GET',
    path: '/farms/{id}',
    tag,
    scope: 'catalog.read',
    summary: '農園を見る',
    description: '農園の出荷の決まりと、いま売っている品。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'farm'>('農園') }), query: z.object({ kitchenId: KitchenChoice }) }))
    .output(z.object({ ...farm, days: z.array(DeliveryDay), products: ProductPage })),
}
