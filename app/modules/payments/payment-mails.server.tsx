import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { formatYen } from '#kernel/format.ts'
import type { PaymentId, RestaurantId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import { notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { mailToOf, notifyEach } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** To the owners of a restaurant: its money arrived, and what it paid. */
export const paymentMatched = notificationKind('payment_matched', {
  about: 'order',
  tradeRecord: true,
  data: z.object({ yen: z.string(), invoices: z.string(), address: page }),
  message: ({ yen, invoices, address }) => ({
    title: `ご入金を確認しました：${yen}`,
    heading: 'ご入金を確認しました',
    summary: invoices ? `${yen}（請求書 ${invoices}）` : yen,
    parts: [
      { text: 'お振り込みいただき、ありがとうございます。' },
      { facts: [['入金額', yen] as const, ['請求書', invoices || '次回のご請求に充当します'] as const] },
      { button: '請求書を見る', to: address },
    ],
  }),
  sample: { yen: '¥115,300', invoices: 'S2026-000001', address: ourPage('/restaurant/invoices') },
})

type Matched = { paymentId: PaymentId; restaurantId: RestaurantId; numbers: readonly string[]; yen: Yen }

const mostAtOnce = 500

/** A payment is told once: one that was matched again after an undo is not told again. */
export async function tellMatched(ctx: Ctx, matched: readonly Matched[]): Promise<void> {
  for (let from = 0; from < matched.length; from += mostAtOnce) {
    const some = matched.slice(from, from + mostAtOnce)
    const owners = await ctx.db
      .selectFrom('memberships')
      .innerJoin('people', 'people.id', 'memberships.personId')
      .select(['memberships.restaurantId', 'people.id as personId', 'people.email'])
      .where('memberships.restaurantId', 'in', [...new Set(some.map(({ restaurantId }) => restaurantId))])
      .where('memberships.role', '=', 'owner')
      .where('people.closedAt', 'is', null)
      .execute()
    const ownersOf = Map.groupBy(owners, (owner) => owner.restaurantId)
    await notifyEach(
      ctx.db,
      ctx.now,
      paymentMatched,
      some.flatMap(({ paymentId, restaurantId, numbers, yen }) =>
        (ownersOf.get(restaurantId) ?? []).map((owner) => ({
          key: `payment:${paymentId}:${restaurantId}:matched:${owner.personId}`,
          to: mailToOf(owner),
          data: { yen: formatYen(yen), invoices: numbers.join('、'), address: ourPage('/restaurant/invoices') },
        })),
      ),
    )
  }
}
