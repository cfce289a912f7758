import type { Ctx } from '#authorization/ctx.ts'
import type { CartId, ProductId } from '#kernel/ids.ts'
import type { Result } from '#kernel/result.ts'
import { quoteStored } from './cart-queries.server.ts'
import { type Goods, type LineRow, unseen } from './cart-rows.server.ts'
import { type JudgedLine, judgeLine, type LineRefusal } from './goods-for-cart.server.ts'
import type { OwnKitchen } from './own-kitchen.ts'
import type { Quote } from './quote.ts'
import { readCartToBe } from './read-cart.server.ts'

type Judged = { productId: ProductId; qty: number; result: Result<JudgedLine, LineRefusal> }
type ToBe = { judged: Judged[]; cartId: CartId | null; quote: () => Quote }

/**
 * The cart as it will be with these goods, read in one statement before they are written: each of them judged, and the quote if none is
 * refused (docs/decisions/0094). `others`: whether what else is in the cart stays.
 */
export async function cartToBe(
  ctx: Ctx,
  { buyer, kitchenId }: OwnKitchen,
  goods: readonly Goods[],
  { others }: { others: 'stay' | 'go' },
): Promise<ToBe> {
  const of = others === 'stay' ? 'adding' : 'setting'
  const { stored, lines, cartId } = await readCartToBe(ctx, buyer, kitchenId, { of, goods })
  const rows = new Map(lines.map((row) => [row.productId, row]))
  const judged = goods.map(({ productId, qty }) => ({
    productId,
    qty,
    result: judgeLine(asGoods(rows.get(productId)), qty),
  }))
  const quote = () => {
    const seen = new Map(
      judged.map(({ productId, result }) => [productId, result.ok ? result.value.seenPriceYen : null]),
    )
    const farms = stored.farms.map((farm) => ({
      ...farm,
      lines: farm.lines.map((line) => ({ ...line, seenPriceYen: seen.get(line.productId) ?? line.seenPriceYen })),
    }))
    return quoteStored(ctx, buyer, { ...stored, farms })
  }
  return { judged, cartId, quote }
}

const asGoods = (row: LineRow | undefined) =>
  row && {
    ...row,
    status: row.productStatus,
    before: row.seenPriceYen === unseen ? null : row.qty,
    cartId: null,
    usualOnShortage: row.onShortage,
    usualTerms: row.shortageTerms,
  }
