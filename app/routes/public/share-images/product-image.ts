import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { productShareCard } from '#modules/products/catalog/share-card.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/product-image.ts'
import { shareImageAnswer } from './share-image.server.ts'

export const loader = page(async (ctx, { params, context }: Route.LoaderArgs) => {
  const id = parseId<'product'>(params.id)
  if (!id) throw new NotFound('product')
  return shareImageAnswer(ctx, await productShareCard(ctx, id), context)
})
