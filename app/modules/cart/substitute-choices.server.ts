import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { OnShortage, ShortageTerms } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { KitchenId, ProductId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { existsFor } from '#modules/products/catalog/price-terms.server.ts'

type Choice = { id: ProductId; name: string; packLabel: string; unitLabel: string; priceYen: Yen; catchWeight: boolean }
export type LineInstruction = {
  productId: ProductId
  name: string
  farm: string
  onShortage: OnShortage
  shortageTerms: ShortageTerms
  /** Other products of the farm with the same temperature: the possible substitutes. The same kind of food first. */
  choices: Choice[]
}

const most = 24

/** The cart line of one product with its shortage instruction, and the possible substitutes. */
export const lineInstruction = query(
  'cart.see',
  async (ctx, { kitchenId, productId }: { kitchenId: KitchenId; productId: ProductId }): Promise<LineInstruction> => {
    const buyer = requireBuyer(ctx.actor)
    if (!buyer.kitchenIds.includes(kitchenId)) throw new NotFound('kitchen')
    authorize(ctx.actor, 'cart.see', { personId: buyer.personId, restaurantId: buyer.restaurantId })
    const line = await ctx.db
      .selectFrom('cartLines')
      .innerJoin('carts', 'carts.id', 'cartLines.cartId')
      .innerJoin('products', 'products.id', 'cartLines.productId')
      .innerJoin('farms', 'farms.id', 'products.farmId')
      .select([
        'products.name',
        'products.itemKey',
        'products.farmId',
        'products.temperature',
        'farms.name as farm',
        'cartLines.onShortage',
        'cartLines.shortageTerms',
      ])
      .where('carts.personId', '=', buyer.personId)
      .where('carts.kitchenId', '=', kitchenId)
      .where('products.id', '=', productId)
      .executeTakeFirst()
    if (!line) throw new NotFound('cart line')
    const rows = await ctx.db
      .selectFrom('products')
      .select(['id', 'name', 'packLabel', 'unitLabel', 'priceYen', 'catchWeight'])
      .where('farmId', '=', line.farmId)
      .where('temperature', '=', line.temperature)
      .where('status', '=', 'listed')
      .where(existsFor(ctx, 'products'))
      .where('id', '<>', productId)
      .orderBy(({ eb }) => eb('itemKey', '=', line.itemKey), 'desc')
      .orderBy('name')
      .limit(most)
      .execute()
    return {
      productId,
      name: line.name,
      farm: line.farm,
      onShortage: line.onShortage,
      shortageTerms: line.shortageTerms,
      choices: rows.map((row) => ({
        id: row.id,
        name: row.name,
        packLabel: row.packLabel,
        unitLabel: row.unitLabel,
        priceYen: row.priceYen,
        catchWeight: row.catchWeight,
      })),
    }
  },
)
