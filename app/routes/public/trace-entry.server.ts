import type { Ctx } from '#authorization/ctx.ts'
import { TooMany } from '#kernel/errors.ts'
import { type Limit, waitAfter } from '#modules/identity/throttle.server.ts'

/** For one address of the network: a whole house of guests stays far below, and a program has to take its time. */
const limit: Limit = { most: 600, withinMs: 60_000 }

/** Pictures of badges are read from the deliveries each time: throws TooMany for an address that asks for too many. */
export async function enterTrace(ctx: Ctx, ip: string | null): Promise<void> {
  const wait = await waitAfter(ctx, 'trace-picture', ip, limit)
  if (wait > 0) throw new TooMany(wait)
}
