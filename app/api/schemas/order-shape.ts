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
import { knownParcelStates, parcelStates } from '#kernel/carrier-tracking.ts'
import { Category, OnShortage, OrderState, Slot, VerdictIn } from '#kernel/schema.ts'
import { adjustmentRequestStates, requestedKinds } from '#modules/ordering/adjustments/adjustment-request.ts'
import { cardStates } from '#modules/payments/card/card-labels.ts'

const Change = z.int().describe('円（税抜）。マイナスは飲食店への返金分')

/** For a helper of the farm who does not see money. */
const hidden = '金額の閲覧を許可されていない農園の家族・スタッフには null'
const Shown = Yen.nullable()

export const PartOut = z.object({ count: Count, of: Count })

const Stated = z
  .object({
    qty: Count,
    grams: Grams.nullable(),
    missing: PartOut.nullish().describe('検収・請求で、最後の1つ（1箱など）のうち足りない分。qty はその1つを含みます'),
  })
  .nullable()

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
  priceYen: Shown.describe(`約定価格。catchWeight の場合は1kgの価格。${hidden}`),
  priceWhy: PriceWhyOut.nullable().describe('適用された価格の種類。古い注文では null'),
  listYen: Yen.nullable().describe('注文時の通常価格。古い注文では null'),
  taxPercent: Percent,
  ceilingYen: Shown.describe(hidden),
  priceFromQty: Count.nullable().describe('この価格が適用される最少数量。null は数量を問わない'),
  onShortage: OnShortage,
  shortageTerms: ShortageTerms,
  orderedBefore: Count.nullable().describe('農園が未回答の変更の、変更前の数量。0は追加された商品'),
  substituteFor: AnId.nullable().describe('この代替品が充てられる、元の商品'),
  quantities: z
    .object({ ordered: Stated, confirmed: Stated, shipped: Stated, received: Stated, billed: Stated })
    .describe('5つの数量：注文・確定・出荷・受取・請求。未確定のものは null'),
  amountYen: Shown.describe(`最新の数量での金額。${hidden}`),
  verdict: VerdictIn.nullable(),
})

