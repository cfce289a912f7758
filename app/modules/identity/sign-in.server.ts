import type { Ctx } from '#authorization/ctx.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { signInLimits, strangersMany } from './account-limits.ts'
import { readFactors } from './factors/change-factors.server.ts'
import { isKnownNetwork } from './known-networks.server.ts'
import { siteOf } from './network.server.ts'
import { issueCode } from './one-time-code.server.ts'
import { openPersonSession, type SignedIn } from './open-person-session.server.ts'
import { verifyOrPretend } from './password.server.ts'
import { type Count, countAttempt, forget, giveBack, waitAfterAll } from './throttle.server.ts'
import { tooManyFailures } from './too-many-labels.ts'

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
  wrong_credentials: 'メールアドレスまたはパスワードが違います。もう一度確認してください。',
  too_many_tries: tooManyFailures,
  no_second_factor:
    '二段階認証が設定されていません。届いたメールのリンクから設定してください。リンクの期限が切れた場合は、他の担当者に連絡してください。',
}

/** Presented at the second step, within ten minutes; not a session. */
export type Ticket = { ticket: string }

/**
 * E-mail and password; returns a session, or a ticket for the second step where that is on. The same answer, and the
 * same work, whether the address is known or not.
 */
export const signIn = step(
  'public',
  async (ctx: Pick<Ctx, 'db' | 'now'>, input: SignInInput): Promise<Result<SignedIn | Ticket, SignInRefusal>> => {
    const email = normaliseEmail(input.email)
    const attempt = attemptOn({ email }, input)
    const wait = await countTry(ctx, attempt)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const person = await ctx.db
      .selectFrom('people')
      .innerJoin('passwords', 'passwords.personId', 'people.id')
      .leftJoin('totpSecrets', 'totpSecrets.personId', 'people.id')
      .select(['people.id', 'passwords.phc', 'totpSecrets.confirmedAt as secondStepSince'])
      .where('people.email', '=', email)
      .where('people.suspendedAt', 'is', null)
      .where('people.closedAt', 'is', null)
      .executeTakeFirst()
    if (!(await verifyOrPretend(person?.phc, input.password)) || !person) return refuse('wrong_credentials')
    await forgetTries(ctx, attempt)
    if (person.secondStepSince)
      return ok({
        ticket: await issueCode(ctx.db, ctx.now, { purpose: 'second_factor', owner: { personId: person.id } }),
      })
    const { channel, ip, userAgent } = input
    const signedIn = await openPersonSession(ctx, { personId: person.id, channel, ip, userAgent })
    return signedIn ? ok(signedIn) : refuse('wrong_credentials')
  },
)

/** Staff have their own sign-in page, table and cookie; a password alone is never enough there. */
export const signInAdmin = step(
  'public',
  async (ctx: Pick<Ctx, 'db' | 'now'>, input: SignInInput): Promise<Result<Ticket, AdminSignInRefusal>> => {
    const email = normaliseEmail(input.email)
    const attempt = attemptOn({ adminEmail: email }, input)
    const wait = await countTry(ctx, attempt)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const admin = await ctx.db
      .selectFrom('admins')
      .select(['id', 'phc'])
      .where('email', '=', email)
      .where('disabledAt', 'is', null)
      .executeTakeFirst()
    if (!(await verifyOrPretend(admin?.phc, input.password)) || !admin) return refuse('wrong_credentials')
    await forgetTries(ctx, attempt)
    const owner = { adminId: admin.id }
    const { totpSince, passkeys } = await readFactors(ctx.db, owner)
    if (!totpSince && passkeys === 0) return refuse('no_second_factor')
    return ok({ ticket: await issueCode(ctx.db, ctx.now, { purpose: 'second_factor', owner }) })
  },
)

/** The name under which an administrator's attempts are counted: separate from a person's with the same address. */
export const adminAccount = (email: string): string => `admin:${normaliseEmail(email)}`

type Attempt = {
  account: { email: string } | { adminEmail: string }
  ip: string | null
  /** The count of a device that the account has used before; the only one that applies to it. */
  device: Count | null
  network: Count[]
  /** Attempts on the account from this network. */
  short: Count
  daily: Count
  /** Attempts on the account by all strangers together. */
  strangers: Count
}

function attemptOn(
  account: Attempt['account'],
  { ip, device }: { ip: string | null; device?: string | null },
): Attempt {
  const name = 'email' in account ? account.email : adminAccount(account.adminEmail)
  const here = `${name} ${siteOf(ip) ?? 'an unknown network'}`
  return {
    account,
    ip,
    device: device ? { what: 'sign-in-device', whose: `${name} ${device}`, limit: signInLimits.device } : null,
    network: [
      { what: 'sign-in-ip', whose: ip, limit: signInLimits.ip },
      { what: 'sign-in-ip-hour', whose: ip, limit: signInLimits.ipHour },
    ],
    short: { what: 'sign-in', whose: here, limit: signInLimits.account },
    daily: { what: 'sign-in-day', whose: here, limit: signInLimits.accountDay },
    strangers: { what: 'sign-in-strangers', whose: name, limit: signInLimits.strangers },
  }
}

/**
 * Counts one attempt before the password is checked; returns how long to wait if it may not be checked, else 0. What a
 * stranger may do on one network depends on how many attempts of strangers are checked that day; a refused attempt is
 * not counted there.
 */
async function countTry(ctx: Pick<Ctx, 'db' | 'now'>, attempt: Attempt): Promise<number> {
  const { account, ip, device, network, short, daily, strangers } = attempt
  if (device) return waitAfterAll(ctx, [device])
  const wait = await waitAfterAll(ctx, [...network, short])
  if (wait > 0) return wait
  if (await isKnownNetwork(ctx, account, ip)) return waitAfterAll(ctx, [daily])
  const all = await countAttempt(ctx, strangers)
  const limit = all.n > strangersMany ? signInLimits.accountDayOfMany : daily.limit
  const refused = all.waitSeconds || (await waitAfterAll(ctx, [{ ...daily, limit }]))
  if (refused > 0) await giveBack(ctx, strangers.what, strangers.whose)
  return refused
}

/**
 * A correct password resets the count of wrong ones of this device or network; the other counts get this one attempt
 * back.
 */
async function forgetTries(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { account, ip, device, network, short, daily, strangers }: Attempt,
): Promise<void> {
  if (device) return forget(ctx, device.what, device.whose)
  for (const { what, whose } of [short, daily]) await forget(ctx, what, whose)
  for (const { what, whose } of network) await giveBack(ctx, what, whose)
  if (!(await isKnownNetwork(ctx, account, ip))) await giveBack(ctx, strangers.what, strangers.whose)
}

export const normaliseEmail = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase()
