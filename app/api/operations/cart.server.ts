import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { cartAnswer } from '#api/operations/cart-answer.ts'
import { picked } from '#api/picked.ts'
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
import { Category, IdOf, KitchenChoice, OnShortage, Slot } from '#kernel/schema.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import {
  setCartLine,
  setFarmWish,
  setLineAndQuote,
  setShortageInstruction,
  setWishedDay,
} from '#modules/cart/change-cart.server.ts'
import { chooseRun } from '#modules/cart/choose-run.server.ts'
import { holdCart } from '#modules/cart/hold-cart.server.ts'
import { cartRefusalText } from '#modules/cart/refusal-text.ts'
import { setCart } from '#modules/cart/set-cart.server.ts'

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
  priceYen: Yen.describe('この数量での、現在の単価。catchWeight の場合は1kgの単価'),
  listYen: Yen.describe('通常価格'),
  why: PriceWhyOut,
  next: PriceTierOut.nullable().describe('次に安くなる数量と、その単価'),
  seenPriceYen: Yen.describe('かごに追加したときの単価'),
  catchWeight: z.boolean(),
  nominalGrams: Grams.nullable(),
  tolerancePercent: Percent.nullable(),
  taxPercent: Percent,
  amountYen: Yen,
  ceilingYen: Yen.describe('重量が超過した場合も、これを超えて請求されません'),
  minQty: Count,
  maxQty: Count,
  orderStep: Count,
  availableQty: Count,
  problem: Why.nullable(),
})

const Runs = z.object({
  runs: z.array(z.object({ runId: AnId, name: z.string(), chosen: z.boolean() })),
  shared: z
    .object({
      yen: Yen.describe('この農園の分担額'),
      farms: Count.describe('同じ日に同じ便で届く農園の数'),
      next: z.object({ farms: Count, yen: Yen }).nullable().describe('同じ量の農園がさらに加わった場合の分担額'),
      saves: Yen.describe('先の注文の送料が下がる額の合計'),
    })
    .nullable()
    .describe('選択中の共同便の送料の分担'),
})

const CartFarm = z.object({
  farmId: AnId,
  name: z.string(),
  crest: z.string(),
  place: z.string(),
  lines: z.array(CartLine),
  days: z.array(DeliveryDay).describe('今日から14日間。お届けできない日は理由付き'),
  day: z
    .object({ deliveryOn: Day, shipOn: Day, packAt: Moment, cutoffAt: Moment, answerDueAt: Moment, heldDays: Count })
    .nullable()
    .describe('お届け日。選択した日、なければ希望日、なければ最短の日'),
  refusedDay: z
    .object({ day: Day, reason: z.string(), message: z.string() })
    .nullable()
    .describe('希望日にお届けできない場合の理由'),
  slot: Slot,
  note: z.string(),
  parcels: z.array(z.object({ size: Count, temperature: Temperature, freightYen: Yen, coolYen: Yen })),
  joins: z
    .object({ orderId: AnId, number: z.string(), deliveryOn: Day })
    .nullable()
    .describe('同じ日の変更可能な注文。この注文とまとめて届き、金額は増加分のみ'),
  lateCancelPercent: Percent.describe('締切後に農園がキャンセル依頼を承諾したときの、商品代に対する取消料'),
  goodsYen: Yen,
  freightYen: Yen.describe('増加する送料。合算で送料無料になる場合は負の値'),
  freightWaived: z.boolean().describe('送料無料'),
  fullFreightYen: Yen.describe('送料無料になる前の送料'),
  freightTaxPercent: Percent,
  freeFreightFromYen: Yen.nullable(),
  missingToFreeYen: Yen.nullable(),
  minOrderYen: Yen,
  missingToMinimumYen: Yen,
  runs: Runs.nullable().describe('利用できる共同便。ない場合は null'),
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
  totalYen: Yen.describe('税込'),
  ceilingTotalYen: Yen.describe('税込。不定貫商品の重量超過時の上限金額'),
  orderable: z.boolean().describe('このまま注文できるか'),
  creditRefusal: Why.nullable().describe('掛け払いの限度額・期日超過・停止により注文できない場合の理由'),
  seen: SeenOut.describe('POST /purchases にそのまま送る'),
})

const CartAnswer = picked(Cart)

/** Everything that differs from what the buyer saw. */
export const QuoteChange = z.object({
  kind: z.enum(['price', 'quantity', 'added', 'removed', 'day', 'freight', 'late_cancel', 'total']),
  productId: AnId.optional(),
  farmId: AnId.optional(),
  name: z.string().optional(),
  before: z.union([Count, z.string()]).nullable().optional(),
  after: z.union([Count, z.string()]).nullable().optional(),
})

const ofProduct = z.object({ productId: IdOf<'product'>('商品') })

