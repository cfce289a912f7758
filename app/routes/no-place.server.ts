import type { Ctx } from '#access/ctx.ts'
import { redirectWithNotice } from './notice.server.ts'

/**
 * Whoever is signed in and works nowhere (any more) is led to their own page, and told why. Thrown by the layouts of
 * both sides, so that a page that was open when somebody was taken out does not end in an error.
 */
export async function leadAwayWithoutPlace({ actor }: Ctx): Promise<void> {
  if (actor.kind === 'person')
    throw await redirectWithNotice(
      '/profile',
      'いまは、どの店・農園のメンバーでもありません。もどるには、もう一度招待してもらってください。',
    )
}
