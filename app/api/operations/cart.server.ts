import { z } from 'zod'
import { kitchenOf } from '#api/context.ts'
import { endpoint, refusals } from '#api/endpoint.server.ts'
import { cartAnswer } from '#api/operations/cart-answer.ts'
import { granted } from '#api/problems.server.ts'
import {
  AnId,
  Count,
  Day,
  DeliveryDay,
  Grams,
  Moment,
  Percent,
  PriceTierOut,
  PriceWhyOut,
  TaxOfRate,
  Temperature,
  Why,
  Yen,
} from '#api/schemas/shapes.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'
import type { MinuteOfDay } from '#kernel/jst.ts'
import {
  AskUntil,
  Body,
  Category,
  DayIn,
  IdOf,
  KitchenChoice,
  OnShortage,
  Otherwise,
  Quantity,
  Slot,
  Text,
} from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import type { CartRefusal } from '#modules/cart/change-cart.server.ts'
import { setCartLine, setFarmWish, setShortageInstruction, setWishedDay } from '#modules/cart/change-cart.server.ts'
import { holdCart } from '#modules/cart/hold-cart.server.ts'
import { cartRefusalText } from '#modules/cart/refusal-text.ts'

const tag = 'かご'

const CartLine = z.object({
  productId: AnId,
  name: z.string(),
  packLabel: z.string(),
  unitLabel: z.string(),
  picture: z.string(),
  category: Category,
  temperature: Temperature,
  qty: Count,
  onShortage: OnShortage,
  priceYen: Yen.describe('この数での、いまの値段。catchWeight なら1kgの値段'),
  listYen: Yen.describe('ふつうの値段'),
  why: PriceWhyOut,
  next: PriceTierOut.nullable().describe('次に安くなる数と、そのときの値段'),
  seenPriceYen: Yen.describe('かごに入れたときの値段'),
  catchWeight: z.boolean(),
  nominalGrams: Grams.nullable(),
  tolerancePercent: Percent.nullable(),
  taxPercent: Percent,
  amountYen: Yen,
  ceilingYen: Yen.describe('重い品だったときでも、これより多くは請求されません'),
  minQty: Count,
  maxQty: Count,
  orderStep: Count,
  availableQty: Count,
  problem: Why.nullable(),
})

const CartFarm = z.object({
  farmId: AnId,
  name: z.string(),
  crest: z.string(),
  place: z.string(),
  lines: z.array(CartLine),
  days: z.array(DeliveryDay).describe('きょうから14日。届けられない日は理由つき'),
  day: z
    .object({ deliveryOn: Day, shipOn: Day, packAt: Moment, cutoffAt: Moment, answerDueAt: Moment, heldDays: Count })
    .nullable()
    .describe('届く日。選んだ日、なければ希望日、なければいちばん早い日'),
  refusedDay: z
    .object({ day: Day, reason: z.string(), message: z.string() })
    .nullable()
    .describe('望んだ日に届けられないときの理由'),
  slot: Slot,
  note: z.string(),
  parcels: z.array(z.object({ size: Count, temperature: Temperature, freightYen: Yen, coolYen: Yen })),
  joins: z
    .object({ orderId: AnId, number: z.string(), deliveryOn: Day })
    .nullable()
    .describe('同じ日のまだ変えられる注文。これにまとまり、金額は増える分だけになる'),
  lateCancelPercent: Percent.describe('締切のあとに農園が取り消しに応じたときの、商品代に対する取消料'),
  goodsYen: Yen,
  freightYen: Yen.describe('増える送料。まとめて送料無料になるときは0より小さい'),
  freightWaived: z.boolean().describe('送料無料'),
  fullFreightYen: Yen.describe('送料無料になる前の送料'),
  freightTaxPercent: Percent,
  freeFreightFromYen: Yen.nullable(),
  missingToFreeYen: Yen.nullable(),
  minOrderYen: Yen,
  missingToMinimumYen: Yen,
  tax: z.object({ perRate: z.array(TaxOfRate), totalExYen: Yen, taxYen: Yen, totalIncYen: Yen }),
  problem: Why.nullable(),
})

