import { z } from 'zod'

/** The building blocks of responses: named field by field. Those of requests are in kernel/schema.ts. */

export const Yen = z.int().describe('円（特に記載のない場合は税抜）')
/** What was booked or transferred: neither with nor without tax. */
export const YenMoved = z.int().describe('円')
export const Grams = z.int().describe('グラム')
export const Count = z.int()
export const Day = z.string().meta({ description: '日本の日付 YYYY-MM-DD', examples: ['2026-11-25'] })
export const Moment = z.date().describe('時刻（ISO 8601、UTC）')
export const Percent = z.int().describe('％')
export const AnId = z.string()
export const Temperature = z.enum(['ambient', 'chilled', 'frozen'])
export const Next = z.string().nullable().describe('続きがある場合に after に指定する文字列')
export const StarSumOut = z.object({ stars: Count, reviews: Count })
export const PriceTierOut = z.object({ fromQty: Count, priceYen: Yen }).describe('この数量からの単価')
export const PriceWhyOut = z
  .enum(['list', 'tier', 'own'])
  .describe('適用された価格の種類。list 通常価格、tier 数量別価格、own お得意さま価格（この飲食店だけの価格）')
export const TaxOfRate = z.object({
  percent: Percent,
  baseYen: z.int().describe('対価の額。円（税抜）'),
  taxYen: z.int().describe('消費税額。円'),
})
export const Why = z.object({ code: z.string(), message: z.string() })

export const DeliveryDay = z.union([
  z.object({
    possible: z.literal(true),
    deliveryOn: Day,
    shipOn: Day,
    packAt: Moment,
    cutoffAt: Moment.describe('この時刻まで注文できる（この時刻を含む）'),
    answerDueAt: Moment,
    heldDays: Count,
  }),
  z.object({ possible: z.literal(false), deliveryOn: Day, reason: z.string(), message: z.string() }),
])

/** Parameters of an instruction for a shortage. */
export const ShortageTerms = z
  .object({
    substitutes: z.array(AnId).readonly().optional().describe('代替品として出荷してよい商品'),
    substituteMaxYen: z.int().optional().describe('代替品に支払ってよい金額（税抜）'),
    askUntil: z.int().optional().describe('確認を待つ時刻。0時からの分（20:00は1200）'),
    otherwise: z.enum(['ship_what_there_is', 'drop_line']).optional().describe('回答または代替品がない場合'),
  })
  .describe('指示の詳細')