const ofCart = {
  output: CartAnswer,
  answer: ({ ctx }: ApiContext, { kitchenId }: { kitchenId?: KitchenId | undefined }) => cart(ctx, kitchenId),
} as const

export const cartOperations = {
  hold: operation(holdCart, {
    method: 'PUT',
    path: '/cart/hold',
    tag,
    scope: 'cart.write',
    summary: '注文前に、在庫を10分間確保する',
    description:
      'かごの商品の在庫を、10分間確保します。繰り返しても延長されません。次に確保できるのは、最初の確保から30分後です。確保しなくても注文できます。',
    example: { body: {} },
    output: z.object({
      until: Moment.nullable().describe('すべての商品の在庫を確保する期限。確保できない商品があれば null'),
    }),
    answer: (_, __, held) => held,
  }),
  show: endpoint('members', {
    method: 'GET',
    path: '/cart',
    tag,
    scope: 'cart.read',
    summary: 'かごを見る',
    description: '農園ごとの商品・お届け日・送料・税率ごとの消費税と合計。現在の価格と在庫で計算します。',
  })
    .input(z.object({ query: z.object({ kitchenId: KitchenChoice }) }))
    .output(CartAnswer)
    .handler(({ context: { ctx }, input }) => cart(ctx, input.query.kitchenId)),
  set: operation(setCart, {
    method: 'PUT',
    path: '/cart',
    tag,
    scope: 'cart.write',
    summary: 'かごの全商品を設定する',
    description:
      'かごの内容を、送信した商品と数量に置き換えます。すでにある商品の不足時の指示と、お届け日などの指定は変わりません。受け付けられない商品が1つでもあれば何も変更せず、detail の productId でその商品を示します。応答は新しいかごです。',
    example: { body: { lines: [{ productId: '0193c0de-0000-7000-8000-000000000001', qty: 2 }] } },
    output: CartAnswer,
    answer: ({ ctx }, { kitchenId }, { quote }) => (quote ? cartAnswer(quote) : cart(ctx, kitchenId)),
  }),
  setLine: operation(setLineAndQuote, {
    method: 'PUT',
    path: '/cart/lines/{productId}',
    tag,
    scope: 'cart.write',
    summary: 'かごの数量を設定する',
    description:
      '加算ではなく、指定した数量になります。二度送信しても結果は同じです。かごから削除するときは DELETE を使用します。応答は新しいかごです。',
    example: { body: { qty: 2 } },
    params: { productId: 'productId' },
    output: CartAnswer,
    answer: (_, __, quote) => cartAnswer(quote),
  }),
  removeLine: endpoint('members', {
    method: 'DELETE',
    path: '/cart/lines/{productId}',
    tag,
    scope: 'cart.write',
    summary: 'かごから削除する',
  })
    .input(z.object({ params: ofProduct, query: z.object({ kitchenId: KitchenChoice }) }))
    .output(CartAnswer)
    .handler(async ({ context: { ctx }, input: { params, query } }) => {
      granted(await setCartLine(ctx, { ...params, ...query, qty: 0 }), cartRefusalText)
      return cart(ctx, query.kitchenId)
    }),
  setShortage: operation(setShortageInstruction, {
    method: 'PUT',
    path: '/cart/lines/{productId}/shortage-instruction',
    tag,
    scope: 'cart.write',
    summary: '不足時の指示を設定する',
    example: { body: { onShortage: 'drop_line' } },
    params: { productId: 'productId' },
    output: CartAnswer,
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
    summary: 'すべての商品のお届け希望日を設定する',
    description: 'その日にお届けできない農園は、次に早い日になります。null は最短の日。農園ごとの日付は消去されます。',
    example: { body: { day: '2026-11-27' } },
    ...ofCart,
  }),
  setRun: operation(chooseRun, {
    method: 'PUT',
    path: '/cart/farms/{farmId}/run',
    tag,
    scope: 'cart.write',
    summary: '農園ごとのお届け方法（共同便）を選択する',
    description: 'runId が null の場合は宅配便です。選択できる共同便は、かごの runs にあります。',
    example: { body: { runId: null } },
    ...ofCart,
    params: { farmId: 'farmId' },
  }),
  setFarm: operation(setFarmWish, {
    method: 'PUT',
    path: '/cart/farms/{farmId}',
    tag,
    scope: 'cart.write',
    summary: '農園ごとの日付・時間帯・備考を設定する',
    description: '送信しなかった項目は変わりません。',
    example: { body: { day: '2026-11-27', slot: 'am', note: '裏口へお願いします' } },
    ...ofCart,
    params: { farmId: 'farmId' },
  }),
}

const cart = async (ctx: Ctx, kitchenId: KitchenId | undefined) =>
  cartAnswer(await cartQuote(ctx, kitchenOf(ctx.actor, kitchenId)))
