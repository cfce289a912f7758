import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { formatYen } from '#kernel/format.ts'
import type { OrderId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import { notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { cardAdvice, failureWord } from './card-labels.ts'

/** To the owners: the card could not pay an order, or all of it. The order goes on, and its invoice is paid otherwise. */
const cardFailed = notificationKind('card_failed', {
  about: 'order',
  data: z.object({
    number: z.string(),
    amount: z.string().optional(),
    reason: z.string().optional(),
    advice: z.string().optional(),
    address: page,
  }),
  message: ({ number, amount, reason, advice = cardAdvice(null), address }) => ({
    title: `注文 ${number} をカードで支払えませんでした`,
    heading: 'カードで支払えなかった注文があります',
    summary: `注文 ${number} は、カード会社の承認が得られませんでした。`,
    parts: [
      {
        text: `注文はそのまま進みます。カードで支払えなかった金額は、請求書に記載しますので、銀行振込でお支払いください。${advice}`,
      },
      {
        facts: [
          ['番号', number] as const,
          ...(amount ? [['金額', amount] as const] : []),
          ...(reason ? [['理由', reason] as const] : []),
        ],
      },
      { button: '注文を見る', to: address },
    ],
  }),
  sample: {
    number: '261124-00042-1',
    amount: '¥3,240',
    reason: '利用可能額の不足',
    advice: 'カードの利用可能額を確認するか、別のカードを登録してください。',
    address: ourPage('/restaurant/order/History'),
  },
})

/** To staff: the bank of the card has returned a refund. */
const refundReturned = notificationKind('card_refund_returned', {
  about: 'order',
  data: z.object({ number: z.string(), amount: z.string(), reason: z.string(), address: page }),
  message: ({ number, amount, reason, address }) => ({
    title: `注文 ${number} のカードへの返金が戻りました：${amount}`,
    heading: 'カードへの返金が戻りました',
    summary: `注文 ${number} の返金 ${amount} を、カード会社が受け付けませんでした。`,
    parts: [
      { text: '返金を取り消して記帳しました。この金額は、飲食店の次回の請求書から差し引かれます。' },
      { facts: [['番号', number] as const, ['金額', amount] as const, ['理由', reason] as const] },
      { button: 'カード決済を見る', to: address },
    ],
  }),
  sample: {
    number: '261124-00042-1',
    amount: '¥800',
    reason: 'カードの失効・解約',
    address: ourPage('/admin/billing/cards'),
  },
})

export const cardKinds = [cardFailed, refundReturned] as const

type Failed = { key: string; orderId: OrderId; failure: string | null; yen?: Yen }

const orderOf = (db: Ctx['db'], orderId: OrderId) =>
  db.selectFrom('orders').select(['number', 'restaurantId']).where('id', '=', orderId).executeTakeFirstOrThrow()

export async function tellCardFailed(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { key, orderId, failure, yen }: Failed,
): Promise<void> {
  const { number, restaurantId } = await orderOf(db, orderId)
  const data = {
    number,
    ...(yen !== undefined && { amount: formatYen(yen) }),
    ...(failure && { reason: failureWord(failure) }),
    advice: cardAdvice(failure),
    address: ourPage(`/restaurant/orders/${orderId}`),
  }
  await tellOwners(db, now, { restaurantId }, { key, kind: cardFailed, data })
}

export async function tellRefundReturned(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { key, orderId, failure, yen }: Failed & { yen: Yen },
): Promise<void> {
  const { number } = await orderOf(db, orderId)
  const data = {
    number,
    amount: formatYen(yen),
    reason: failureWord(failure),
    address: ourPage('/admin/billing/cards'),
  }
  await notify(db, now, { key, kind: refundReturned, to: 'staff', data })
}
