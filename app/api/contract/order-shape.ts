import { z } from 'zod'
import {
  AnId,
  CarrierName,
  Category,
  Count,
  Day,
  Grams,
  Moment,
  OnShortage,
  OrderState,
  Percent,
  PriceWhyOut,
  Slot,
  TaxOfRate,
  Temperature,
  VerdictIn,
  Yen,
} from './shapes.ts'

const Stated = z.object({ qty: Count, grams: Grams.nullable() }).nullable()

const OrderLine = z.object({
  id: AnId,
  ordinal: Count,
  productId: AnId,
  name: z.string(),
  packLabel: z.string(),
  unitLabel: z.string(),
  picture: z.string(),
  category: Category,
  temperature: Temperature,
  catchWeight: z.boolean(),
  nominalGrams: Grams.nullable(),
  tolerancePercent: Percent.nullable(),
  priceYen: Yen.describe('約束した値段。catchWeight なら1kgの値段'),
  priceWhy: PriceWhyOut.nullable().describe('値段のわけ。古い注文では null'),
  listYen: Yen.nullable().describe('注文したときのふつうの値段。古い注文では null'),
  taxPercent: Percent,
  ceilingYen: Yen,
  onShortage: OnShortage,
  quantities: z
    .object({ ordered: Stated, confirmed: Stated, shipped: Stated, received: Stated, billed: Stated })
    .describe('五つの数：注文・確定・出荷・受取・請求。まだ決まっていないものは null'),
  amountYen: Yen.describe('いちばん新しい数での金額'),
  verdict: VerdictIn.nullable(),
})

const OrderParcel = z.object({
  id: AnId,
  ordinal: Count,
  temperature: Temperature,
  sizeClass: Count,
  freightYen: Yen,
  coolYen: Yen,
  waived: z.boolean().describe('送料無料'),
  carrier: CarrierName.nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  unused: z.boolean(),
})

const summary = {
  id: AnId,
  number: z.string().describe('注文番号'),
  purchaseId: AnId,
  purchaseNumber: z.string(),
  state: OrderState,
  farm: z.object({ id: AnId, name: z.string(), crest: z.string(), place: z.string(), phone: z.string() }),
  restaurant: z.object({ name: z.string(), crest: z.string() }),
  kitchenId: AnId,
  deliveryOn: Day,
  shipOn: Day,
  slot: Slot,
  note: z.string(),
  placedAt: Moment,
  cutoffAt: Moment,
  answerDueAt: Moment,
  packAt: Moment,
  deliveredAt: Moment.nullable(),
  finalizedAt: Moment.nullable(),
  lines: z.array(OrderLine),
  parcels: z.array(OrderParcel),
  figures: z.object({
    goodsYen: Yen,
    freightYen: Yen,
    perRate: z.array(TaxOfRate),
    totalExYen: Yen,
    taxYen: Yen,
    totalIncYen: Yen.describe('税込み'),
    estimated: z.boolean().describe('まだ量っていない不定貫の品がある'),
  }),
}
export const OrderSummary = z.object(summary)

export const Order = z.object({
  ...summary,
  shipTo: z.object({
    restaurant: z.string(),
    kitchen: z.string(),
    postalCode: z.string(),
    prefectureCode: z.string(),
    city: z.string(),
    street: z.string(),
    building: z.string(),
    place: z.string(),
    phone: z.string(),
  }),
  lines: z.array(
    OrderLine.extend({
      lots: z.array(z.object({ lotId: AnId, code: z.string(), harvestedOn: Day, qty: Count })).describe('どの収穫分か'),
    }),
  ),
  events: z
    .array(
      z.object({
        id: AnId,
        at: Moment,
        kind: z.string(),
        actorKind: z.string(),
        actorName: z.string(),
        lineId: AnId.nullable(),
        fromState: OrderState.nullable(),
        toState: OrderState.nullable(),
        reason: z.string().nullable(),
        data: z.record(z.string(), z.unknown()),
      }),
    )
    .describe('だれが、いつ、なぜ'),
  actions: z
    .array(z.object({ name: z.string(), button: z.string(), refusal: z.string().nullable() }))
    .describe('いま自分ができること。refusal はいまできない理由のコード'),
  commissionBp: Count.nullable().describe('農園だけに見える手数料（1200＝12％）'),
})
