import { z } from 'zod'
import { type MailedCodeId, newId } from '#kernel/ids.ts'
import { mailedCodeId, notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

const sampleCode: MailedCodeId = newId<'mailedCode'>()
const accountPage = ourPage('/farmer/bank-account')
const stranger =
  'お心当たりがない場合は、第三者が操作したおそれがあります。変更を取り消し、パスワードを変更して、お問い合わせください。'

/** To the owner who gave an account: the link that confirms it. */
export const bankAccountAsked = notificationKind('bank_account_asked', {
  about: null,
  data: z.object({ farm: z.string(), account: z.string(), codeId: mailedCodeId }),
  codeIn: ({ codeId }) => codeId,
  message: ({ farm, account, codeId }) => ({
    title: '受取口座の確認',
    summary: 'リンクの有効期限は1時間です。',
    parts: [
      { text: `${farm} の受取口座として、次の口座が入力されました。` },
      { facts: [['口座', account]] },
      { text: '正しい場合は、サインインした状態で、下のボタンから確認してください。確認の3日後から使用します。' },
      { button: '受取口座を確認する', to: ourPage(`/auth/bank-account?code=${codeId}`) },
      { text: stranger },
    ],
  }),
  sample: { farm: 'みほん農園', account: 'みずほ 新宿 普通 ****567', codeId: sampleCode },
})

/** To all owners: what happened to the account into which the farm is paid. */
export const bankAccountChanged = notificationKind('bank_account_changed', {
  about: null,
  data: z.object({
    farm: z.string(),
    account: z.string(),
    what: z.enum(['waits', 'cancelled', 'stopped', 'blocked']),
    when: z.string(),
  }),
  message: ({ farm, account, what, when }) => {
    const { title, text } = changeWords[what]
    return {
      title,
      summary: text(when),
      parts: [
        { text: `${farm} の受取口座についてのお知らせです。${text(when)}` },
        { facts: [['口座', account]] },
        { button: '受取口座を開く', to: accountPage },
        what !== 'blocked' && { text: stranger },
      ],
    }
  },
  sample: { farm: 'みほん農園', account: 'みずほ 新宿 普通 ****567', what: 'waits', when: '11月27日（金）10:00' },
})

const changeWords = {
  waits: {
    title: '受取口座を変更します',
    text: (when: string) => `${when}から新しい口座に振り込みます。それまでは現在の口座を使用し、変更を取り消せます。`,
  },
  cancelled: { title: '受取口座の変更を取り消しました', text: (when: string) => `${when}に取り消しました。` },
  stopped: { title: '受取口座の変更を停止しました', text: (when: string) => `${when}に運営が停止しました。` },
  blocked: {
    title: 'お振り込みができませんでした',
    text: () =>
      'ご登録の受取口座に入金できませんでした（組戻し・振込不能）。受取口座を確認し、登録し直してください。登録後の支払日に振り込みます。',
  },
} as const

/** To the owners: the transfer was made. */
export const payoutSent = notificationKind('payout_sent', {
  about: null,
  tradeRecord: true,
  data: z.object({ farm: z.string(), amount: z.string(), day: z.string(), account: z.string(), statement: z.string() }),
  message: ({ farm, amount, day, account, statement }) => ({
    title: 'お振り込みしました',
    summary: `${amount}を振り込みました（${day}）。`,
    parts: [
      { text: `${farm} の売上代金を振り込みました。` },
      {
        facts: [
          ['金額', amount],
          ['振込日', day],
          ['口座', account],
          ['支払通知書', statement],
        ],
      },
      { button: '受取口座を開く', to: accountPage },
    ],
  }),
  sample: {
    farm: 'みほん農園',
    amount: '94,580円',
    day: '11月30日（月）',
    account: 'みずほ 新宿 普通 ****567',
    statement: 'P2026-000001',
  },
})

export const payoutKinds = [bankAccountAsked, bankAccountChanged, payoutSent] as const
