import type { Ctx } from '#access/ctx.ts'
import { Unauthenticated } from '#kernel/errors.ts'

/** Whoever is at the door is asked who they are before anything is looked up. */
export function requireSignedIn({ actor }: Ctx): void {
  if (actor.kind === 'visitor') throw new Unauthenticated('lots')
}