const OrderParcel = z.object({
  id: AnId,
  ordinal: Count,
  temperature: Temperature,
  sizeClass: Count,
  freightYen: Shown.describe(hidden),
  coolYen: Shown.describe(hidden),
  waived: z.boolean().describe('送料無料'),
  carrier: z.string().nullable().describe('yamato・sagawa・japanpost、または配送会社名'),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable().describe('配送会社の荷物追跡ページ。ない場合はnull'),
  progress: z
    .object({
      state: z
        .enum(knownParcelStates)
        .describe(
          'handed_over 引受済み、in_transit 輸送中、checking 調査中、waiting 保管中、out_for_delivery 配達中、failed_attempt 持戻り、returned 返送、delivered 配達完了',
        ),
      words: z.string().describe('配送会社の表示'),
      place: z.string().describe('営業所など。不明な場合は空文字'),
      at: Moment,
    })
    .nullable()
    .describe('配送状況。配送会社からの情報がない場合はnull'),
  tracked: z.boolean().describe('送り状番号で出荷する個口。false は自社配送・引き取りなど'),
  shippedAt: Moment.nullable().describe('出荷した日時'),
  unused: z.boolean(),
  sentFirst: z.boolean().describe('残りの商品より先に出荷した個口'),
  forRest: z.boolean().describe('一部出荷により増えた個口'),
  name: z.string().describe('農園が付けた名前（例 冷蔵1）。空欄の場合あり'),
  byFarm: z.boolean().describe('農園が追加した個口。飲食店の送料は増えません'),
  contents: z
    .array(z.object({ lineId: AnId, qty: Count }))
    .describe('この個口に入っている商品。農園が登録していない注文では、すべて空'),
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
  version: Count.describe('変更のたびに増える'),
  changedAt: Moment.nullable(),
  cancelPercent: Percent.describe('締切後に農園がキャンセル依頼を承諾したときの、商品代に対する取消料'),
  cancelAskedAt: Moment.nullable(),
  cancelFeeYen: Yen.nullable(),
  reschedule: z
    .object({ id: AnId, deliveryOn: Day, shipOn: Day, slot: Slot, note: z.string() })
    .nullable()
    .describe('飲食店が依頼している変更後のお届け。農園の回答待ちの間のみ'),
  proposedDay: z
    .object({ id: AnId, deliveryOn: Day, shipOn: Day })
    .nullable()
    .describe('農園が提案している別のお届け日。飲食店の回答待ちの間のみ'),
  proposal: z
    .object({ lines: z.array(z.object({ lineId: AnId, stated: Count, reason: z.string() })).readonly() })
    .nullable()
    .describe('農園が出荷できるとしている数量。回答待ちの間のみ'),
  proposalDueAt: Moment.nullable(),
  restOn: Day.nullable().describe('一部出荷の場合の、残りの商品の納品予定日'),
  claimId: AnId.nullable().describe('代替品の注文の場合の、元の報告'),
  lines: z.array(OrderLine),
  parcels: z.array(OrderParcel),
  figures: z
    .object({
      goodsYen: Yen,
      freightYen: Yen,
      perRate: z.array(TaxOfRate),
      totalExYen: Yen,
      taxYen: Yen,
      totalIncYen: Yen.describe('税込'),
      estimated: z.boolean().describe('未計量の不定貫の商品がある'),
    })
    .nullable()
    .describe(hidden),
}
export const OrderSummary = z.object(summary)

export const Order = z.object({
  ...summary,
  card: z
    .object({
      state: z
        .enum(cardStates)
        .describe(
          'waiting: 承認手続き中、held: 確保済み、failed: 承認されず、taking: 決済手続き中、paid: 決済済み、unpaid: 残りは請求書払い、none: 請求なし',
        ),
      heldYen: Yen.describe('カードに確保している金額'),
      paidYen: Yen.describe('カードで決済した金額'),
      refundedYen: Yen.describe('カードに返金した金額'),
      unpaidYen: Yen.describe('確定した金額のうち、カードで決済していない金額'),
      advice: z.string().describe('必要な対応。ない場合は空'),
    })
    .nullable()
    .describe('カードで支払う注文の支払い状況。請求書払いの注文と、農園には null'),
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
  receivingNote: z.string().describe('納品時の注意。キッチンの現在の設定。ない場合は空'),
  lines: z.array(
    OrderLine.extend({
      sentFirst: Stated.describe('残りの商品より先に出荷した数量。一部出荷でない場合は null'),
      lots: z
        .array(z.object({ lotId: AnId, code: z.string(), harvestedOn: Day, qty: Count }))
        .describe('収穫分（ロット）'),
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
    .describe('実行者・時刻・理由'),
  parcelEvents: z
    .array(
      z.object({
        parcelId: AnId,
        state: z.enum(parcelStates).describe('unknown は判別できない表示'),
        words: z.string().describe('配送会社の表示'),
        place: z.string(),
        at: Moment,
        byStaff: z.boolean().describe('運営が登録した配送状況'),
      }),
    )
    .describe('箱ごとの配送状況の履歴'),
  actions: z
    .array(z.object({ name: z.string(), button: z.string(), refusal: z.string().nullable() }))
    .describe('現在自分が可能な操作。refusal は現在実行できない理由のコード'),
  corrections: z
    .array(
      z.object({
        id: AnId,
        number: z.string(),
        corrects: z.string().describe('元の伝票の番号'),
        claim: z.string().nullable().describe('報告に基づく場合の、報告番号'),
        reason: z.string(),
        at: Moment,
        lines: z.array(z.object({ lineId: AnId.nullable().describe('null は送料'), yen: Change, taxPercent: Percent })),
        tax: z.object({
          perRate: z.array(z.object({ percent: Percent, baseYen: Change, taxYen: Change })),
          totalExYen: Change,
          taxYen: Change,
          totalIncYen: Change.describe('税込'),
        }),
      }),
    )
    .describe('金額確定後の修正伝票。figures は元の伝票のままです'),
  correctionRequests: z
    .array(
      z.object({
        id: AnId,
        state: z.enum(adjustmentRequestStates),
        reason: z.string(),
        words: z.string().describe('飲食店の回答に添えられたメッセージ'),
        askedAt: Moment,
        dueAt: Moment.describe('回答期限。回答がない場合は変更しません'),
        answeredAt: Moment.nullable(),
        lines: z.array(
          z.object({
            lineId: AnId,
            kind: z.enum(requestedKinds).describe('weight 重さの訂正、return 返品'),
            qty: Count.nullable().describe('返品の数量'),
            grams: Grams.nullable().describe('出荷した全量の正しい重さ、または返品の重さ'),
            yen: Change.nullable().describe(
              '商品代の増減（税抜）。金額の閲覧を許可されていない家族・スタッフには null',
            ),
          }),
        ),
      }),
    )
    .describe('出荷後に農園が依頼した、重さの訂正と返品。新しい順'),
  commissionBp: Count.nullable().describe(
    '農園のみに表示される手数料（1200＝12％）。金額の閲覧を許可されていない家族・スタッフには null',
  ),
  commissionYen: Count.nullable().describe(
    '手数料の額（税抜・円）。料率の異なる明細がある場合は、料率ごとに1円未満を切り捨てて合計した額',
  ),
})
