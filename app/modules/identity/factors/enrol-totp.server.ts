import { z } from 'zod'
import { authorize, authorizeProven } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { newId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { renewBackupCodes } from './backup-codes.server.ts'
import { aboutOwner, type FactorOwner, OwnerIn, ownedBy, ownerColumns } from './factor-owner.ts'
import { enrolRefusals } from './factor-refusals.ts'
import { tellFactorChange } from './tell-factor-change.server.ts'
import { newTotpSecret, stepOf } from './totp.server.ts'
import { keepTotpSecret } from './totp-secrets.server.ts'

/** Makes a secret for an authenticator app. Until its first correct code it is not in force, and may be made again. */
export const beginTotp = repeatable({
  name: 'factors.begin_totp',
  permission: 'factors.change',
  input: { owner: OwnerIn },
  refusals: enrolRefusals,
  run: async (ctx, { owner }, encryption: Encryption) => {
    authorizeProven(ctx, 'factors.change', owner)
    return ctx.db.transaction().execute(async (db) => {
      const [column, id] = ownedBy(owner)
      await db.deleteFrom('totpSecrets').where(column, '=', id).where('confirmedAt', 'is', null).execute()
      const begun = await db
        .insertInto('totpSecrets')
        .values({
          id: newId<'totpSecret'>(),
          ...ownerColumns(owner),
          sealedSecret: encryption.seal('totp', newTotpSecret()),
          lastStep: null,
          createdAt: ctx.now,
          confirmedAt: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return begun ? ok(null) : refuse('already_on')
    })
  },
})

/** The secret that waits for its first code, for its QR code; null if there is none. */
export const totpUnderWay = query(
  'factors.see',
  async (ctx: Ctx, encryption: Encryption, owner: FactorOwner): Promise<string | null> => {
    authorize(ctx.actor, 'factors.see', owner)
    const [column, id] = ownedBy(owner)
    const row = await ctx.db
      .selectFrom('totpSecrets')
      .select('sealedSecret')
      .where(column, '=', id)
      .where('confirmedAt', 'is', null)
      .executeTakeFirst()
    return row ? encryption.open('totp', row.sealedSecret) : null
  },
)

/** The first correct code turns the second step on. Returns the ten backup codes, which are shown only once. */
export const confirmTotp = repeatable({
  name: 'factors.confirm_totp',
  permission: 'factors.change',
  input: { owner: OwnerIn, code: z.string().default('') },
  refusals: enrolRefusals,
  run: async (ctx, { owner, code }, encryption: Encryption) => {
    authorizeProven(ctx, 'factors.change', owner)
    const secret = await totpUnderWay(ctx, encryption, owner)
    if (!secret) return refuse('not_begun')
    const step = stepOf(secret, code, ctx.now)
    if (step === null) return refuse('wrong_code')
    return ctx.db.transaction().execute(async (db) => {
      const [column, id] = ownedBy(owner)
      // a concurrent second confirmation of the same secret finds it confirmed
      const waiting = await db
        .deleteFrom('totpSecrets')
        .where(column, '=', id)
        .where('confirmedAt', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!waiting) return refuse('already_on')
      await keepTotpSecret(db, ctx.now, encryption, { owner, secret, step })
      const backupCodes = await renewBackupCodes(db, ctx.now, encryption, owner)
      const event = await recordEvent(db, ctx, { kind: 'second_factor_on', ...aboutOwner(owner) })
      await tellFactorChange(db, ctx.now, owner, { event, kind: 'second_factor_on' })
      return ok({ backupCodes })
    })
  },
})
