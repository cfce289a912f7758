import type { Ctx } from '#authorization/ctx.ts'
import { Unauthenticated } from '#kernel/errors.ts'

/** Pages for staff; others are redirected to their sign-in. The use cases check what staff may do. */
export function requireStaff(ctx: Ctx) {
  if (ctx.actor.kind !== 'staff') throw new Unauthenticated('staff')
  return ctx.actor
}
