import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { NotFound } from '#kernel/errors.ts'
import type { AdminId } from '#kernel/ids.ts'
import { query, step } from '#modules/audit-log/use-case.server.ts'
import { demoAdministrators } from './demo-administrators.ts'
import { addBackupCodes } from './factors/backup-codes.server.ts'
import { newTotpSecret, stepAt, stepEndsInMs, totpCode } from './factors/totp.server.ts'
import { keepTotpSecret, totpSecretOf } from './factors/totp-secrets.server.ts'

type Place = { environment: string }

/** Gives the demo administrators a second factor, and a new one after the installation's key has changed. */
export async function prepareDemoCodes(db: DbOrTx, now: Date, encryption: Encryption): Promise<void> {
  for (const { id } of await demoAdmins(db)) {
    const owner = { adminId: id }
    if (!(await totpSecretOf(db, encryption, owner)))
      await keepTotpSecret(db, now, encryption, { owner, secret: newTotpSecret(), step: null })
  }
}

/**
 * The codes that the demo administrators would read from their phones: the next unused one, and in how many seconds it
 * is accepted (0: now). In production this page does not exist, not even for staff.
 */
export const demoCodes = query('installation.see', async (ctx: Ctx, place: Place, encryption: Encryption) => {
  refuseInProduction(ctx, place)
  const admins = await demoAdmins(ctx.db)
  return Promise.all(
    admins.map(async ({ id, email, name }) => {
      const kept = await totpSecretOf(ctx.db, encryption, { adminId: id })
      if (!kept) return { email, name, code: null, inSeconds: 0, endsInSeconds: 0 }
      const step = Math.max(stepAt(ctx.now), (kept.lastStep ?? 0) + 1)
      // a code is accepted one step early
      const ahead = step - stepAt(ctx.now) - 1
      const endsIn = Math.ceil(stepEndsInMs(ctx.now) / 1_000)
      const inSeconds = ahead > 0 ? endsIn + (ahead - 1) * 30 : 0
      return { email, name, code: totpCode(kept.secret, step), inSeconds, endsInSeconds: endsIn }
    }),
  )
})

/** Another backup code for a demo administrator, to sign in without waiting for the next thirty seconds. */
export const demoBackupCode = step(
  'installation.see',
  async (ctx: Ctx, place: Place, encryption: Encryption, email: string): Promise<string> => {
    refuseInProduction(ctx, place)
    const admin = (await demoAdmins(ctx.db)).find((it) => it.email === email)
    if (!admin) throw new NotFound('demo administrator')
    const [code = ''] = await addBackupCodes(ctx.db, ctx.now, encryption, { adminId: admin.id }, 1)
    return code
  },
)

function refuseInProduction(ctx: Ctx, place: Place): void {
  if (place.environment === 'production') throw new NotFound('demo codes')
  seeOrNotFound(ctx.actor, 'installation.see', place)
}

const demoAdmins = (db: DbOrTx): Promise<{ id: AdminId; email: string; name: string }[]> =>
  db
    .selectFrom('admins')
    .select(['id', 'email', 'name'])
    .where('email', 'in', [...demoAdministrators])
    .where('disabledAt', 'is', null)
    .orderBy('email')
    .execute()
