import type { Ctx } from '#authorization/ctx.ts'
import { Unauthenticated } from '#kernel/errors.ts'

/** Pages for staff; everybody else is sent to their door. What staff may do, the use cases ask. */
export function requireStaff(ctx: Ctx) {
  if (ctx.actor.kind !== 'staff') throw new Unauthenticated('staff')
  return ctx.actor
}