/** The same schema is sent with the cart and returned with the order. */
export const SeenQuoteIn = Body({
  totalYen: z.int(),
  lines: z.array(Body({ productId: IdOf<'product'>('品'), qty: Quantity(1), priceYen: z.int().min(0) })).max(500),
  farms: z
    .array(
      Body({
        farmId: IdOf<'farm'>('農園'),
        deliveryOn: DayIn.nullable(),
        slot: Slot,
        freightYen: z.int(),
        lateCancelPercent: z.int().min(0).max(100).optional(),
      }),
    )
    .max(200),
}).describe('注文する人が見た金額・数・日。かごの答えの seen をそのまま送ります')

const SeenOut = z.object({
  totalYen: Yen,
  lines: z.array(z.object({ productId: AnId, qty: Count, priceYen: Yen })),
  farms: z.array(
    z.object({
      farmId: AnId,
      deliveryOn: Day.nullable(),
      slot: Slot,
      freightYen: Yen,
      lateCancelPercent: Percent.optional(),
    }),
  ),
})

export const Cart = z.object({
  kitchen: z.object({ id: AnId, name: z.string() }),
  wishedOn: Day.nullable(),
  farms: z.array(CartFarm),
  lineCount: Count,
  goodsYen: Yen,
  freightYen: Yen,
  tax: z.array(TaxOfRate),
  taxYen: Yen,
  totalYen: Yen.describe('税込み'),
  ceilingTotalYen: Yen.describe('税込み。不定貫の品が重かったときの上限'),
  orderable: z.boolean().describe('このまま注文できるか'),
  seen: SeenOut.describe('POST /purchases にそのまま送る'),
})

/** Everything that differs from what the buyer saw. */
export const QuoteChange = z.object({
  kind: z.enum(['price', 'quantity', 'added', 'removed', 'day', 'freight', 'late_cancel', 'total']),
  productId: AnId.optional(),
  farmId: AnId.optional(),
  name: z.string().optional(),
  before: z.union([Count, z.string()]).nullable().optional(),
  after: z.union([Count, z.string()]).nullable().optional(),
})

const ofProduct = z.object({ productId: IdOf<'product'>('品') })

const refusedBy = (...codes: CartRefusal[]) => refusals(codes, cartRefusalText)

