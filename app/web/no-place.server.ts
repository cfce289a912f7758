import type { Ctx } from '#authorization/ctx.ts'
import { redirectWithFlash } from './flash-message.server.ts'

/**
 * Whoever is signed in and works nowhere (any more) is led to their own page, and told why. Thrown by the layouts of
 * both sides, so that a page that was open when somebody was taken out does not end in an error.
 */
export async function leadAwayWithoutPlace({ actor }: Ctx): Promise<void> {
  if (actor.kind === 'person')
    throw await redirectWithFlash(
      '/profile',
      'いまは、どの店・農園のメンバーでもありません。もどるには、もう一度招待してもらってください。',
    )
}
