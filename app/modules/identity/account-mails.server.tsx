import { z } from 'zod'
import { type MailedCodeId, newId } from '#kernel/ids.ts'
import { mailedCodeId, notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { mailLink } from './mail-links.ts'

const name = '森 亮介'
const when = '11月24日（火）10:00'
const sampleCode: MailedCodeId = newId<'mailedCode'>()
const help = ourPage('/auth/forgotPassword')

/** To the user who asked for a new password: the link, for one hour. */
export const resetPasswordAsked = notificationKind('reset_password', {
  about: null,
  data: z.object({ name: z.string(), codeId: mailedCodeId, forced: z.boolean() }),
  codeIn: ({ codeId }) => codeId,
  message: ({ name, codeId, forced }) => ({
    title: 'パスワードの再設定',
    summary: 'リンクの有効期限は1時間です。',
    parts: [
      {
        text: `${name} 様、${
          forced
            ? 'メールアドレスを元に戻しました。安全のため、以前のパスワードは無効にしました。下のボタンから新しいパスワードを設定してください。'
            : '下のボタンから新しいパスワードを設定してください。'
        }`,
      },
      { button: '新しいパスワードを設定する', to: mailLink('resetPassword', codeId) },
      { text: 'リンクの有効期限は1時間で、使用できるのは1回のみです。' },
      !forced && {
        text: 'お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。リンクは他の人に見せないでください。',
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
    title: 'パスワードを変更しました',
    summary: `${when} に変更されました。`,
    parts: [
      { text: `${name} 様のパスワードが変更されました。安全のため、他の端末はサインアウトしました。` },
      { facts: [['変更日時', when], ...(ended ? [['無効にした項目', ended] as const] : [])] },
      { text: 'お心当たりがない場合は、第三者が変更したおそれがあります。すぐにパスワードを再設定してください。' },
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
    summary: 'ボタンを押すと、メールアドレスが変更されます。',
    parts: [
      { text: `${name} 様のメールアドレスを、このアドレスに変更します。下のボタンを押して確認してください。` },
      { button: 'このアドレスに変更する', to: mailLink('verifyAndChangeEmail', codeId) },
      {
        text: 'リンクの有効期限は24時間で、使用できるのは1回のみです。変更が完了するまでは、現在のアドレスでサインインできます。',
      },
      { text: 'お心当たりがない場合は、このメールを破棄してください。変更は行われません。' },
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
        text: 'このアドレスへの変更のお申し込みがありましたが、すでに登録されているため変更できません。',
      },
      {
        text: 'ご自身でお申し込みの場合は、このアドレスでそのままサインインできます。パスワードを忘れた場合は、再設定してください。',
      },
      { button: 'パスワードを再設定する', to: help },
      { text: 'お心当たりがない場合は、このメールを破棄してください。変更は行われません。' },
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
    title: 'メールアドレスが変更されました',
    summary: 'お心当たりがない場合は、7日以内であれば元に戻せます。',
    parts: [
      { text: `${name} 様のメールアドレスが変更されました。今後のお知らせは、新しいアドレスに届きます。` },
      {
        facts: [
          ['新しいアドレス', to],
          ['変更日時', when],
        ],
      },
      { text: 'ご自身で変更した場合、お手続きは不要です。' },
      {
        text: 'お心当たりがない場合は、第三者が変更したおそれがあります。下のボタンから元のアドレスに戻してください（有効期限は7日間です）。',
      },
      { button: '元のアドレスに戻す', to: mailLink('recoverEmail', codeId) },
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
    summary: `${when}に実行します。お心当たりがない場合は停止してください。`,
    parts: [
      { text: `${name} 様のアカウントについて、運営が${what}を受け付けました。次の日時に実行します。` },
      {
        facts: [
          ['受付内容', what],
          ...(to === null ? [] : [['新しいメールアドレス', to] as const]),
          ['実行日時', when],
        ],
      },
      { text: 'ご本人の依頼による場合、お手続きは不要です。' },
      { text: 'お心当たりがない場合は、実行日時までに次のボタンから停止してください。サインインは必要ありません。' },
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
    summary: `${when}に実行します。お心当たりがない場合は、それまでに設定の画面で停止してください。`,
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
    title: '二段階認証をリセットしました',
    summary: 'パスワードのみでサインインできます。サインイン後に、二段階認証を再設定してください。',
    parts: [
      {
        text: `${name} 様の二段階認証（認証アプリ、予備コード、パスキー）をリセットし、すべての端末からサインアウトしました。 現在のパスワードでサインインし、二段階認証を再設定してください。`,
      },
      { button: '再設定する', to: ourPage('/profile/second-factor') },
      { text: '依頼した覚えがない場合は、すぐにパスワードを変更し、お問い合わせください。' },
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