export const cartOperations = {
  hold: endpoint('members', {
    method: 'PUT',
    path: '/cart/hold',
    tag,
    scope: 'cart.write',
    summary: '注文する前に、10分とっておく',
    description:
      'かごの品を、10分のあいだ、ほかの店に売らずにとっておきます。くり返しても延びません。次にとっておけるのは、はじめから30分あとです。とっておかなくても注文できます。',
    example: { body: {} },
  })
    .input(z.object({ body: Body({ kitchenId: KitchenChoice }) }))
    .output(z.object({ until: Moment.nullable().describe('ぜんぶをとっておく時刻。とっておけない品があれば null') }))
    .handler(({ context: { ctx }, input: { body } }) =>
      holdCart(ctx, { kitchenId: kitchenOf(ctx.actor, body.kitchenId) }),
    ),
  show: endpoint('members', {
    method: 'GET',
    path: '/cart',
    tag,
    scope: 'cart.read',
    summary: 'かごを見る',
    description: '農園ごとの品・届く日・送料・税率ごとの消費税と合計。いまの値段と残りで計算します。',
  })
    .input(z.object({ query: z.object({ kitchenId: KitchenChoice }) }))
    .output(Cart)
    .handler(({ context: { ctx }, input }) => cart(ctx, kitchenOf(ctx.actor, input.query.kitchenId))),
  setLine: endpoint('members', {
    method: 'PUT',
    path: '/cart/lines/{productId}',
    tag,
    scope: 'cart.write',
    summary: 'かごの数を決める',
    description:
      '足すのではなく、その数にします。二度送っても同じです。かごから出すときは DELETE を使います。答えは新しいかごです。',
    example: { body: { qty: 2 } },
  })
    .errors(refusedBy('below_minimum', 'above_maximum', 'wrong_step', 'not_listed'))
    .input(z.object({ params: ofProduct, body: Body({ kitchenId: KitchenChoice, qty: Quantity(1) }) }))
    .output(Cart)
    .handler(async ({ context: { ctx }, input: { params, body } }) => {
      const kitchenId = kitchenOf(ctx.actor, body.kitchenId)
      granted(await setCartLine(ctx, { ...params, kitchenId, qty: body.qty }), cartRefusalText)
      return cart(ctx, kitchenId)
    }),
  removeLine: endpoint('members', {
    method: 'DELETE',
    path: '/cart/lines/{productId}',
    tag,
    scope: 'cart.write',
    summary: 'かごから出す',
  })
    .input(z.object({ params: ofProduct, query: z.object({ kitchenId: KitchenChoice }) }))
    .output(Cart)
    .handler(async ({ context: { ctx }, input: { params, query } }) => {
      const kitchenId = kitchenOf(ctx.actor, query.kitchenId)
      granted(await setCartLine(ctx, { ...params, kitchenId, qty: 0 }), cartRefusalText)
      return cart(ctx, kitchenId)
    }),
  setShortage: endpoint('members', {
    method: 'PUT',
    path: '/cart/lines/{productId}/shortage-instruction',
    tag,
    scope: 'cart.write',
    summary: '足りないときの指示を決める',
    example: { body: { onShortage: 'drop_line' } },
  })
    .errors(refusals(['no_substitute', 'no_ceiling'], cartRefusalText))
    .input(
      z.object({
        params: ofProduct,
        body: Body({
          kitchenId: KitchenChoice,
          onShortage: OnShortage,
          substitutes: z
            .array(IdOf<'product'>('商品'))
            .max(20)
            .optional()
            .describe('かわりに送ってよい、同じ農園の商品'),
          substituteMaxYen: z
            .int('整数を入れてください。')
            .min(1)
            .optional()
            .describe('かわりの品に払ってよい金額（税抜）'),
          askUntil: AskUntil.optional(),
          otherwise: Otherwise.optional(),
        }),
      }),
    )
    .output(Cart)
    .handler(async ({ context: { ctx }, input: { params, body } }) => {
      const kitchenId = kitchenOf(ctx.actor, body.kitchenId)
      const { onShortage, substitutes, substituteMaxYen, askUntil, otherwise } = body
      const terms = {
        ...(substitutes && { substitutes }),
        ...(substituteMaxYen !== undefined && { substituteMaxYen: yen(substituteMaxYen) }),
        ...(askUntil !== undefined && { askUntil: askUntil as MinuteOfDay }),
        ...(otherwise && { otherwise }),
      }
      granted(await setShortageInstruction(ctx, { ...params, kitchenId, onShortage, terms }), cartRefusalText)
      const changed = await cart(ctx, kitchenId)
      const isThere = changed.farms.some((farm) => farm.lines.some((line) => line.productId === params.productId))
      if (!isThere) throw new NotFound('cart line')
      return changed
    }),
  setWishedDay: endpoint('members', {
    method: 'PUT',
    path: '/cart/wished-day',
    tag,
    scope: 'cart.write',
    summary: 'すべての品の届く日を望む',
    description: 'その日に届けられない農園は、次に早い日になります。null はいちばん早い日。農園ごとの日は消えます。',
    example: { body: { day: '2026-11-27' } },
  })
    .errors(refusedBy('day_past'))
    .input(z.object({ body: Body({ kitchenId: KitchenChoice, day: DayIn.nullable() }) }))
    .output(Cart)
    .handler(async ({ context: { ctx }, input: { body } }) => {
      const kitchenId = kitchenOf(ctx.actor, body.kitchenId)
      granted(await setWishedDay(ctx, { kitchenId, day: body.day }), cartRefusalText)
      return cart(ctx, kitchenId)
    }),
  setFarm: endpoint('members', {
    method: 'PUT',
    path: '/cart/farms/{farmId}',
    tag,
    scope: 'cart.write',
    summary: '農園ごとの日・時間帯・伝言を決める',
    description: '送らなかった項目はそのままです。',
    example: { body: { day: '2026-11-27', slot: 'am', note: '裏口へお願いします' } },
  })
    .errors(refusedBy('day_past'))
    .input(
      z.object({
        params: z.object({ farmId: IdOf<'farm'>('農園') }),
        body: Body({
          kitchenId: KitchenChoice,
          day: DayIn.nullable().optional(),
          slot: Slot.nullable().optional(),
          note: Text(0, 400).optional(),
        }),
      }),
    )
    .output(Cart)
    .handler(async ({ context: { ctx }, input: { params, body } }) => {
      const kitchenId = kitchenOf(ctx.actor, body.kitchenId)
      granted(await setFarmWish(ctx, { ...body, ...params, kitchenId }), cartRefusalText)
      return cart(ctx, kitchenId)
    }),
}

const cart = async (ctx: Ctx, kitchenId: KitchenId) => cartAnswer(await cartQuote(ctx, kitchenId))
