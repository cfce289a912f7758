import { z } from 'zod'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'

const words = {
  confirmed: {
    title: '商品の確認が終わりました',
    text: (name: string) => `「${name}」の確認が終わり、販売を開始しました。`,
  },
  returned: {
    title: '商品の修正をお願いします',
    text: (name: string) => `「${name}」を確認しました。次の点を修正して、もう一度保存してください。`,
  },
  held: {
    title: '商品の販売を停止しました',
    text: (name: string) => `「${name}」の販売を、運営が停止しました。理由は次のとおりです。`,
  },
  released: {
    title: '商品の販売を再開できます',
    text: (name: string) => `「${name}」の販売停止を解除しました。商品の画面で、販売を開始できます。`,
  },
} as const
export type ApprovalNews = keyof typeof words

/** The history's label of each. */
export const approvalEvents: Readonly<Record<ApprovalNews, string>> = {
  confirmed: 'goods_confirmed',
  returned: 'goods_returned',
  held: 'goods_held',
  released: 'goods_released',
}

const data = z.object({ productId: z.string(), name: z.string(), reason: z.string() })

const goodsKind = <const News extends ApprovalNews>(news: News, reason: string) =>
  notificationKind(`goods_${news}`, {
    about: 'account',
    data,
    message: ({ productId, name, reason }) => ({
      title: `${words[news].title}（${name}）`,
      heading: words[news].title,
      summary: words[news].text(name),
      parts: [
        { text: words[news].text(name) },
        reason && { quote: reason },
        { button: '商品を開く', to: ourPage(`/farmer/products/edit/${productId}`) },
      ],
    }),
    sample: { productId: '1', name: '祝ほうれん草', reason },
  })

const confirmed = goodsKind('confirmed', '')
const returned = goodsKind('returned', '箱の写真に、他の農園の名前が写っています。')
const held = goodsKind('held', '産地のご説明を待っています。')
const released = goodsKind('released', '')
const kinds = { confirmed, returned, held, released }

export const productApprovalKinds = [confirmed, returned, held, released] as const

/** Notifies the farm's owners, in the transaction of the decision. */
export const tellFarm = (
  db: DbOrTx,
  now: Date,
  {
    key,
    farmId,
    news,
    ...data
  }: { key: string; farmId: FarmId; news: ApprovalNews; productId: ProductId; name: string; reason: string },
): Promise<number> => tellOwners(db, now, { farmId }, { key, kind: kinds[news], data })
