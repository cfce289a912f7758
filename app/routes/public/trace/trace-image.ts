import { NotFound } from '#kernel/errors.ts'
import { traceShareCard } from '#modules/traceability/badges/trace.server.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { shareImageAnswer } from '../share-images/share-image.server.ts'
import type { Route } from './+types/trace-image.ts'
import { enterTrace } from './trace-entry.server.ts'

/** The share image of a badge while it is valid: gone within a minute, like the badge itself. */
export const loader = page(async (ctx, { params, context }: Route.LoaderArgs) => {
  await enterTrace(ctx, context.get(requestFacts).ip)
  const card = await traceShareCard(ctx, params.token)
  if (!card) throw new NotFound('badge')
  return shareImageAnswer(ctx, card, context, 30)
})
