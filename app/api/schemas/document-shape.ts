import { z } from 'zod'
import { parseDayCursor } from '#modules/traceability/lot-filter.ts'
import { AnId, Count, Day, Percent, TaxOfRate, Yen, YenMoved } from './shapes.ts'

/** What issued documents say, field by field, as they are stored (issued-documents/document-content.ts). */

export const YenWithTax = z.int().describe('円（税込）')
export const untaxedYen = YenMoved.describe('消費税の対象外の額（取消料）。円')

/** Where a list of days continues; opaque to clients. */
export const DayCursorOf = <Of extends string>() =>
  z
    .string()
    .max(100, 'after には前回の応答の next をそのまま指定してください。')
    .transform((text, issue) => {
      const cursor = parseDayCursor<Of>(text)
      if (cursor) return cursor
      issue.addIssue({ code: 'custom', message: 'after には前回の応答の next をそのまま指定してください。' })
      return z.NEVER
    })

const Party = z.object({
  name: z.string(),
  postalCode: z.string(),
  address: z.string(),
  phone: z.string(),
  registrationNumber: z.string().nullable().describe('登録番号。登録を受けていない場合は null'),
})

const Line = z.object({
  name: z.string(),
  qty: Count,
  unit: z.string(),
  grams: Count.nullable().describe('不定貫の商品の、請求対象の重さ'),
  priceYen: Yen.describe('単価。不定貫の商品は1kgあたり。円（税抜）'),
  yen: Yen,
  taxPercent: Percent,
})

export const Slip = z.object({
  orderId: AnId,
  number: z.string(),
  kind: z.enum(['sale', 'adjustment', 'cancel_fee']).describe('sale 納品、adjustment 修正、cancel_fee 取消料'),
  suppliedOn: Day,
  bookedOn: Day,
  farmId: AnId,
  farm: z.string(),
  farmNumber: z.string().nullable().describe('農園の登録番号。登録を受けていない場合は null'),
  kitchen: z.string(),
  reason: z.string(),
  lines: z.array(Line),
  freightYen: Yen,
  untaxedYen,
  perRate: z.array(TaxOfRate),
  totalYen: YenWithTax,
})

export const Unregistered = z
  .array(z.object({ percent: Percent, deductiblePercent: Percent, totalYen: YenWithTax, taxPartYen: YenMoved }))
  .describe(
    '適格請求書発行事業者以外からの仕入れ。taxPartYen は totalYen に含まれる消費税相当額、deductiblePercent はそのうち経過措置で控除できる割合',
  )

export const LateCharges = z
  .array(
    z.object({
      invoice: z.string().describe('支払いが遅れた請求書の番号'),
      dueOn: Day,
      fromOn: Day,
      toOn: Day,
      days: Count.describe('期間のうち、対象の日数'),
      yen: Yen,
    }),
  )
  .optional()
  .describe('遅延損害金（不課税）。ない場合は省略')

const rates = z.array(TaxOfRate)
const returns = rates.describe('返還した対価。マイナスの金額')

const Invoice = z.object({
  kind: z.literal('invoice'),
  issuer: Party,
  to: Party,
  fromOn: Day,
  toOn: Day,
  dueOn: Day,
  slips: z.array(Slip),
  lateCharges: LateCharges,
  sales: rates,
  returns,
  unregistered: Unregistered,
  untaxedYen,
  periodYen: YenWithTax,
  previousYen: YenWithTax,
  paidYen: YenWithTax,
  settledYen: YenWithTax.optional().describe('当社で処理済みの額。ないときは省略'),
  carriedYen: YenWithTax,
  dueYen: YenWithTax,
  payTo: z
    .object({ bank: z.string(), branch: z.string(), type: z.string(), number: z.string(), holder: z.string() })
    .nullable(),
})

const Statement = z.object({
  kind: z.literal('statement'),
  issuer: Party,
  to: Party,
  fromOn: Day,
  toOn: Day,
  payOn: Day,
  slips: z.array(
    Slip.extend({
      restaurant: z.string(),
      feeYen: Yen,
      farmYen: YenWithTax.describe('農園の受取額。手数料を差し引く前。円（税込）'),
    }),
  ),
  sales: rates,
  returns,
  untaxedYen,
  grossYen: YenWithTax,
  borneYen: YenWithTax.describe('grossYen のうち、運営または配送会社が負担した額。円（税込）'),
  fee: TaxOfRate,
  runFreights: z
    .array(
      z.object({
        orderId: AnId,
        order: z.string(),
        suppliedOn: Day,
        run: z.string(),
        farm: z.string(),
        side: z.enum(['rider', 'runner']),
        baseYen: YenMoved,
        taxYen: YenMoved,
      }),
    )
    .optional()
    .describe('共同便の運賃。運行した農園は正、商品を載せた農園は負。ない場合は省略'),
  carriedYen: YenWithTax,
  netYen: YenWithTax,
  confirmBy: Day,
  account: z.string().nullable(),
})

const Receipt = z.object({
  kind: z.literal('receipt'),
  issuer: Party,
  to: Party,
  paidOn: Day,
  method: z.string(),
  invoice: z.string().describe('支払われた請求書の番号'),
  yen: YenWithTax,
  perRate: rates,
})

const DeliverySlip = z.object({
  kind: z.literal('delivery_slip'),
  issuer: Party,
  to: Party,
  shipOn: Day,
  deliveryOn: Day,
  order: z.string(),
  part: z
    .enum(['first', 'rest'])
    .optional()
    .describe(
      '分けて出荷した注文のみ。first 先に出荷した分、rest 残りの分。すべての納品書の合計が注文の金額になります',
    ),
  lines: z.array(
    Line.extend({
      origin: z.string(),
      lots: z.array(z.string()),
      facts: z.array(z.string()).optional().describe('食品表示：部位・個体識別番号・保存方法など。ない場合は省略'),
    }),
  ),
  freightYen: Yen,
  perRate: rates,
  totalYen: YenWithTax,
})

/** Named once in the OpenAPI document. */
export const DocumentContent = z.discriminatedUnion('kind', [Invoice, Statement, Receipt, DeliverySlip])
