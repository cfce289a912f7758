import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'

/** To the owners: the card could not pay an order, or all of it. The order goes on, and its invoice is paid otherwise. */
const cardFailed = notificationKind('card_failed', {
  about: 'order',
  data: z.object({ number: z.string(), address: page }),
  message: ({ number, address }) => ({
    title: `注文 ${number} をカードで支払えませんでした`,
    heading: 'カードで支払えなかった注文があります',
    summary: `注文 ${number} は、カード会社の承認が得られませんでした。`,
    parts: [
      {
        text: '注文はそのまま進みます。カードで支払えなかった金額は、請求書に記載しますので、銀行振込でお支払いください。カードの利用可能額と有効期限をご確認ください。',
      },
      { facts: [['番号', number]] },
      { button: '注文を見る', to: address },
    ],
  }),
  sample: { number: '261124-00042-1', address: ourPage('/restaurant/order/History') },
})

export const cardKinds = [cardFailed] as const

export async function tellCardFailed(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { key, orderId }: { key: string; orderId: OrderId },
): Promise<void> {
  const { number, restaurantId } = await db
    .selectFrom('orders')
    .select(['number', 'restaurantId'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const data = { number, address: ourPage(`/restaurant/orders/${orderId}`) }
  await tellOwners(db, now, { restaurantId }, { key, kind: cardFailed, data })
}
