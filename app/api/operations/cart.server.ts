import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
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
import { kitchenOf } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { Category, IdOf, KitchenChoice, OnShortage, Quantity, Slot } from '#kernel/schema.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
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

const ofCart = {
  output: Cart,
  answer: ({ ctx }: ApiContext, { kitchenId }: { kitchenId?: KitchenId | undefined }) => cart(ctx, kitchenId),
} as const

export const cartOperations = {
  hold: operation(holdCart, {
    method: 'PUT',
    path: '/cart/hold',
    tag,
    scope: 'cart.write',
    summary: '注文する前に、10分とっておく',
    description:
      'かごの品を、10分のあいだ、ほかの店に売らずにとっておきます。くり返しても延びません。次にとっておけるのは、はじめから30分あとです。とっておかなくても注文できます。',
    example: { body: {} },
    output: z.object({ until: Moment.nullable().describe('ぜんぶをとっておく時刻。とっておけない品があれば null') }),
    answer: (_, __, held) => held,
  }),
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
    .handler(({ context: { ctx }, input }) => cart(ctx, input.query.kitchenId)),
  setLine: operation(setCartLine, {
    method: 'PUT',
    path: '/cart/lines/{productId}',
    tag,
    scope: 'cart.write',
    summary: 'かごの数を決める',
    description:
      '足すのではなく、その数にします。二度送っても同じです。かごから出すときは DELETE を使います。答えは新しいかごです。',
    example: { body: { qty: 2 } },
    ...ofCart,
    params: { productId: 'productId' },
    without: ['onShortage'],
    narrower: { qty: Quantity(1) },
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
      granted(await setCartLine(ctx, { ...params, ...query, qty: 0 }), cartRefusalText)
      return cart(ctx, query.kitchenId)
    }),
  setShortage: operation(setShortageInstruction, {
    method: 'PUT',
    path: '/cart/lines/{productId}/shortage-instruction',
    tag,
    scope: 'cart.write',
    summary: '足りないときの指示を決める',
    example: { body: { onShortage: 'drop_line' } },
    params: { productId: 'productId' },
    output: Cart,
    answer: async ({ ctx }, { kitchenId, productId }) => {
      const changed = await cart(ctx, kitchenId)
      const isThere = changed.farms.some((farm) => farm.lines.some((line) => line.productId === productId))
      if (!isThere) throw new NotFound('cart line')
      return changed
    },
  }),
  setWishedDay: operation(setWishedDay, {
    method: 'PUT',
    path: '/cart/wished-day',
    tag,
    scope: 'cart.write',
    summary: 'すべての品の届く日を望む',
    description: 'その日に届けられない農園は、次に早い日になります。null はいちばん早い日。農園ごとの日は消えます。',
    example: { body: { day: '2026-11-27' } },
    ...ofCart,
  }),
  setFarm: operation(setFarmWish, {
    method: 'PUT',
    path: '/cart/farms/{farmId}',
    tag,
    scope: 'cart.write',
    summary: '農園ごとの日・時間帯・伝言を決める',
    description: '送らなかった項目はそのままです。',
    example: { body: { day: '2026-11-27', slot: 'am', note: '裏口へお願いします' } },
    ...ofCart,
    params: { farmId: 'farmId' },
  }),
}

const cart = async (ctx: Ctx, kitchenId: KitchenId | undefined) =>
  cartAnswer(await cartQuote(ctx, kitchenOf(ctx.actor, kitchenId)))
