import { z } from 'zod'
import { type MailedCodeId, newId } from '#kernel/ids.ts'
import { mailedCodeId, notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** `code`: the secret, or its id in what is stored. */
export const invitationPath = (code: string) => `/admin/invitation?code=${code}` as const

const sampleCode: MailedCodeId = newId<'mailedCode'>()

/** To a new administrator. */
export const adminInvitation = notificationKind('admin-invitation', {
  about: null,
  data: z.object({ name: z.string(), codeId: mailedCodeId }),
  codeIn: ({ codeId }) => codeId,
  message: ({ name, codeId }) => ({
    title: '運営への招待',
    subject: '畝と皿の運営への招待',
    heading: '畝と皿の運営への招待',
    summary: '24時間以内に、パスワードと二段階認証を設定してください',
    parts: [
      { text: `${name} 様、畝と皿の運営に招待されました。次の画面で、パスワードと二段階認証を設定してください。` },
      { button: '設定を開始する', to: ourPage(invitationPath(codeId)) },
      { text: 'このリンクは24時間以内に1回のみ使用できます。お心当たりがない場合は、開かずに破棄してください。' },
    ],
  }),
  sample: { name: '森 亮介', codeId: sampleCode },
})

/** To an administrator whose second factor was taken away, because it was lost. */
export const factorReset = notificationKind('factor-reset', {
  about: null,
  data: z.object({ name: z.string(), codeId: mailedCodeId, confirmedBy: z.string() }),
  codeIn: ({ codeId }) => codeId,
  message: ({ name, codeId, confirmedBy }) => ({
    title: '二段階認証をリセットしました',
    subject: '二段階認証をリセットしました',
    summary: '24時間以内に、二段階認証を再設定してください',
    parts: [
      {
        text: `${name} 様の二段階認証（認証アプリ、予備コード、パスキー）をリセットし、すべての端末からサインアウトしました。次の画面で、パスワードと二段階認証を再設定してください。`,
      },
      { button: '再設定する', to: ourPage(invitationPath(codeId)) },
      { facts: [['リセットした担当者', confirmedBy]] },
      {
        text: 'このリンクは24時間以内に1回のみ使用できます。依頼した覚えがない場合は、すぐに運営の他の担当者に連絡してください。',
      },
    ],
  }),
  sample: { name: '森 亮介', codeId: sampleCode, confirmedBy: '田中 恵' },
})

/** To both addresses of an administrator whose address was changed. */
export const adminEmailChanged = notificationKind('admin-email-changed', {
  about: null,
  data: z.object({ name: z.string(), to: z.string(), when: z.string() }),
  message: ({ name, to, when }) => ({
    title: 'メールアドレスを変更しました',
    subject: '畝と皿の運営のメールアドレスを変更しました',
    summary: `${when}に変更しました。`,
    parts: [
      {
        text: `${name} 様が運営にサインインするメールアドレスを変更し、すべての端末からサインアウトしました。次回から新しいメールアドレスでサインインしてください。`,
      },
      {
        facts: [
          ['新しいメールアドレス', to],
          ['変更日時', when],
        ],
      },
      { text: 'お心当たりがない場合は、すぐに運営の他の担当者に連絡してください。' },
    ],
  }),
  sample: { name: '森 亮介', to: 'mori@example.jp', when: '11月24日（火）10:00' },
})

export const adminKinds = [adminInvitation, factorReset, adminEmailChanged] as const
