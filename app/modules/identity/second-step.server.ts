import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { AdminRole } from '#kernel/enums.ts'
import type { AdminId, PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { codesPerTicket, signInLimits } from './account-limits.ts'
import { readFactors } from './factors/change-factors.server.ts'
import { type FactorOwner, ownerWord } from './factors/factor-owner.ts'
import { type SecondFactorAnswer, spendSecondFactor } from './factors/prove-second-factor.server.ts'
import { isKnownNetwork } from './known-networks.server.ts'
import { siteOf } from './network.server.ts'
import { inspectCode, useCode as spendCode, takeTry } from './one-time-code.server.ts'
import { openPersonSession, type SignedIn } from './open-person-session.server.ts'
import type { SecondStepRefusal } from './second-step-labels.ts'
import { type NewSession, openSession } from './session-store.server.ts'
import { type Count, countAttempt, forget } from './throttle.server.ts'

export type SecondStepInput = {
  ticket: string
  answer: SecondFactorAnswer
  ip: string | null
  userAgent: string | null
  device?: string | null
}
type System = Pick<Ctx, 'db' | 'now'>

/** Who has entered the correct password, and what they can prove now; null for an invalid ticket. */
export const secondStepOf = step('public', async ({ db, now }: System, ticket: string, whose: 'person' | 'admin') => {
  const seen = await inspectCode(db, now, 'second_factor', ticket)
  const owner = seen && ownerOf(seen)
  if (!seen || !owner || seen.tries >= codesPerTicket || 'adminId' in owner !== (whose === 'admin')) return null
  const { name, email } = await accountOf(db, owner)
  return { owner, name, email, ...(await readFactors(db, owner)) }
})

/** A person's second step: a correct code completes the sign-in. */
export const finishSignIn = step(
  'public',
  async (
    system: System,
    encryption: Encryption,
    { channel, ...input }: SecondStepInput & { channel: 'cookie' | 'bearer' },
  ): Promise<Result<SignedIn & { email: string | null }, SecondStepRefusal>> => {
    const { ip, userAgent } = input
    return proveAndOpen(system, encryption, input, 'person', async (db, owner, proof) =>
      'personId' in owner
        ? openPersonSession({ db, now: system.now }, { personId: owner.personId, channel, ip, userAgent, ...proof })
        : null,
    )
  },
)

/** An administrator's second step, without which there is no session. */
export const finishAdminSignIn = step(
  'public',
  async (
    system: System,
    encryption: Encryption,
    input: SecondStepInput,
  ): Promise<Result<{ token: string; email: string | null }, SecondStepRefusal>> => {
    const { ip, userAgent } = input
    return proveAndOpen(system, encryption, input, 'admin', async (db, owner, proof) => {
      if (!('adminId' in owner)) return null
      const who = { adminId: owner.adminId }
      const { name, role, disabled } = await accountOf(db, owner)
      if (disabled || role === null) return null
      const actor = { kind: 'staff' as const, adminId: owner.adminId, name, role }
      await recordEvent(db, { actor, now: system.now }, { kind: 'admin_signed_in', aboutAdminId: owner.adminId })
      return { token: await openSession({ db, now: system.now }, { who, channel: 'cookie', ip, userAgent, ...proof }) }
    })
  },
)

type Proof = Pick<NewSession, 'amr' | 'provider' | 'handle'>

/** What the ticket records of the first step; by default the password. */
const First = z.object({
  amr: z.array(z.enum(['pwd', 'sms', 'fed', 'otp', 'hwk', 'swk', 'kba'])).default(['pwd']),
  provider: z.enum(['embedded', 'firebase']).default('embedded'),
  handle: z.string().optional(),
})

/**
 * Counts the answer before checking it. Using up the code and the ticket and opening the session are one transaction:
 * of concurrent correct answers exactly one succeeds.
 */
async function proveAndOpen<Opened extends { token: string }>(
  system: System,
  encryption: Encryption,
  input: SecondStepInput,
  whose: 'person' | 'admin',
  open: (db: DbOrTx, owner: FactorOwner, proof: Proof) => Promise<Opened | null>,
): Promise<Result<Opened & { email: string | null }, SecondStepRefusal>> {
  const { now } = system
  const seen = await takeTry(system.db, now, { purpose: 'second_factor', code: input.ticket, most: codesPerTicket })
  const owner = seen && ownerOf(seen)
  if (!seen || !owner || 'adminId' in owner !== (whose === 'admin')) return refuse('begin_again')
  const counted = await countedFor(system, owner, input)
  const { waitSeconds } = await countAttempt(system, counted)
  if (waitSeconds > 0) return refuseFor('too_many_codes', waitSeconds)
  const wrong = seen.tries >= codesPerTicket ? 'begin_again' : 'wrong_code'
  const opened = await system.db.transaction().execute(async (db) => {
    const second = await spendSecondFactor(db, now, encryption, owner, input.answer)
    if (!second) return null
    if (!(await spendCode(db, now, 'second_factor', input.ticket))) return null
    const { amr, provider, handle } = First.parse(seen.data)
    const session = await open(db, owner, { amr: [...amr, second], provider, ...(handle && { handle }) })
    return session && { ...session, email: (await accountOf(db, owner)).email }
  })
  if (!opened) return refuse(wrong)
  await forget(system, counted.what, counted.whose)
  return ok(opened)
}

/**
 * An attacker who knows the password can use up the strangers' attempts, but not those of a known device or network.
 */
async function countedFor(
  system: System,
  owner: FactorOwner,
  { ip, device }: Pick<SecondStepInput, 'ip' | 'device'>,
): Promise<Count> {
  const [whose, limit] = [ownerWord(owner), signInLimits.secondStep]
  if (device) return { what: 'second-step-device', whose: `${whose} ${device}`, limit }
  if (await isKnownNetwork(system, owner, ip))
    return { what: 'second-step-network', whose: `${whose} ${siteOf(ip)}`, limit }
  return { what: 'second-step', whose, limit }
}

function ownerOf({ personId, adminId }: { personId: PersonId | null; adminId: AdminId | null }): FactorOwner | null {
  if (personId) return { personId }
  return adminId ? { adminId } : null
}

async function accountOf(
  db: DbOrTx,
  owner: FactorOwner,
): Promise<{ name: string; email: string | null; role: AdminRole | null; disabled: boolean }> {
  const { until, ...account } =
    'personId' in owner
      ? await db
          .selectFrom('people')
          .select(['name', 'email', 'suspendedAt as until', sql<null>`null`.as('role')])
          .where('id', '=', owner.personId)
          .executeTakeFirstOrThrow()
      : await db
          .selectFrom('admins')
          .select(['name', 'email', 'disabledAt as until', 'role'])
          .where('id', '=', owner.adminId)
          .executeTakeFirstOrThrow()
  return { ...account, disabled: until !== null }
}
