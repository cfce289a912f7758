import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay, formatYen } from '#kernel/format.ts'
import type { DebitAgreementId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import type { Yen } from '#kernel/yen.ts'
import type { DebitOutcome } from '#modules/banking/direct-debit.ts'
import { notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { debitAdvice, debitOutcomeWord } from './debit-labels.ts'

/** To the owners: their account was debited, and what that paid. */
const debitPaid = notificationKind('debit_paid', {
  about: 'order',
  tradeRecord: true,
  data: z.object({ amount: z.string(), day: z.string(), invoices: z.string(), address: page }),
  message: ({ amount, day, invoices, address }) => ({
    title: `口座振替が完了しました：${amount}`,
    heading: '口座振替が完了しました',
    summary: `${day}に${amount}を引き落としました（請求書 ${invoices}）。`,
    parts: [
      {
        facts: [
          ['振替日', day],
          ['金額', amount],
          ['請求書', invoices],
        ],
      },
      { button: '請求書を見る', to: address },
    ],
  }),
  sample: {
    amount: '¥115,300',
    day: '11月30日（月）',
    invoices: 'S2026-000001',
    address: ourPage('/restaurant/invoices'),
  },
})

/** To the owners: why nothing was debited, and how to pay now. */
const debitFailed = notificationKind('debit_failed', {
  about: 'order',
  data: z.object({
    amount: z.string(),
    day: z.string(),
    invoices: z.string(),
    reason: z.string(),
    advice: z.string(),
    payTo: z.string(),
    address: page,
  }),
  message: ({ amount, day, invoices, reason, advice, payTo, address }) => ({
    title: `口座振替ができませんでした：${amount}`,
    heading: '口座振替ができませんでした',
    summary: `${day}の口座振替ができませんでした（${reason}）。`,
    parts: [
      {
        text: `請求書 ${invoices} の${amount}を、下記の口座へ銀行振込でお支払いください。もう一度引き落とすことはありません。${advice}`,
      },
      {
        facts: [
          ['振替日', day],
          ['理由', reason],
          ['金額', amount],
          ['請求書', invoices],
          ['振込先', payTo],
        ],
      },
      { button: '請求書を見る', to: address },
    ],
  }),
  sample: {
    amount: '¥115,300',
    day: '11月30日（月）',
    invoices: 'S2026-000001',
    reason: '資金不足',
    advice: '次回は、振替日の前日までに残高をご確認ください。',
    payTo: 'みほん銀行 本店 普通 1234567 カ）ウネトサラ',
    address: ourPage('/restaurant/invoices'),
  },
})

const answerWord = {
  agreed: {
    title: '口座振替の登録が完了しました',
    text: '「請求と支払い」で支払い方法に口座振替を選択すると、次回の請求書から引き落とします。',
  },
  refused: {
    title: '口座振替の申し込みが受け付けられませんでした',
    text: '内容を確認し、もう一度お申し込みください。それまでは、銀行振込でお支払いください。',
  },
  stopped: {
    title: '口座振替の登録を停止しました',
    text: '次回から、銀行振込でお支払いください。口座振替を続ける場合は、もう一度お申し込みください。',
  },
} as const

/** To the owners: what their bank has answered. */
const debitAgreement = notificationKind('debit_agreement', {
  about: 'order',
  data: z.object({
    what: z.enum(['agreed', 'refused', 'stopped']),
    account: z.string(),
    reason: z.string(),
    address: page,
  }),
  message: ({ what, account, reason, address }) => ({
    title: answerWord[what].title,
    heading: answerWord[what].title,
    summary: account,
    parts: [
      { text: answerWord[what].text },
      { facts: [['口座', account] as const, ...(reason ? [['理由', reason] as const] : [])] },
      { button: '口座振替を見る', to: address },
    ],
  }),
  sample: {
    what: 'agreed',
    account: 'みずほ 新宿 普通 ****567',
    reason: '',
    address: ourPage('/restaurant/Account/debit'),
  },
})

export const debitKinds = [debitPaid, debitFailed, debitAgreement] as const

type Result = {
  key: string
  restaurantId: RestaurantId
  outcome: DebitOutcome
  yen: Yen
  numbers: readonly string[]
  debitOn: JstDate
  payTo: Operator['payTo']
}

export async function tellDebitResult({ db, now }: Pick<Ctx, 'db' | 'now'>, result: Result): Promise<void> {
  const { key, restaurantId, outcome, yen, numbers, debitOn, payTo } = result
  const facts = {
    amount: formatYen(yen),
    day: formatDay(debitOn),
    invoices: numbers.join('、'),
    address: ourPage('/restaurant/invoices'),
  }
  if (outcome === 'paid') {
    await tellOwners(db, now, { restaurantId }, { key, kind: debitPaid, data: facts })
    return
  }
  const data = {
    ...facts,
    reason: debitOutcomeWord[outcome],
    advice: debitAdvice(outcome),
    payTo: `${payTo.bank} ${payTo.branch} ${payTo.type} ${payTo.number} ${payTo.holder}`,
  }
  await tellOwners(db, now, { restaurantId }, { key, kind: debitFailed, data })
}

type Answer = {
  id: DebitAgreementId
  restaurantId: RestaurantId
  what: 'agreed' | 'refused' | 'stopped'
  account: string
  reason: string
}

export async function tellAgreement(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, restaurantId, ...data }: Answer,
): Promise<void> {
  const key = `debit-agreement:${id}:${data.what}`
  const address = ourPage('/restaurant/Account/debit')
  await tellOwners(db, now, { restaurantId }, { key, kind: debitAgreement, data: { ...data, address } })
}
