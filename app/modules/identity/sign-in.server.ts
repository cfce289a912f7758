import type { Ctx } from '#access/ctx.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { readFactors } from './factors/change-factors.server.ts'
import { issueCode } from './one-time-code.server.ts'
import { openPersonSession, type SignedIn } from './open-person-session.server.ts'
import { verifyOrPretend } from './password.server.ts'
import { allowed, forget, giveBack, type Limit, secondsToWait, signInLimits } from './throttle.server.ts'
import { tooManyFailures } from './too-many-words.ts'

export type SignInRefusal = 'wrong_credentials' | 'too_many_tries'
export type AdminSignInRefusal = SignInRefusal | 'no_second_factor'
export type SignInInput = {
  email: string
  password: string
  channel: 'cookie' | 'bearer'
  ip: string | null
  userAgent: string | null
  /** The number of a device on which this account has signed in before (`knownDevice`). */
  device?: string | null
}

export const signInRefusalText: Record<AdminSignInRefusal, string> = {
  wrong_credentials: 'メールアドレスかパスワードがちがいます。もう一度たしかめてください。',
  too_many_tries: tooManyFailures,
  no_second_factor:
    '二段階確認がまだありません。届いたメールのリンクから設定してください。リンクが切れたときは、ほかの管理者に知らせてください。',
}

/** Shown to the second step, within ten minutes; not a session. */
export type Ticket = { ticket: string }

/**
 * E-mail and password to a session, or to a ticket for the second step where that is turned on. The same answer, and
 * the same work, whether the address is known or not.
 */
export async function signIn(
  ctx: Pick<Ctx, 'db' | 'now'>,
  input: SignInInput,
): Promise<Result<SignedIn | Ticket, SignInRefusal>> {
  const email = normaliseEmail(input.email)
  if (!(await withinLimits(ctx, email, input))) return refuse('too_many_tries')
  const person = await ctx.db
    .selectFrom('people')
    .innerJoin('passwords', 'passwords.person_id', 'people.id')
    .leftJoin('totp_secrets', 'totp_secrets.person_id', 'people.id')
    .select(['people.id', 'passwords.phc', 'totp_secrets.confirmed_at as secondStepSince'])
    .where('people.email', '=', email)
    .where('people.suspended_at', 'is', null)
    .where('people.closed_at', 'is', null)
    .executeTakeFirst()
  if (!(await verifyOrPretend(person?.phc, input.password)) || !person) return refuse('wrong_credentials')
  await forgetTries(ctx, email, input)
  if (person.secondStepSince)
    return ok({
      ticket: await issueCode(ctx.db, ctx.now, { purpose: 'second_factor', owner: { personId: person.id } }),
    })
  const { channel, ip, userAgent } = input
  const signedIn = await openPersonSession(ctx, { personId: person.id, channel, ip, userAgent })
  return signedIn ? ok(signedIn) : refuse('wrong_credentials')
}

/** Staff come in by their own door, with their own table and their own cookie; a password alone never opens it. */
export async function signInAdmin(
  ctx: Pick<Ctx, 'db' | 'now'>,
  input: SignInInput,
): Promise<Result<Ticket, AdminSignInRefusal>> {
  const email = normaliseEmail(input.email)
  const account = adminAccount(email)
  if (!(await withinLimits(ctx, account, input))) return refuse('too_many_tries')
  const admin = await ctx.db
    .selectFrom('admins')
    .select(['id', 'phc'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!(await verifyOrPretend(admin?.phc, input.password)) || !admin) return refuse('wrong_credentials')
  await forgetTries(ctx, account, input)
  const owner = { adminId: admin.id }
  const { totpSince, passkeys } = await readFactors(ctx.db, owner)
  if (!totpSince && passkeys === 0) return refuse('no_second_factor')
  return ok({ ticket: await issueCode(ctx.db, ctx.now, { purpose: 'second_factor', owner }) })
}

/** How many seconds somebody has to wait who was refused for too many tries; the same for an address nobody has. */
export function signInWaitSeconds(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { email, ip, door, device }: { email: string; ip: string | null; door: 'people' | 'staff'; device?: string | null },
): Promise<number> {
  const account = door === 'staff' ? adminAccount(email) : normaliseEmail(email)
  return secondsToWait(ctx, [...counted(account, { ip, device })])
}

/** How an administrator's address is counted: apart from a person's of the same address. */
export const adminAccount = (email: string): string => `admin:${normaliseEmail(email)}`

type From = { ip: string | null; device?: string | null | undefined }
type Counted = { what: string; whose: string; limit: Limit }

/** The network first: an address over its limit must not use up somebody's account. */
function counted(account: string, from: From): Counted[] {
  return [...countedOfNetwork(from), countedOfAccount(account, from)]
}

const countedOfNetwork = ({ ip }: From): Counted[] =>
  ip === null
    ? []
    : [
        { what: 'sign-in-ip', whose: ip, limit: signInLimits.ip },
        { what: 'sign-in-ip-hour', whose: ip, limit: signInLimits.ipHour },
      ]

const countedOfAccount = (account: string, { device }: From): Counted =>
  device
    ? { what: 'sign-in-device', whose: `${account} ${device}`, limit: signInLimits.device }
    : { what: 'sign-in', whose: account, limit: signInLimits.account }

async function withinLimits(ctx: Pick<Ctx, 'db' | 'now'>, account: string, from: From): Promise<boolean> {
  for (const { what, whose, limit } of counted(account, from))
    if (!(await allowed(ctx, what, whose, limit))) return false
  return true
}

/** A right password ends the count of wrong ones for this account; the network gets back the one try it was. */
async function forgetTries(ctx: Pick<Ctx, 'db' | 'now'>, account: string, from: From): Promise<void> {
  const { what, whose } = countedOfAccount(account, from)
  await forget(ctx, what, whose)
  for (const it of countedOfNetwork(from)) await giveBack(ctx, it.what, it.whose)
}

export const normaliseEmail = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase()
