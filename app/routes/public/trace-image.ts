import { NotFound } from '#kernel/errors.ts'
import { traceShareCard } from '#modules/badges/trace.server.ts'
import { page } from '../page.server.ts'
import { requestFacts } from '../request-context.ts'
import type { Route } from './+types/trace-image.ts'
import { shareImageAnswer } from './share-image.server.ts'
import { enterTraceDoor } from './trace-door.server.ts'

/** The picture for sharing a badge while it is valid: gone within a minute, like the badge itself. */
export const loader = page(async (ctx, { params, context }: Route.LoaderArgs) => {
  await enterTraceDoor(ctx, context.get(requestFacts).ip)
  const card = await traceShareCard(ctx, params.token)
  if (!card) throw new NotFound('badge')
  return shareImageAnswer(ctx, card, context, 30)
})
