import { z } from 'zod'
import type { Encryption } from '#kernel/encryption.ts'
import { newId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { mailedCode } from '#modules/notifications/mailed-code.server.ts'
import { mailedCodeId, notificationKind } from '#modules/notifications/notification-kind.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { requireApprover } from '../approval/decide-application.server.ts'
import { sideWord } from '../org-ref.ts'
import { organisationRefusals } from '../refusal-text.ts'
import { AccountEmailIn, draftHashOf } from './draft.server.ts'
import { readProfile } from './read-profile.server.ts'

/** How long the person has to confirm what staff have typed for them. */
const phoneDraftDays = 7

const side = z.enum(['restaurant', 'farm'])

/** To the applicant who asked for a registration by telephone: the link to read it, to agree and to choose a password. */
export const phoneRegistration = notificationKind('phone_registration', {
  about: null,
  data: z.object({ codeId: mailedCodeId, name: z.string(), side }),
  codeIn: ({ codeId }) => codeId,
  message: ({ codeId, name, side }) => ({
    title: `${name} の登録内容をご確認ください`,
    summary: `お電話で伺った内容を確認し、${phoneDraftDays}日以内に申し込みを完了してください。`,
    parts: [
      {
        text: 'お電話で伺った内容で、登録の準備が整いました。次の画面で内容を確認し、パスワードを設定して、申し込みを完了してください。',
      },
      {
        facts: [
          ['区分', sideWord[side]],
          ['名称', name],
        ],
      },
      { button: '登録内容を確認する', to: ourPage(`/auth/signup/phone?code=${codeId}`) },
      {
        text: `このリンクは${phoneDraftDays}日間有効です。お心当たりがない場合は、このメールを破棄してください。登録は行われません。`,
      },
    ],
  }),
  sample: { codeId: newId<'mailedCode'>(), name: '瀬戸内レモン園', side: 'farm' },
})

/**
 * Staff type the application of a caller on the telephone. It is a sign-up in progress like any other, whose secret is the
 * link in the mail: the person reads it, agrees to the terms and chooses a password (commit-sign-up.server.ts). No account
 * exists before.
 */
export const registerByPhone = mutation({
  name: 'sign_up.by_phone',
  permission: 'members.review',
  input: { side, email: AccountEmailIn, profile: z.record(z.string(), z.string()) },
  refusals: organisationRefusals('profile_wrong', 'key_reused'),
  guard: requireApprover,
  run: async (ctx, { side, email, profile: typed }, encryption: Encryption) => {
    const profile = readProfile(side, typed)
    if (!profile.ok) return refuse('profile_wrong')
    const name = profile.value.tradeName
    const codeId = newId<'mailedCode'>()
    await ctx.db
      .insertInto('signupDrafts')
      .values({
        idHash: draftHashOf(mailedCode(encryption, codeId)),
        side,
        email,
        profile: JSON.stringify(typed),
        savedBy: null,
        committedAt: null,
        personId: null,
        createdAt: ctx.now,
        expiresAt: new Date(ctx.now.getTime() + phoneDraftDays * 24 * 3_600_000),
      })
      .execute()
    await notify(ctx.db, ctx.now, {
      key: `phone-registration:${codeId}`,
      kind: phoneRegistration,
      to: email,
      data: { codeId, name, side },
    })
    await recordEvent(ctx.db, ctx, { kind: 'registration_by_phone', data: { email, name, side: sideWord[side] } })
    return ok({ name, email })
  },
})
