import { z } from 'zod'
import { type MailedCodeId, newId } from '#kernel/ids.ts'
import { mailedCodeId, notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { mailLink } from './mail-links.ts'

const name = '森 亮介'
const when = '11月24日（火）10:00'
const sampleCode: MailedCodeId = newId<'mailedCode'>()
const help = ourPage('/auth/forgotPassword')

/** To whoever asked for a new password: the link, for one hour. */
export const resetPasswordAsked = notificationKind('reset_password', {
  about: null,
  data: z.object({ name: z.string(), codeId: mailedCodeId, forced: z.boolean() }),
  codeIn: ({ codeId }) => codeId,
  message: ({ name, codeId, forced }) => ({
    title: 'パスワードの再設定',
    summary: 'リンクは1時間だけ使えます。',
    parts: [
      {
        text: `${name} さん、${
          forced
            ? 'メールアドレスをもとに戻しました。安全のため、いままでのパスワードは使えなくしています。下のボタンから、新しいパスワードを決めてください。'
            : '下のボタンから、新しいパスワードを決めてください。'
        }`,
      },
      { button: '新しいパスワードを決める', to: mailLink('resetPassword', codeId) },
      { text: 'リンクは1時間だけ、1回だけ使えます。' },
      !forced && {
        text: '心あたりのないときは、このメールを捨ててください。パスワードは変わりません。リンクをほかの人に見せないでください。',
      },
    ],
  }),
  sample: { name, codeId: sampleCode, forced: false },
})

/** After the password was changed, so that a theft does not stay unnoticed. `ended`: what was ended along with the old one. */
export const passwordChanged = notificationKind('password_changed', {
  about: null,
  data: z.object({ name: z.string(), when: z.string(), ended: z.string().nullable() }),
  message: ({ name, when, ended }) => ({
    title: 'パスワードを変えました',
    summary: `${when} に変わりました。`,
    parts: [
      { text: `${name} さんのパスワードが変わりました。安全のため、ほかの端末はサインアウトしています。` },
      { facts: [['変えた時刻', when], ...(ended ? [['無効にしたもの', ended] as const] : [])] },
      { text: '心あたりのないときは、だれかが変えたおそれがあります。すぐにパスワードを再設定してください。' },
      { button: 'パスワードを再設定する', to: help },
    ],
  }),
  sample: { name, when, ended: '連携用トークン 2件・カレンダー配信 1件・パスキー 1件' },
})

/** To the new address: its reader says yes. Nothing has changed until then. */
export const changeEmailAsked = notificationKind('change_email', {
  about: null,
  data: z.object({ name: z.string(), codeId: mailedCodeId }),
  codeIn: ({ codeId }) => codeId,
  message: ({ name, codeId }) => ({
    title: '新しいメールアドレスの確認',
    summary: 'ボタンを押すと、メールアドレスが変わります。',
    parts: [
      { text: `${name} さんのメールアドレスを、このアドレスに変えます。下のボタンを押して、確かめてください。` },
      { button: 'このアドレスに変える', to: mailLink('verifyAndChangeEmail', codeId) },
      { text: 'リンクは24時間だけ、1回だけ使えます。変わるまでは、いままでのアドレスで入れます。' },
      { text: '心あたりのないときは、このメールを捨ててください。何も変わりません。' },
    ],
  }),
  sample: { name, codeId: sampleCode },
})

/** To an address that has an account already, when another account wants to change to it: only its owner is told. */
export const emailTaken = notificationKind('email_taken', {
  about: null,
  data: z.object({}),
  message: () => ({
    title: 'メールアドレスの変更について',
    summary: 'このアドレスは、すでに登録されています。',
    parts: [
      {
        text: 'このアドレスに変えたいという申しこみがありましたが、このアドレスはすでに登録されているので、変えられません。',
      },
      {
        text: 'ご自身で申しこんだときは、このアドレスでそのままサインインできます。パスワードを忘れたときは、再設定してください。',
      },
      { button: 'パスワードを再設定する', to: help },
      { text: '心あたりのないときは、このメールを捨ててください。何も変わりません。' },
    ],
  }),
  sample: {},
})

/** To the address that was: seven days in which it can be brought back. */
export const emailChanged = notificationKind('email_changed', {
  about: null,
  data: z.object({ name: z.string(), when: z.string(), to: z.string(), codeId: mailedCodeId }),
  codeIn: ({ codeId }) => codeId,
  message: ({ name, when, to, codeId }) => ({
    title: 'メールアドレスが変わりました',
    summary: '心あたりのないときは、7日のあいだ、もとに戻せます。',
    parts: [
      { text: `${name} さんのメールアドレスが変わりました。これからのお知らせは、新しいアドレスに届きます。` },
      {
        facts: [
          ['新しいアドレス', to],
          ['変えた時刻', when],
        ],
      },
      { text: 'ご自身で変えたときは、何もしなくてかまいません。' },
      {
        text: '心あたりのないときは、だれかが変えたおそれがあります。下のボタンで、もとのアドレスに戻してください（7日のあいだ使えます）。',
      },
      { button: 'もとのアドレスに戻す', to: mailLink('recoverEmail', codeId) },
    ],
  }),
  sample: { name, when, to: 'mori@example.jp', codeId: sampleCode },
})

/**
 * To the address that an account has, before two of us change something of it: the link that stops it. `what`:
 * メールアドレスの変更; `to`: the new address, if it is one that changes.
 */
export const accountChangeWaits = notificationKind('account_change_waits', {
  about: null,
  data: z.object({
    name: z.string(),
    what: z.string(),
    to: z.string().nullable(),
    when: z.string(),
    codeId: mailedCodeId,
  }),
  codeIn: ({ codeId }) => codeId,
  message: ({ name, what, to, when, codeId }) => ({
    title: `${what}の予告`,
    summary: `${when}に実行します。お心当たりのない場合は停止してください。`,
    parts: [
      { text: `${name} 様のアカウントについて、運営が${what}を受け付けました。次の日時に実行します。` },
      {
        facts: [
          ['受け付けた内容', what],
          ...(to === null ? [] : [['新しいメールアドレス', to] as const]),
          ['実行日時', when],
        ],
      },
      { text: 'ご本人の依頼による場合、お手続きは不要です。' },
      { text: 'お心当たりのない場合は、実行日時までに次のボタンから停止してください。サインインは必要ありません。' },
      { button: 'この変更を停止する', to: mailLink('stopAccountChange', codeId) },
    ],
  }),
  sample: { name, what: 'メールアドレスの変更', to: 'mori@example.jp', when: '11月27日(金) 11:00', codeId: sampleCode },
})

/** The same to the person behind the account: the bell, and what rings at night as well. */
export const accountChangeNotificationd = notificationKind('account_change_noticed', {
  about: 'security',
  only: 'notice',
  data: z.object({ what: z.string(), when: z.string() }),
  message: ({ what, when }) => ({
    title: `${what}を受け付けました`,
    summary: `${when}に実行します。お心当たりのない場合は、それまでに設定の画面で停止してください。`,
    page: ourPage('/profile#account-change'),
    parts: [],
  }),
  sample: { what: 'メールアドレスの変更', when: '11月27日(金) 11:00' },
})

/** To a person whose second step was taken away by two of us, because the phone and the backup codes were lost. */
export const personFactorReset = notificationKind('person_factor_reset', {
  about: null,
  data: z.object({ name: z.string() }),
  message: ({ name }) => ({
    title: '二段階確認をリセットしました',
    summary: 'パスワードだけで入れます。入ったら、設定しなおしてください。',
    parts: [
      {
        text: `${name} さんの二段階確認（認証アプリ、予備コード、パスキー）をリセットし、すべての端末からサインアウトしました。 いまのパスワードでサインインして、二段階確認を設定しなおしてください。`,
      },
      { button: '設定しなおす', to: ourPage('/profile/second-factor') },
      { text: '頼んだおぼえがないときは、すぐにパスワードを変えて、お問い合わせください。' },
    ],
  }),
  sample: { name },
})

export const accountKinds = [
  resetPasswordAsked,
  passwordChanged,
  changeEmailAsked,
  emailTaken,
  emailChanged,
  accountChangeWaits,
  accountChangeNotificationd,
  personFactorReset,
] as const
