import { z } from 'zod'
import type { Actor } from '#authorization/actor.ts'
import { authorizeProven } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { type Email, type EmailRefusal, readEmail } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { type AdminRole, adminRoles } from '#kernel/enums.ts'
import type { AdminId } from '#kernel/ids.ts'
import { type NameRefusal, nameRefusal, nameRefusalText } from '#kernel/name.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { EmailIn } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { forgetFactors } from '../factors/change-factors.server.ts'
import { issueMailedCode, voidCodes } from '../one-time-code.server.ts'
import { closeSessionsOf } from '../session-store.server.ts'
import { normaliseEmail } from '../sign-in.server.ts'
import { inviteAdminRefusals } from './admin-labels.ts'
import { adminInvitation, factorReset, invitationPath } from './admin-mails.server.tsx'

type System = Pick<Ctx, 'db' | 'now'>
export type InviteRefusal = 'name_missing' | NameRefusal | 'already_there' | EmailRefusal

/**
 * Invites an administrator by command, on the server itself: the first one, or where nobody can sign in any more. Returns
 * the path of the link, which is valid for 24 hours and is also mailed.
 */
export async function inviteAdmin(
  { db, now }: System,
  { name, email: typed, encryption }: { name: string; email: string; encryption: Encryption },
): Promise<Result<{ path: string }, InviteRefusal>> {
  const called = name.trim().slice(0, 60)
  if (called === '') return refuse('name_missing')
  const wrongName = nameRefusal(called)
  if (wrongName) return refuse(wrongName)
  const address = readEmail(normaliseEmail(typed))
  if (!address.ok) return address
  return db
    .transaction()
    .execute((tx) =>
      sendInvitation({ actor: system, db: tx, now }, encryption, { name: called, email: address.value, role: 'full' }),
    )
}

/** The same on screen, by an administrator who may do everything, for one of the roles. */
export const inviteAdminOnScreen = mutation({
  name: 'admin.invite',
  permission: 'admin.invite',
  input: {
    name: z
      .string('お名前を入力してください。')
      .trim()
      .min(1, 'お名前を入力してください。')
      .max(60, '60文字以内で入力してください。')
      .superRefine((name, issue) => {
        const wrong = nameRefusal(name)
        if (wrong) issue.addIssue({ code: 'custom', message: nameRefusalText[wrong] })
      }),
    email: EmailIn.transform((email) => normaliseEmail(email) as Email),
    role: z.enum(adminRoles, { error: '役割を選択してください。' }),
  },
  refusals: inviteAdminRefusals,
  guard: (ctx) => authorizeProven(ctx, 'admin.invite', null),
  run: async (ctx, { name, email, role }, encryption: Encryption) => {
    const sent = await sendInvitation(ctx, encryption, { name, email, role })
    return sent.ok ? ok({ email }) : sent
  },
})

type Invited = { name: string; email: Email; role: AdminRole }

/** An earlier invitation of the same address ends. */
async function sendInvitation(
  { actor, db, now }: Pick<Ctx, 'actor' | 'db' | 'now'>,
  encryption: Encryption,
  { name, email, role }: Invited,
): Promise<Result<{ path: string }, 'already_there'>> {
  if (await db.selectFrom('admins').select('id').where('email', '=', email).executeTakeFirst())
    return refuse('already_there')
  await db
    .updateTable('oneTimeCodes')
    .set({ usedAt: now })
    .where('purpose', '=', 'admin_invitation')
    .where('email', '=', email)
    .where('usedAt', 'is', null)
    .execute()
  const wanted = { purpose: 'admin_invitation', owner: null, email, data: { name, role } } as const
  const { id: codeId, code } = await issueMailedCode(db, now, encryption, wanted)
  await notify(db, now, {
    key: `admin-invitation:${email}:${now.toISOString()}`,
    kind: adminInvitation,
    to: email,
    data: { name, codeId },
  })
  await recordEvent(db, { actor, now }, { kind: 'admin_invited', data: { email, name, role } })
  return ok({ path: invitationPath(code) })
}

const system: Actor = { kind: 'system' }

/**
 * Deletes all of an administrator's second factors, ends their sessions, and mails them the link to set them up again.
 * Runs in the caller's transaction.
 */
export async function resetFactors(
  db: DbOrTx,
  now: Date,
  { adminId, encryption, confirmedBy }: { adminId: AdminId; encryption: Encryption; confirmedBy: string },
): Promise<{ path: string }> {
  const owner = { adminId }
  const { name, email } = await db
    .selectFrom('admins')
    .select(['name', 'email'])
    .where('id', '=', adminId)
    .executeTakeFirstOrThrow()
  await forgetFactors(db, owner, { passkeys: true })
  await closeSessionsOf(db, owner)
  await voidCodes(db, now, 'second_factor', owner)
  await voidCodes(db, now, 'admin_invitation', owner)
  const wanted = { purpose: 'admin_invitation', owner, email, data: { name } } as const
  const { id: codeId, code } = await issueMailedCode(db, now, encryption, wanted)
  await notify(db, now, {
    key: `factor-reset:${adminId}:${now.toISOString()}`,
    kind: factorReset,
    to: email as Email,
    data: { name, codeId, confirmedBy },
  })
  return { path: invitationPath(code) }
}

/** The last resort, when there are not two colleagues left to do it: by command, on the server itself. */
export async function resetFactorsByCommand(
  { db, now }: System,
  { email, encryption }: { email: string; encryption: Encryption },
): Promise<Result<{ path: string }, 'unknown'>> {
  return db.transaction().execute(async (tx) => {
    const admin = await tx
      .selectFrom('admins')
      .select('id')
      .where('email', '=', normaliseEmail(email))
      .where('disabledAt', 'is', null)
      .executeTakeFirst()
    if (!admin) return refuse('unknown')
    const done = await resetFactors(tx, now, { adminId: admin.id, encryption, confirmedBy: 'サーバーの管理者' })
    await recordEvent(tx, { actor: system, now }, { kind: 'factor_reset_by_command', aboutAdminId: admin.id })
    return ok(done)
  })
}
