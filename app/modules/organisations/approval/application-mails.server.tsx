import { z } from 'zod'
import type { OrgStatus, Side } from '#kernel/enums.ts'
import { notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

const nextStep: Record<Side, { does: string; path: `/${string}`; button: string }> = {
  restaurant: { does: '価格の閲覧と注文ができるようになりました。', path: '/restaurant', button: '商品を見る' },
  farm: { does: '商品の出品と受注ができるようになりました。', path: '/farmer', button: '「今日」の画面を開く' },
}

/** What a member's mail is about: their organisation, and the reason where staff give one. */
const data = z.object({ side: z.enum(['restaurant', 'farm']), name: z.string(), reason: z.string() })
const sample = {
  side: 'restaurant',
  name: 'ビストロ灯',
  reason: '営業許可証の写真が不鮮明です。\n明るい場所で、もう一度撮影してください。',
} as const

const ask = { button: '問い合わせる', to: ourPage('/restaurant/Inquiry') }

const approved = notificationKind('organisation_approved', {
  about: 'account',
  data,
  message: ({ side, name }) => ({
    title: '登録が承認されました',
    summary: `${name}：${nextStep[side].does}`,
    parts: [
      { text: 'お待たせしました。書類の確認が終わり、登録が承認されました。' },
      { facts: [[side === 'farm' ? '農園' : '飲食店', name]] },
      { text: nextStep[side].does },
      { button: nextStep[side].button, to: ourPage(nextStep[side].path) },
    ],
  }),
  sample,
})

const returned = notificationKind('organisation_returned', {
  about: 'account',
  data,
  message: ({ name, reason }) => ({
    title: '登録内容の修正をお願いします',
    summary: `${name}：修正が必要な箇所があります。`,
    parts: [
      {
        text: '登録内容を確認しました。次の箇所を修正し、再度送信してください。入力内容は保存されています。',
      },
      { quote: reason },
      { button: '修正して送信する', to: ourPage('/profile/organisation') },
      { text: 'ご不明な点は、お問い合わせ画面からご連絡ください。' },
    ],
  }),
  sample,
})

const rejected = notificationKind('organisation_rejected', {
  about: 'account',
  data,
  message: ({ name, reason }) => ({
    title: '登録をお受けできませんでした',
    summary: `${name}：登録審査の結果のお知らせ`,
    parts: [
      { text: '内容を確認しましたが、今回は登録をお受けできませんでした。理由は次のとおりです。' },
      { quote: reason },
      { text: '状況が変わった場合や、ご不明な点がある場合は、お問い合わせ画面からご連絡ください。' },
      ask,
    ],
  }),
  sample,
})

const suspended = notificationKind('organisation_suspended', {
  about: 'account',
  data,
  message: ({ name, reason }) => ({
    title: '取引を一時停止しました',
    summary: `${name}：新しい取引を停止しています。`,
    parts: [
      { text: '次の理由により、新しい取引を停止しました。受付済みの注文は、最後まで進められます。' },
      { quote: reason },
      ask,
    ],
  }),
  sample,
})

const lifted = notificationKind('organisation_lifted', {
  about: 'account',
  data,
  message: ({ side, name }) => ({
    title: '一時停止を解除しました',
    summary: `${name}：取引を再開できます。`,
    parts: [
      { text: '確認が完了し、取引を再開できるようになりました。ご協力ありがとうございました。' },
      { button: nextStep[side].button, to: ourPage(nextStep[side].path) },
    ],
  }),
  sample,
})

const closed = notificationKind('organisation_closed', {
  about: 'account',
  data,
  message: ({ name }) => ({
    title: '退会手続きが完了しました',
    summary: `${name}：退会手続きが完了しました。`,
    parts: [
      { text: `${name} の登録を終了しました。これまでの注文の記録は、法律で定められた期間、保管します。` },
      { text: 'お心当たりがない場合は、すぐにご連絡ください。' },
      ask,
    ],
  }),
  sample,
})

/** What the members of an organisation are told when it comes from one status into another; null: nothing. */
export function kindOfMove(from: OrgStatus, to: OrgStatus) {
  if (to === 'approved') return from === 'suspended' ? lifted : approved
  if (to === 'returned') return returned
  if (to === 'rejected') return rejected
  if (to === 'suspended') return suspended
  return to === 'closed' ? closed : null
}

/** To one person: their own account is stopped, or free again. */
export const personSuspended = notificationKind('person_suspended', {
  about: null,
  data: z.object({ name: z.string(), reason: z.string() }),
  message: ({ name, reason }) => ({
    title: 'アカウントを停止しました',
    summary: `${name} さんのサインインを停止しました。`,
    parts: [
      { text: `${name} さんのアカウントを停止し、すべての端末からサインアウトしました。` },
      { quote: reason },
      ask,
    ],
  }),
  sample: { name: '森 亮介', reason: 'ご本人から、端末を紛失したとの連絡がありました。' },
})

export const personLifted = notificationKind('person_lifted', {
  about: null,
  data: z.object({ name: z.string() }),
  message: ({ name }) => ({
    title: 'アカウントの停止を解除しました',
    summary: `${name} さんは、サインインできるようになりました。`,
    parts: [
      { text: `${name} さんは、サインインできるようになりました。` },
      { button: 'サインインする', to: ourPage('/auth/signIn') },
    ],
  }),
  sample: { name: '森 亮介' },
})

/** A word of staff to members, in their own lines. */
export const staffMessage = notificationKind('organisation_message', {
  about: 'account',
  data: z.object({ name: z.string(), subject: z.string(), text: z.string() }),
  message: ({ name, subject, text }) => ({
    title: subject,
    heading: `${name} 様へのお知らせ`,
    summary: text.slice(0, 80),
    parts: [{ quote: text }, { text: 'ご返信は、お問い合わせ画面からお願いします。' }, ask],
  }),
  sample: { name: 'ビストロ灯', subject: '年末の出荷', text: '年末の出荷は28日までです。' },
})

/** A permit that runs out soon: which, when, and where (`address`) the new one goes. */
export const permitEnds = notificationKind('permit_ends', {
  about: 'account',
  data: z.object({ name: z.string(), document: z.string(), until: z.string(), days: z.number(), address: page }),
  message: ({ name, document, until, days, address }) => ({
    title: `${document}の期限が近づいています（あと${days}日）`,
    heading: '許可証の期限が近づいています',
    summary: `${document}の期限まであと${days}日です。`,
    parts: [
      { text: '期限が切れると、新しい取引を停止することがあります。更新後、新しい書類を送信してください。' },
      {
        facts: [
          ['登録', name],
          ['書類', document],
          ['期限', `${until}（あと${days}日）`],
        ],
      },
      { button: '書類を送信する', to: address },
    ],
  }),
  sample: {
    name: 'ビストロ灯',
    document: '営業許可証',
    until: '2026年12月24日',
    days: 30,
    address: ourPage('/restaurant/Account#licence'),
  },
})

export const applicationKinds = [
  approved,
  returned,
  rejected,
  suspended,
  lifted,
  closed,
  personSuspended,
  personLifted,
  staffMessage,
  permitEnds,
] as const
