import { z } from 'zod'
import { type MailedCodeId, newId } from '#kernel/ids.ts'
import { mailLink } from '#modules/identity/mail-links.ts'
import { mailedCodeId, notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { sideWord } from '../org-ref.ts'
import { tradeNameWord } from './profile-labels.ts'

const side = z.enum(['restaurant', 'farm'])
const shop = 'ビストロ灯'
const sampleCode: MailedCodeId = newId<'mailedCode'>()

/** To a new applicant: the link that proves the address. */
export const verifyEmailAsked = notificationKind('verify_email', {
  about: null,
  data: z.object({ codeId: mailedCodeId }),
  codeIn: ({ codeId }) => codeId,
  message: ({ codeId }) => ({
    title: 'メールアドレスの確認をお願いします',
    summary: '下のボタンを押すと、登録の申し込みが完了します。',
    parts: [
      {
        text: '「畝と皿」に登録をお申し込みいただき、ありがとうございます。下のボタンを押し、開いた画面で「確認する」を押してください。申し込みが完了します。',
      },
      { button: 'メールアドレスを確認する', to: mailLink('verifyEmail', codeId) },
      { text: 'このボタンの有効期限は24時間です。期限が過ぎた場合は、サインインすると再送できます。' },
      {
        text: 'お心当たりがない場合は、ボタンの先の画面で「心当たりがない」を押してください。登録は削除されます。操作しない場合も、7日後に削除されます。',
      },
    ],
  }),
  sample: { codeId: sampleCode },
})

/** To the owner of an account with whose address a visitor, maybe the owner, tried to sign up. */
export const alreadyRegistered = notificationKind('already_registered', {
  about: null,
  data: z.object({}),
  message: () => ({
    title: 'すでに登録があります',
    summary: 'このメールアドレスは、すでに登録されています。',
    parts: [
      {
        text: '「畝と皿」に、このメールアドレスで登録の申し込みがありました。このメールアドレスはすでに登録されているため、新しい登録は作成していません。サインインしてご利用ください。',
      },
      { button: 'サインインする', to: ourPage('/auth/signIn') },
      {
        text: `パスワードをお忘れの場合は、${ourPage('/auth/forgotPassword')}で再設定できます。メールアドレスの確認がお済みでない方は、サインインすると、確認メールを再送できます。`,
      },
      { text: 'お心当たりがない場合も、操作は必要ありません。登録内容は変更されていません。' },
    ],
  }),
  sample: {},
})

/** To the applicant: it has arrived, and what comes next. */
export const applicationReceived = notificationKind('application_received', {
  about: 'account',
  data: z.object({ name: z.string(), side, again: z.boolean() }),
  message: ({ name, side, again }) => ({
    title: again ? '登録内容を受け付けました' : '登録の申し込みを受け付けました',
    summary: '書類と内容を確認し、結果をメールでお知らせします。',
    parts: [
      {
        text: `${name} 様、${again ? '修正内容を受け付けました。' : '申し込みを受け付けました。'}担当者が内容と書類を確認し、結果をメールでお知らせします。`,
      },
      {
        text:
          side === 'restaurant'
            ? '承認前でも、旬の食材と農園をご覧いただけます。営業許可証を送信していない場合は、下の画面から送信できます。'
            : '書類が必要な商品を販売する場合は、下の画面から送信できます。後からでもかまいません。',
      },
      { button: '現在の状況を確認する', to: ourPage('/auth/signup/completed') },
    ],
  }),
  sample: { name: shop, side: 'restaurant', again: false },
})

/** To staff: a new application. */
export const applicationArrived = notificationKind('application_arrived', {
  about: null,
  data: z.object({ name: z.string(), side, representative: z.string(), again: z.boolean() }),
  message: ({ name, side, representative, again }) => ({
    title: again ? '登録内容が修正されました' : '登録の申し込みがありました',
    subject: `登録の${again ? '内容が修正されました' : '申し込み'}：${name}`,
    summary: `${sideWord[side]}：${name}`,
    parts: [
      {
        facts: [
          ['種類', sideWord[side]],
          [tradeNameWord[side], name],
          ['代表者', representative],
        ],
      },
      { button: '確認する', to: ourPage('/admin/users') },
    ],
  }),
  sample: { name: shop, side: 'restaurant', representative: '森 亮介', again: false },
})

export const signUpKinds = [verifyEmailAsked, alreadyRegistered, applicationReceived, applicationArrived] as const
