import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { farmShareCard } from '#modules/products/catalog/share-card.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/farm-image.ts'
import { shareImageAnswer } from './share-image.server.ts'

export const loader = page(async (ctx, { params, context }: Route.LoaderArgs) => {
  const id = parseId<'farm'>(params.id)
  if (!id) throw new NotFound('farm')
  return shareImageAnswer(ctx, await farmShareCard(ctx, id), context)
})
