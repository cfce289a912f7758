import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { type AdminRole, adminRoles } from '#kernel/enums.ts'
import { type AdminId, newId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { step } from '#modules/audit-log/use-case.server.ts'
import { renewBackupCodes } from '../factors/backup-codes.server.ts'
import type { PasskeyAnswer, PasskeySite } from '../factors/passkey-answer.server.ts'
import { keepPasskey, passkeyOffer } from '../factors/passkeys.server.ts'
import { stepOf, totpSecretFrom } from '../factors/totp.server.ts'
import { keepTotpSecret } from '../factors/totp-secrets.server.ts'
import { inspectCode, useCode as spendCode } from '../one-time-code.server.ts'
import { hashPassword } from '../password.server.ts'
import { passwordProblem } from '../password-policy.ts'
import { closeSessionsOf, openSession } from '../session-store.server.ts'

type System = Pick<Ctx, 'db' | 'now'>
export type InvitationRefusal = 'invitation_unusable' | 'weak_password' | 'wrong_code' | 'passkey_refused'

/** Minimum length of an administrator's password in characters, after NFKC. */
export const adminPasswordLeast = 14

/**
 * Whom an invitation is for, and the secret for their app; null if it is unknown, used or expired. The secret is
 * derived from the code, so that it is the same however often the page is opened, and nothing is stored before it is
 * used.
 */
export const invitationOf = step('public', async ({ db, now }: System, encryption: Encryption, code: string) => {
  const found = await inspectCode(db, now, 'admin_invitation', code)
  if (!found?.email) return null
  const secret = totpSecretFrom(encryption.mark('admin-invitation-totp', code))
  const role = readAdminRole(found.data.role)
  return { email: found.email, name: nameIn(found.data), role, isReset: found.adminId !== null, secret }
})

/**
 * The options from which the invitee's browser makes a passkey, instead of using an app; null for an invalid
 * invitation.
 */
export const invitationPasskey = step(
  'public',
  async (system: System, encryption: Encryption, { code, site }: { code: string; site: PasskeySite }) => {
    const invited = await invitationOf(system, encryption, code)
    if (!invited) return null
    return passkeyOffer(system.db, system.now, site, {
      owner: null,
      account: invited,
      handle: handleOf(encryption, code),
    })
  },
)

export type Acceptance = {
  code: string
  password: string
  proof: { totpCode: string } | { passkey: PasskeyAnswer }
  ip: string | null
  userAgent: string | null
}

/**
 * With a password of at least 14 characters and a second factor the invitee becomes an administrator, or one whose
 * factors were reset gets access again. Returns the session and the ten backup codes, which are shown only once.
 */
export const acceptInvitation = step(
  'public',
  async (
    system: System,
    encryption: Encryption,
    input: Acceptance,
  ): Promise<Result<{ token: string; email: string; backupCodes: string[] }, InvitationRefusal>> => {
    const invited = await invitationOf(system, encryption, input.code)
    if (!invited) return refuse('invitation_unusable')
    const weak = adminPasswordProblem(input.password, invited.email)
    if (weak) return refuse('weak_password', { sentence: weak })
    const step = 'totpCode' in input.proof ? stepOf(invited.secret, input.proof.totpCode, system.now) : null
    if ('totpCode' in input.proof && step === null) return refuse('wrong_code')
    const phc = await hashPassword(input.password)
    try {
      return await system.db.transaction().execute(async (db) => {
        const spent = await spendCode(db, system.now, 'admin_invitation', input.code)
        if (!spent) return refuse('invitation_unusable')
        const adminId = await keepAdmin(db, system.now, { ...invited, id: spent.adminId, phc })
        if (!adminId) return refuse('invitation_unusable')
        const owner = { adminId }
        if ('passkey' in input.proof) {
          const { passkey: answer } = input.proof
          const handle = handleOf(encryption, input.code)
          if (!(await keepPasskey(db, system.now, { owner, handle, answer, userAgent: input.userAgent })))
            throw new PasskeyRefused()
        } else await keepTotpSecret(db, system.now, encryption, { owner, secret: invited.secret, step })
        const backupCodes = await renewBackupCodes(db, system.now, encryption, owner)
        await closeSessionsOf(db, owner)
        const token = await openSession(
          { db, now: system.now },
          {
            who: owner,
            channel: 'cookie',
            ip: input.ip,
            userAgent: input.userAgent,
            amr: ['pwd', 'passkey' in input.proof ? 'hwk' : 'otp'],
          },
        )
        const actor = { kind: 'staff' as const, adminId, name: invited.name, role: invited.role }
        const kind = invited.isReset ? 'admin_set_up_again' : 'admin_joined'
        await recordEvent(db, { actor, now: system.now }, { kind, aboutAdminId: adminId })
        return ok({ token, email: invited.email, backupCodes })
      })
    } catch (error) {
      if (error instanceof PasskeyRefused) return refuse('passkey_refused')
      throw error
    }
  },
)

/** Rolls back everything done with an invitation whose passkey is invalid. */
class PasskeyRefused extends Error {}

/** Why a password is not acceptable for staff, as a sentence; null if it is. */
export function adminPasswordProblem(password: string, email: string): string | null {
  const { length } = [...password.normalize('NFKC')]
  if (length > 0 && length < adminPasswordLeast)
    return `パスワードが短すぎます。${adminPasswordLeast}文字以上で入力してください（現在${length}文字）。`
  return passwordProblem(password, email)
}

type Invited = { id: AdminId | null; name: string; email: string; role: AdminRole; phc: string }

/** The row of the new or returning administrator; null if they were disabled, or already exist. */
async function keepAdmin(db: DbOrTx, now: Date, { id, name, email, role, phc }: Invited): Promise<AdminId | null> {
  const row = id
    ? await db
        .updateTable('admins')
        .set({ phc })
        .where('id', '=', id)
        .where('disabledAt', 'is', null)
        .returning('id')
        .executeTakeFirst()
    : await db
        .insertInto('admins')
        .values({
          id: newId<'admin'>(),
          email,
          name,
          role,
          phc,
          disabledAt: null,
          createdAt: now,
          theme: null,
          textSize: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
  return row?.id ?? null
}

const handleOf = (encryption: Encryption, code: string) =>
  encryption.mark('admin-invitation-passkey', code).toString('base64url')
/** An invitation by command is for everything: it makes the first administrator. */
const readAdminRole = (role: unknown): AdminRole => adminRoles.find((known) => known === role) ?? 'full'
const nameIn = (data: Record<string, unknown>) => (typeof data.name === 'string' ? data.name : '')
