import { z } from 'zod'

/** The building blocks of responses: named field by field. Those of requests are in kernel/schema.ts. */

export const Yen = z.int().describe('円（税抜き、とくに書かないとき）')
export const Grams = z.int().describe('グラム')
export const Count = z.int()
export const Day = z.string().meta({ description: '日本の日付 YYYY-MM-DD', examples: ['2026-11-25'] })
export const Moment = z.date().describe('時刻（ISO 8601、UTC）')
export const Percent = z.int().describe('％')
export const AnId = z.string()
export const Temperature = z.enum(['ambient', 'chilled', 'frozen'])
export const Next = z.string().nullable().describe('つづきがあれば after に入れる文字列')
export const StarSumOut = z.object({ stars: Count, reviews: Count })
export const PriceTierOut = z.object({ fromQty: Count, priceYen: Yen }).describe('この数から、ひとつずつの値段')
export const PriceWhyOut = z
  .enum(['list', 'tier', 'own'])
  .describe('値段のわけ。list ふつうの値段、tier 数の値段、own お得意さま価格（この店だけの値段）')
export const TaxOfRate = z.object({ percent: Percent, baseYen: Yen, taxYen: Yen })
export const Why = z.object({ code: z.string(), message: z.string() })

export const DeliveryDay = z.union([
  z.object({
    possible: z.literal(true),
    deliveryOn: Day,
    shipOn: Day,
    packAt: Moment,
    cutoffAt: Moment.describe('この時刻まで注文できる（この時刻をふくむ）'),
    answerDueAt: Moment,
    heldDays: Count,
  }),
  z.object({ possible: z.literal(false), deliveryOn: Day, reason: z.string(), message: z.string() }),
])

/** Parameters of an instruction for a shortage. */
export const ShortageTerms = z
  .object({
    substitutes: z.array(AnId).readonly().optional().describe('かわりに送ってよい商品'),
    substituteMaxYen: z.int().optional().describe('かわりの品に払ってよい金額（税抜）'),
    askUntil: z.int().optional().describe('何時まで聞くか。0時からの分（20:00は1200）'),
    otherwise: z.enum(['ship_what_there_is', 'drop_line']).optional().describe('返事やかわりがないとき'),
  })
  .describe('指示に付くもの')
