import type { Ctx } from '#authorization/ctx.ts'
import { redirectWithFlash } from './flash-message.server.ts'

/**
 * A signed-in user without an organisation (any more) is redirected to the own page, with a reason. Thrown by the
 * layouts of both sides, so that a page that was open when its user was removed does not end in an error.
 */
export async function leadAwayWithoutWorkplace({ actor }: Ctx): Promise<void> {
  if (actor.kind === 'person')
    throw await redirectWithFlash(
      '/profile',
      '現在、いずれの飲食店・農園のメンバーでもありません。再度参加するには、もう一度招待を受けてください。',
    )
}
