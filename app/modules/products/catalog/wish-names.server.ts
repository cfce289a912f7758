import type { Ctx } from '#authorization/ctx.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import type { Facets } from './product-facets.ts'
import type { ProductWish } from './product-filter.ts'
import { produceItems } from './vocabulary.server.ts'

/**
 * The names of the kind of food and the farm that a list is filtered by; queried only if the counts do not contain
 * them.
 */
export const namesIn = query(
  'public',
  async (ctx: Ctx, wish: ProductWish, facets: Facets | null): Promise<{ item?: string; farm?: string }> => {
    const item =
      wish.item && (facets?.item.find(({ key }) => key === wish.item)?.name ?? (await itemName(ctx, wish.item)))
    const farm =
      wish.farmId && (facets?.farm.find(({ id }) => id === wish.farmId)?.name ?? (await farmName(ctx, wish.farmId)))
    return { ...(item && { item }), ...(farm && { farm }) }
  },
)

const itemName = async (ctx: Ctx, key: string) => (await produceItems(ctx)).find((item) => item.key === key)?.name

async function farmName(ctx: Ctx, id: NonNullable<ProductWish['farmId']>): Promise<string | undefined> {
  const farm = await ctx.db
    .selectFrom('farms')
    .select('name')
    .where('id', '=', id)
    .where(isPublicFarm('farms'))
    .executeTakeFirst()
  return farm?.name
}
