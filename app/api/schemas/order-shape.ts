import { z } from 'zod'
import {
  AnId,
  Count,
  Day,
  Grams,
  Moment,
  Percent,
  PriceWhyOut,
  ShortageTerms,
  TaxOfRate,
  Temperature,
  Yen,
} from '#api/schemas/shapes.ts'
import { CarrierName, Category, OnShortage, OrderState, Slot, VerdictIn } from '#kernel/schema.ts'

const Change = z.int().describe('円（税抜）。マイナスは店に返す分')

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
  priceFromQty: Count.nullable().describe('この値段になる、いちばん少ない数。null はどの数でも'),
  onShortage: OnShortage,
  shortageTerms: ShortageTerms,
  orderedBefore: Count.nullable().describe('農園がまだ答えていない変更の、前の数。0は追加された品'),
  substituteFor: AnId.nullable().describe('この品がかわりに送られる、もとの品'),
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
  sentFirst: z.boolean().describe('残りより先に出た箱'),
  forRest: z.boolean().describe('分けたためにふえた箱'),
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
  version: Count.describe('変えるたびにふえる'),
  changedAt: Moment.nullable(),
  cancelPercent: Percent.describe('締切のあとに農園が取り消しに応じたときの、商品代に対する取消料'),
  cancelAskedAt: Moment.nullable(),
  cancelFeeYen: Yen.nullable(),
  proposal: z
    .object({ lines: z.array(z.object({ lineId: AnId, stated: Count, reason: z.string() })).readonly() })
    .nullable()
    .describe('農園が出せると言っている数。答えを待っている間だけ'),
  proposalDueAt: Moment.nullable(),
  restOn: Day.nullable().describe('一部を先に発送したとき、残りが届く約束の日'),
  claimId: AnId.nullable().describe('かわりの品の注文なら、その申し出'),
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
      sentFirst: Stated.describe('残りより先に出た数。分けていなければ null'),
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
  corrections: z
    .array(
      z.object({
        id: AnId,
        number: z.string(),
        corrects: z.string().describe('もとの伝票の番号'),
        claim: z.string().nullable().describe('申し出から来たときは、その番号'),
        reason: z.string(),
        at: Moment,
        lines: z.array(z.object({ lineId: AnId.nullable().describe('null は送料'), yen: Change, taxPercent: Percent })),
        tax: z.object({
          perRate: z.array(z.object({ percent: Percent, baseYen: Change, taxYen: Change })),
          totalExYen: Change,
          taxYen: Change,
          totalIncYen: Change.describe('税込み'),
        }),
      }),
    )
    .describe('金額が確定したあとの修正の伝票。figures はもとの伝票のままです'),
  commissionBp: Count.nullable().describe('農園だけに見える手数料（1200＝12％）'),
})
