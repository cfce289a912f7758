import type { Ctx } from '#authorization/ctx.ts'
import { Unauthenticated } from '#kernel/errors.ts'

/** Visitors are asked to sign in before anything is looked up. */
export function requireSignedIn({ actor }: Ctx): void {
  if (actor.kind === 'visitor') throw new Unauthenticated('lots')
}
