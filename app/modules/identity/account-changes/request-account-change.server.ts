import { z } from 'zod'
import { authorize, authorizeProven } from '#authorization/authorize.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import { readEmail } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { type AccountChangeKind, accountChangeKinds, identityProofs } from '#kernel/enums.ts'
import { type AdminId, newId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { readFactors } from '../factors/change-factors.server.ts'
import { aboutOwner, type FactorOwner, OwnerIn, ownedBy, ownerColumns } from '../factors/factor-owner.ts'
import { normaliseEmail } from '../sign-in.server.ts'
import {
  type AccountChangeRefusal,
  accountChangeRefusals,
  changeWaitsMs,
  requestWaitsMs,
} from './account-change-labels.ts'
import {
  administratorOf,
  changeData,
  endChange,
  lockAccount,
  lockChange,
  type OpenAccount,
} from './account-change-store.server.ts'
import { tellOfWaitingChange } from './tell-account-change.server.ts'

/**
 * The first of two administrators requests a new address for an account, or the reset of its second factor. Nothing
 * changes and no notification is sent until another administrator confirms it; the request expires after 24 hours.
 */
export const requestAccountChange = repeatable({
  name: 'account_change.request',
  permission: 'account_change.decide',
  input: {
    owner: OwnerIn,
    kind: z.enum(accountChangeKinds),
    /** The new address, as typed; only if `kind` is `email`. */
    email: z.string().trim().max(254, '254文字以下で入力してください。').optional(),
    /** How the identity of a person was checked; null for an administrator. */
    proof: z.enum(identityProofs).nullable().default(null),
    reason: z.string().trim().max(400, '400文字以下で入力してください。').default(''),
  },
  refusals: accountChangeRefusals(
    'proof_missing',
    'reason_missing',
    'bad_email',
    'same_email',
    'email_taken',
    'nothing_to_reset',
    'not_active',
    'asked_already',
    'own_account',
  ),
  run: async (ctx, { owner, kind, email, proof, reason }) => {
    authorizeProven(ctx, 'account_change.decide', owner)
    const me = administratorOf(ctx)
    const why = reason.trim().slice(0, 400)
    const read = kind === 'email' ? readEmail(normaliseEmail(email ?? '')) : null
    if (read && !read.ok) return refuse('bad_email')
    const newEmail = read?.value ?? null
    if ('personId' in owner && proof === null) return refuse('proof_missing')
    if (why === '') return refuse('reason_missing')
    return ctx.db.transaction().execute(async (db) => {
      const account = await lockAccount(db, owner)
      if (!account) return refuse('not_active')
      const obstacle = await obstacleTo(db, me, account, { kind, newEmail })
      if (obstacle) return refuse(obstacle)
      await endLapsed(db, ctx.now, owner)
      const id = newId<'accountChange'>()
      const asked = await db
        .insertInto('accountChanges')
        .values({
          id,
          kind,
          ...ownerColumns(owner),
          oldEmail: account.email,
          newEmail,
          proof: 'personId' in owner ? proof : null,
          reason: why,
          askedBy: me,
          askedAt: ctx.now,
          expiresAt: new Date(ctx.now.getTime() + requestWaitsMs),
          confirmedBy: null,
          confirmedAt: null,
          takesEffectAt: null,
          endedAt: null,
          outcome: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!asked) return refuse('asked_already')
      await recordEvent(db, ctx, {
        kind: 'account_change_asked',
        ...aboutOwner(owner),
        reason: why,
        data: { ...changeData({ kind, oldEmail: account.email, newEmail }), ...(proof && { proof }) },
      })
      return ok({ id })
    })
  },
})

/**
 * The second administrator, never the one who requested it, confirms the change: the owner then has 72 hours to stop
 * it, and is notified at the address of the account and in the app. Of concurrent confirmations exactly one succeeds.
 */
export const confirmAccountChange = repeatable({
  name: 'account_change.confirm',
  permission: 'account_change.decide',
  input: { changeId: IdOf<'accountChange'>('依頼') },
  refusals: accountChangeRefusals(
    'same_email',
    'email_taken',
    'nothing_to_reset',
    'not_active',
    'own_account',
    'own_request',
    'changed_meanwhile',
    'ended',
  ),
  run: async (ctx, { changeId }, encryption: Encryption) => {
    authorize(ctx.actor, 'account_change.see', null)
    const me = administratorOf(ctx)
    return ctx.db.transaction().execute(async (db) => {
      const change = await lockChange(db, changeId)
      authorizeProven(ctx, 'account_change.decide', change.owner)
      if (change.endedAt || change.confirmedBy || change.expiresAt <= ctx.now) return refuse('ended')
      if (change.askedBy === me) return refuse('own_request')
      const account = await lockAccount(db, change.owner)
      if (!account) return refuse('not_active')
      if (account.email !== change.oldEmail) return refuse('changed_meanwhile')
      const obstacle = await obstacleTo(db, me, account, { kind: change.kind, newEmail: change.newEmail })
      if (obstacle) return refuse(obstacle)
      const takesEffectAt = new Date(ctx.now.getTime() + changeWaitsMs)
      await db
        .updateTable('accountChanges')
        .set({ confirmedBy: me, confirmedAt: ctx.now, takesEffectAt })
        .where('id', '=', changeId)
        .execute()
      await recordEvent(db, ctx, {
        kind: 'account_change_confirmed',
        ...aboutOwner(change.owner),
        data: changeData(change),
      })
      await tellOfWaitingChange(db, ctx.now, account, { change, takesEffectAt, encryption })
      return ok({ takesEffectAt })
    })
  },
})

/** Any administrator withdraws or rejects a change that has not taken effect. */
export const withdrawAccountChange = repeatable({
  name: 'account_change.withdraw',
  permission: 'account_change.withdraw',
  input: { changeId: IdOf<'accountChange'>('依頼') },
  refusals: accountChangeRefusals('ended'),
  run: async (ctx, { changeId }) => {
    authorize(ctx.actor, 'account_change.withdraw', null)
    return ctx.db.transaction().execute(async (db) => {
      const change = await lockChange(db, changeId)
      if (change.endedAt) return refuse('ended')
      await endChange(db, ctx, change, 'withdrawn')
      return ok(null)
    })
  },
})

type Change = { kind: AccountChangeKind; newEmail: string | null }

/** What prevents a change, for the administrator who requests or confirms it; null if nothing does. */
async function obstacleTo(
  db: DbOrTx,
  adminId: AdminId,
  { owner, email }: OpenAccount,
  { kind, newEmail }: Change,
): Promise<AccountChangeRefusal | null> {
  const me = await db.selectFrom('admins').select('email').where('id', '=', adminId).executeTakeFirstOrThrow()
  if (me.email === email || me.email === newEmail) return 'own_account'
  if (kind === 'factors') {
    if ('adminId' in owner) return null
    const { totpSince, passkeys } = await readFactors(db, owner)
    return totpSince || passkeys > 0 ? null : 'nothing_to_reset'
  }
  if (newEmail === email) return 'same_email'
  const taken = await db
    .selectFrom('personId' in owner ? 'people' : 'admins')
    .select('email')
    .where('email', '=', newEmail)
    .executeTakeFirst()
  return taken ? 'email_taken' : null
}

async function endLapsed(db: DbOrTx, now: Date, owner: FactorOwner): Promise<void> {
  await db
    .updateTable('accountChanges')
    .set({ endedAt: now, outcome: 'lapsed' })
    .where(...whose(owner))
    .where('endedAt', 'is', null)
    .where('confirmedBy', 'is', null)
    .where('expiresAt', '<=', now)
    .execute()
}

const whose = (owner: FactorOwner) => {
  const [column, id] = ownedBy(owner)
  return [column, '=', id] as const
}
