import type { Ctx } from '#access/ctx.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { verifyOrPretend } from './password.server.ts'
import { openSession } from './session-store.server.ts'
import { allowed, forget, secondsToWait, signInLimits } from './throttle.server.ts'

export type SignInRefusal = 'wrong_credentials' | 'too_many_tries'
export type SignInInput = {
  email: string
  password: string
  channel: 'cookie' | 'bearer'
  ip: string | null
  userAgent: string | null
}

export const signInRefusalText: Record<SignInRefusal, string> = {
  wrong_credentials: 'メールアドレスかパスワードがちがいます。もう一度たしかめてください。',
  too_many_tries: 'つづけて失敗しました。しばらく待ってからもう一度お試しください。',
}

/** E-mail and password to a session. The same answer, and the same work, whether the address is known or not. */
export async function signIn(
  ctx: Pick<Ctx, 'db' | 'now'>,
  input: SignInInput,
): Promise<Result<{ token: string; home: '/restaurant' | '/farmer' | '/' }, SignInRefusal>> {
  const email = normaliseEmail(input.email)
  if (!(await withinLimits(ctx, email, input.ip))) return refuse('too_many_tries')
  const person = await ctx.db
    .selectFrom('people')
    .innerJoin('passwords', 'passwords.person_id', 'people.id')
    .leftJoin('memberships', 'memberships.person_id', 'people.id')
    .select(['people.id', 'passwords.phc', 'memberships.farm_id', 'memberships.restaurant_id'])
    .where('people.email', '=', email)
    .where('people.suspended_at', 'is', null)
    .orderBy('memberships.id')
    .executeTakeFirst()
  if (!(await verifyOrPretend(person?.phc, input.password)) || !person) return refuse('wrong_credentials')
  await forget(ctx, 'sign-in-here', `${email} ${input.ip}`)
  const token = await openSession(ctx, { who: { personId: person.id }, ...input })
  return ok({ token, home: person.restaurant_id ? '/restaurant' : person.farm_id ? '/farmer' : '/' })
}

/** Staff come in by their own door, with their own table and their own cookie. */
export async function signInAdmin(
  ctx: Pick<Ctx, 'db' | 'now'>,
  input: SignInInput,
): Promise<Result<{ token: string }, SignInRefusal>> {
  const email = normaliseEmail(input.email)
  if (!(await withinLimits(ctx, `admin:${email}`, input.ip))) return refuse('too_many_tries')
  const admin = await ctx.db
    .selectFrom('admins')
    .select(['id', 'phc'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!(await verifyOrPretend(admin?.phc, input.password)) || !admin) return refuse('wrong_credentials')
  await forget(ctx, 'sign-in-here', `admin:${email} ${input.ip}`)
  return ok({ token: await openSession(ctx, { who: { adminId: admin.id }, ...input, channel: 'cookie' }) })
}

/** How many seconds somebody has to wait who was refused for too many tries; the same for an address nobody has. */
export function signInWaitSeconds(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { email, ip, door }: { email: string; ip: string | null; door: 'people' | 'staff' },
): Promise<number> {
  const account = door === 'staff' ? `admin:${normaliseEmail(email)}` : normaliseEmail(email)
  return secondsToWait(ctx, [
    ...(ip === null ? [] : [{ what: 'sign-in-ip', whose: ip, limit: signInLimits.ip }]),
    { what: 'sign-in-here', whose: `${account} ${ip}`, limit: signInLimits.accountFromHere },
    { what: 'sign-in', whose: account, limit: signInLimits.account },
  ])
}

/** The network first: an address over its limit must not use up somebody's account. */
async function withinLimits(ctx: Pick<Ctx, 'db' | 'now'>, account: string, ip: string | null): Promise<boolean> {
  if (ip !== null && !(await allowed(ctx, 'sign-in-ip', ip, signInLimits.ip))) return false
  if (!(await allowed(ctx, 'sign-in-here', `${account} ${ip}`, signInLimits.accountFromHere))) return false
  return allowed(ctx, 'sign-in', account, signInLimits.account)
}

export const normaliseEmail = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase()
