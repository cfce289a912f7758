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
      .selectFrom('cart_lines')
      .innerJoin('carts', 'carts.id', 'cart_lines.cart_id')
      .innerJoin('products', 'products.id', 'cart_lines.product_id')
      .innerJoin('farms', 'farms.id', 'products.farm_id')
      .select([
        'products.name',
        'products.item_key',
        'products.farm_id',
        'products.temperature',
        'farms.name as farm',
        'cart_lines.on_shortage',
        'cart_lines.shortage_terms',
      ])
      .where('carts.person_id', '=', buyer.personId)
      .where('carts.kitchen_id', '=', kitchenId)
      .where('products.id', '=', productId)
      .executeTakeFirst()
    if (!line) throw new NotFound('cart line')
    const rows = await ctx.db
      .selectFrom('products')
      .select(['id', 'name', 'pack_label', 'unit_label', 'price_yen', 'catch_weight'])
      .where('farm_id', '=', line.farm_id)
      .where('temperature', '=', line.temperature)
      .where('status', '=', 'listed')
      .where(existsFor(ctx, 'products'))
      .where('id', '<>', productId)
      .orderBy(({ eb }) => eb('item_key', '=', line.item_key), 'desc')
      .orderBy('name')
      .limit(most)
      .execute()
    return {
      productId,
      name: line.name,
      farm: line.farm,
      onShortage: line.on_shortage,
      shortageTerms: line.shortage_terms,
      choices: rows.map((row) => ({
        id: row.id,
        name: row.name,
        packLabel: row.pack_label,
        unitLabel: row.unit_label,
        priceYen: row.price_yen,
        catchWeight: row.catch_weight,
      })),
    }
  },
)
