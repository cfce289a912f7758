import type { Ctx } from '#authorization/ctx.ts'
import type { Operation } from '#authorization/rules.ts'
import { roleMay } from '#authorization/staff-roles.ts'
import { Forbidden, Unauthenticated } from '#kernel/errors.ts'

/** Pages for staff; others are redirected to their sign-in. The use cases check what staff may do. */
export function requireStaff(ctx: Ctx) {
  if (ctx.actor.kind !== 'staff') throw new Unauthenticated('staff')
  return ctx.actor
}

/** The same for pages that only do what not every role may do: nobody fills in a form that is refused in the end. */
export function requireStaffFor(ctx: Ctx, operation: Operation) {
  const actor = requireStaff(ctx)
  if (!roleMay(actor.role, operation)) throw new Forbidden(operation)
  return actor
}
