import type { Ctx } from '#authorization/ctx.ts'
import { TooMany } from '#kernel/errors.ts'
import { type Limit, waitAfter } from '#modules/identity/throttle.server.ts'

/** For one network address: all guests of a restaurant stay far below, and a program is slowed down. */
const limit: Limit = { most: 600, withinMs: 60_000 }

/**
 * Badge pictures are calculated from the deliveries each time: throws TooMany for an address that requests too many.
 */
export async function enterTrace(ctx: Ctx, ip: string | null): Promise<void> {
  const wait = await waitAfter(ctx, 'trace-picture', ip, limit)
  if (wait > 0) throw new TooMany(wait)
}
