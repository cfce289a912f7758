import { z } from 'zod'
import { type MailedCodeId, newId } from '#kernel/ids.ts'
import { mailLink } from '#modules/identity/mail-links.ts'
import { mailedCodeId, notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { sideWord } from '../org-ref.ts'
import { placeWord } from './profile-labels.ts'

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
    summary: '下のボタンを押すと、登録の申しこみが届きます。',
    parts: [
      {
        text: '「畝と皿」に登録の申しこみをいただき、ありがとうございます。下のボタンを押して、開いた画面で「確認する」を押してください。それで申しこみが届きます。',
      },
      { button: 'メールアドレスを確認する', to: mailLink('verifyEmail', codeId) },
      { text: 'このボタンは24時間使えます。過ぎたときは、サインインすると、もう一度送れます。' },
      {
        text: '心あたりのないときは、ボタンの先の画面で「心あたりがない」を押してください。登録は消えます。そのままにしておいても、7日で消えます。',
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
    summary: 'このアドレスは、もう登録されています。',
    parts: [
      {
        text: '「畝と皿」に、このメールアドレスで登録の申しこみがありました。このアドレスはもう登録されているので、新しい登録はつくっていません。サインインしてお使いください。',
      },
      { button: 'サインインする', to: ourPage('/auth/signIn') },
      {
        text: `パスワードをお忘れのときは、${ourPage('/auth/forgotPassword')}で決めなおせます。メールアドレスの確認がまだの方は、サインインすると、確認のメールをもう一度送れます。`,
      },
      { text: '心あたりのないときは、何もしなくてかまいません。登録の内容は変わっていません。' },
    ],
  }),
  sample: {},
})

/** To the applicant: it has arrived, and what comes next. */
export const applicationReceived = notificationKind('application_received', {
  about: 'account',
  data: z.object({ name: z.string(), side, again: z.boolean() }),
  message: ({ name, side, again }) => ({
    title: again ? '登録の内容を受けとりました' : '登録の申しこみを受けつけました',
    summary: '書類と内容を確認して、結果をメールでお知らせします。',
    parts: [
      {
        text: `${name} さま、${again ? '直した内容を受けとりました。' : '申しこみを受けつけました。'}担当者が内容と書類を確認し、結果をメールでお知らせします。`,
      },
      {
        text:
          side === 'restaurant'
            ? '承認までのあいだも、旬の食材と農園はご覧いただけます。営業許可証をまだ送っていないときは、下の画面から送れます。'
            : '書類がいる品を売るときは、下の画面から送れます。あとからでもかまいません。',
      },
      { button: 'いまの状況を見る', to: ourPage('/auth/signup/completed') },
    ],
  }),
  sample: { name: shop, side: 'restaurant', again: false },
})

/** To staff: who asks to be let in. */
export const applicationArrived = notificationKind('application_arrived', {
  about: null,
  data: z.object({ name: z.string(), side, representative: z.string(), again: z.boolean() }),
  message: ({ name, side, representative, again }) => ({
    title: again ? '登録の内容が直されました' : '登録の申しこみが届きました',
    subject: `登録の${again ? '内容が直されました' : '申しこみ'}：${name}`,
    summary: `${sideWord[side]}：${name}`,
    parts: [
      {
        facts: [
          ['種類', sideWord[side]],
          [`${placeWord[side]}の名前`, name],
          ['代表者', representative],
        ],
      },
      { button: '確認する', to: ourPage('/admin/users') },
    ],
  }),
  sample: { name: shop, side: 'restaurant', representative: '森 亮介', again: false },
})

export const signUpKinds = [verifyEmailAsked, alreadyRegistered, applicationReceived, applicationArrived] as const
