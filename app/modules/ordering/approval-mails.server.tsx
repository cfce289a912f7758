import { z } from 'zod'
import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { formatMoment, formatYen } from '#kernel/format.ts'
import type { PersonId, PurchaseId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import { notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { mailToOf, notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { confirmPurchase } from './confirmation-mails.server.tsx'

/** To the owners: an order waits for their word. */
const approvalAsked = notificationKind('approval_asked', {
  about: 'question',
  data: z.object({ name: z.string(), number: z.string(), total: z.string(), until: z.string() }),
  message: ({ name, number, total, until }) => ({
    title: `${name} さんの注文が承認待ちです`,
    heading: '承認待ちの注文があります',
    summary: `${name} さんから、${total}の注文です。`,
    parts: [
      { text: `${name} さんの注文が、設定された上限を超えています。期限までに承認すると、農園に注文が送信されます。` },
      {
        facts: [
          ['番号', number],
          ['合計（税込・上限）', total],
          ['期限', `${until}まで`],
        ],
      },
      { button: '内容を確認', to: ourPage('/restaurant#approval') },
      { text: '承認するまで、在庫は確保されません。' },
    ],
  }),
  sample: { name: '小川 葵', number: '26-1124-0042', total: '48,600円', until: '11月24日（火）10:00' },
})

/** To the buyer: it is ordered. The mail is the confirmation of the order (confirmation-mails.server.tsx). */
const approvalGiven = notificationKind('approval_given', {
  about: 'order',
  only: 'notice',
  data: z.object({ by: z.string(), number: z.string(), address: page }),
  message: ({ by, number, address }) => ({
    title: `注文 ${number} が承認されました`,
    heading: '注文が承認されました',
    summary: `注文 ${number} が承認されました。`,
    parts: [
      { text: `${by} さんが承認し、農園に注文しました。締切まではご自身でキャンセルできます。` },
      { facts: [['番号', number]] },
      { button: '注文を見る', to: address },
    ],
  }),
  sample: { by: '森 亮介', number: '26-1124-0042', address: ourPage('/restaurant/order/History') },
})

/** To the buyer: it is not ordered, and why; `reason` null: nobody answered in time. */
const approvalBack = notificationKind('approval_back', {
  about: 'order',
  data: z.object({ by: z.string(), number: z.string(), reason: z.string().nullable() }),
  message: ({ by, number, reason }) => ({
    title: `注文 ${number} は、まだ注文されていません`,
    heading: '注文がかごに戻りました',
    summary:
      reason === null ? `注文 ${number} は、まだ注文されていません。` : `${by} さんが差し戻しました。理由：${reason}`,
    parts: [
      {
        text:
          reason === null
            ? '締切までに承認されなかったため、注文していません。商品はかごに戻しました。'
            : `${by} さんが差し戻しました。商品はかごに戻しました。修正後、もう一度注文できます。`,
      },
      { facts: [['番号', number]] },
      reason !== null && { quote: reason },
      { button: 'かごを開く', to: ourPage('/restaurant/cart') },
    ],
  }),
  sample: { by: '森 亮介', number: '26-1124-0042', reason: 'トマトは1箱で足ります。' },
})

export const approvalKinds = [approvalAsked, approvalGiven, approvalBack] as const

/** `until`: the first 締切 of its orders. */
type Asked = { purchaseId: PurchaseId; number: string; totalYen: Yen; until: Date }

/** To the owners: a member's order waits for their approval. */
export async function askOwners({ db, now }: Ctx, buyer: BuyerActor, asked: Asked): Promise<void> {
  const { purchaseId, number, totalYen, until } = asked
  await tellOwners(
    db,
    now,
    { restaurantId: buyer.restaurantId },
    {
      key: `purchase:${purchaseId}:asked`,
      kind: approvalAsked,
      data: { name: buyer.name, number, total: formatYen(totalYen), until: formatMoment(until) },
    },
  )
}

/** To the member who asked: it is ordered. */
export async function tellApproved(
  ctx: Ctx,
  it: { purchaseId: PurchaseId; number: string; personId: PersonId; email: string | null },
): Promise<void> {
  const by = 'name' in ctx.actor ? ctx.actor.name : '店長'
  await notify(ctx.db, ctx.now, {
    key: `purchase:${it.purchaseId}:approved`,
    kind: approvalGiven,
    to: mailToOf(it),
    data: { by, number: it.number, address: ourPage(`/restaurant/order/completed/${it.purchaseId}`) },
  })
  await confirmPurchase(ctx, { ...it, by })
}

/**
 * To the member who asked: it is not ordered, and why; null: it was not answered in time. `what`: a purchase's or an
 * order's number.
 */
export async function tellBack(
  ctx: Ctx,
  it: { what: string; number: string; personId: PersonId; email: string | null; reason: string | null },
): Promise<void> {
  await notify(ctx.db, ctx.now, {
    key: `${it.what}:back`,
    kind: approvalBack,
    to: mailToOf(it),
    data: { by: 'name' in ctx.actor ? ctx.actor.name : '店長', number: it.number, reason: it.reason },
  })
}
