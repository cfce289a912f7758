import type { Ctx } from '#access/ctx.ts'
import { mailLimits } from './account-limits.ts'
import { allowed, secondsToWait } from './throttle.server.ts'

type Asked = { what: string; email: string; ip: string | null }

/**
 * Whether one more mail goes to this address: `send`; `sent`, because one went less than a minute ago; `too_many`.
 * It counts what was asked, so an address that nobody has gets the same answers.
 */
export async function mayMail(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { what, email, ip }: Asked,
): Promise<'send' | 'sent' | 'too_many'> {
  if (ip !== null && !(await allowed(ctx, `${what}-ip`, ip, mailLimits.ip))) return 'too_many'
  if (!(await allowed(ctx, `${what}-gap`, email, mailLimits.gap))) return 'sent'
  return (await allowed(ctx, `${what}-day`, email, mailLimits.address)) ? 'send' : 'too_many'
}

/** How many seconds somebody has to wait who was refused. */
export const mailWaitSeconds = (ctx: Pick<Ctx, 'db' | 'now'>, { what, email, ip }: Asked): Promise<number> =>
  secondsToWait(ctx, [
    ...(ip === null ? [] : [{ what: `${what}-ip`, whose: ip, limit: mailLimits.ip }]),
    { what: `${what}-day`, whose: email, limit: mailLimits.address },
  ])
