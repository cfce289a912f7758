import { data } from 'react-router'
import type { Ctx } from '#access/ctx.ts'
import { allowed, type Limit } from '#modules/identity/throttle.server.ts'

/** For one address of the network: a whole house of guests stays far below, and a program has to take its time. */
const limit: Limit = { most: 600, withinMs: 60_000 }

/** Pictures of badges are asked of the deliveries each time: throws 429 for whoever asks for too many. */
export async function enterTraceDoor(ctx: Ctx, ip: string | null): Promise<void> {
  if (ip !== null && !(await allowed(ctx, 'trace-picture', ip, limit))) throw data(null, { status: 429 })
}
