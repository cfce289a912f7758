import type { Side } from '#kernel/enums.ts'
import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'
import { searchKey } from '#kernel/text.ts'
import type { Row } from './bulk.ts'
import type { SeedFarm } from './farms.ts'
import type { MakeId } from './ids.ts'
import type { SeedRestaurant } from './restaurants.ts'

type Said = {
  side: Side
  daysAgo: number
  /** Minutes after midnight. */
  minute: number
  text: string
  /** Attaches the newest order of both at that time. */
  order?: true
  edited?: true
}
/** `reported`: another restaurant's, whose last message the farm has reported to staff. */
type Conversation = { farm: number; unreadByShop: number; said: readonly Said[]; reported?: string }
const at = (hour: number, minute: number) => hour * 60 + minute

/** Recent messages between the demo's kitchen and its farms; the last of each may still be unread. */
const told: readonly Conversation[] = [
  {
    farm: 0,
    unreadByShop: 1,
    said: [
      {
        side: 'restaurant',
        daysAgo: 9,
        minute: at(22, 41),
        text: 'はじめまして、ビストロ 灯の森です。大玉トマト、味が濃くてお客さまに好評でした。',
      },
      {
        side: 'farm',
        daysAgo: 8,
        minute: at(5, 12),
        text: 'ありがとうございます！今年は夏が長くて、いまがいちばん甘いです。',
      },
      { side: 'farm', daysAgo: 8, minute: at(5, 13), text: '皮がうすいので、届いたらヘタを下にして置いてください。' },
      {
        side: 'restaurant',
        daysAgo: 8,
        minute: at(14, 20),
        text: 'なるほど、そうします。来週は煮込み用に、少し傷のあるものもありますか？',
      },
      { side: 'farm', daysAgo: 8, minute: at(17, 45), text: 'あります。B品なら10kg箱で出せますよ。' },
      { side: 'restaurant', daysAgo: 2, minute: at(23, 5), text: 'この注文について', order: true },
      {
        side: 'restaurant',
        daysAgo: 2,
        minute: at(23, 6),
        text: '朝いちの便に間に合いますか？　11時に仕込みを始めたいです。',
        edited: true,
      },
      { side: 'farm', daysAgo: 1, minute: at(5, 30), text: '間に合います。今日出します' },
      { side: 'restaurant', daysAgo: 1, minute: at(9, 10), text: 'お願いします' },
      {
        side: 'farm',
        daysAgo: 0,
        minute: at(6, 2),
        text: '今朝の畑です。霜がおりましたが、ハウスの中は元気です。来週は値段が少し下がりそうです。',
      },
    ],
  },
  {
    farm: 1,
    unreadByShop: 0,
    said: [
      {
        side: 'farm',
        daysAgo: 6,
        minute: at(6, 40),
        text: 'いつもありがとうございます。小松菜が雨で育ちがおそく、木曜の分が少し足りないかもしれません。',
      },
      {
        side: 'restaurant',
        daysAgo: 6,
        minute: at(10, 2),
        text: 'わかりました。足りない分は、ほうれん草でも大丈夫です。',
      },
      { side: 'farm', daysAgo: 6, minute: at(12, 15), text: '助かります。小松菜4束と、ほうれん草2束で出します。' },
      {
        side: 'restaurant',
        daysAgo: 3,
        minute: at(15, 30),
        text: '届きました。葉がしっかりしていて、とてもよかったです。',
      },
      { side: 'farm', daysAgo: 3, minute: at(18, 3), text: '了解です。また来週お願いします。' },
    ],
  },
  {
    farm: 2,
    unreadByShop: 0,
    said: [
      { side: 'restaurant', daysAgo: 4, minute: at(0, 48), text: '里芋は、土つきのまま届きますか？' },
      {
        side: 'farm',
        daysAgo: 4,
        minute: at(7, 25),
        text: '土つきです。洗うといたみが早いので、そのまま出しています。',
      },
      { side: 'restaurant', daysAgo: 4, minute: at(9, 58), text: 'そのほうがうれしいです。ありがとうございます。' },
    ],
  },
  {
    farm: 1,
    unreadByShop: 0,
    reported: 'サイトの外での取引に誘われました。断ったのですが、念のためお知らせします。',
    said: [
      { side: 'farm', daysAgo: 2, minute: at(17, 20), text: 'ご注文ありがとうございます。金曜の朝に出します。' },
      {
        side: 'restaurant',
        daysAgo: 1,
        minute: at(21, 15),
        text: '次からはこのサイトを通さず、銀行振込で1割引きにできませんか。',
      },
      {
        side: 'farm',
        daysAgo: 1,
        minute: at(21, 40),
        text: '申し訳ありませんが、ここでのご注文だけお受けしています。',
      },
      { side: 'restaurant', daysAgo: 0, minute: at(0, 12), text: 'ほかの農家さんは、みんなやっていますよ。' },
    ],
  },
]

type Parties = { shop: SeedRestaurant; otherShop: SeedRestaurant; farms: readonly SeedFarm[] }
/** The newest order of a farm and the restaurant at a moment, if there was one. */
export type NewestOrder = (farmId: SeedFarm['row']['id'], at: Date) => Promise<Row<'orders'>['id'] | null>

/** Conversations with their messages, and who has read how far. */
export async function makeConversations(
  { shop: demo, otherShop, farms }: Parties,
  newestOrder: NewestOrder,
  now: Date,
  id: MakeId,
) {
  const today = jstDateOf(now)
  const conversations: Row<'conversations'>[] = []
  const messages: Row<'messages'>[] = []
  const reads: Row<'conversationReads'>[] = []
  const news: Row<'talkNews'>[] = []
  const reports: Row<'conversationReports'>[] = []
  for (const { farm: index, unreadByShop, said, reported } of told) {
    const shop = reported ? otherShop : demo
    const farm = farms[index]
    if (!farm) continue
    const began = momentOf(addDays(today, -(said[0]?.daysAgo ?? 0)), said[0]?.minute ?? 0)
    const conversation = id<'conversation'>(began)
    const counts = { farm: 0, restaurant: 0 }
    for (const [place, one] of said.entries()) {
      // messages after this moment are moved to just before it
      const sentAt = earlier(momentOf(addDays(today, -one.daysAgo), one.minute), new Date(now.getTime() - 60_000))
      counts[one.side] += 1
      messages.push({
        conversationId: conversation,
        no: place + 1,
        side: one.side,
        sideNo: counts[one.side],
        personId: one.side === 'farm' ? farm.owner.id : shop.buyer.id,
        clientKey: `demo-${conversation}-${place + 1}`,
        body: one.text,
        searchText: searchKey(one.text),
        orderId: one.order ? await newestOrder(farm.row.id, sentAt) : null,
        productId: null,
        photoCount: 0,
        sentAt,
        editedAt: one.edited ? new Date(sentAt.getTime() + 60_000) : null,
        removedAt: null,
        tradeRecord: false,
      })
    }
    const last = messages.at(-1)
    if (!last) continue
    conversations.push({
      id: conversation,
      farmId: farm.row.id,
      restaurantId: shop.row.id,
      lastNo: said.length,
      lastAt: last.sentAt,
      farmCount: counts.farm,
      restaurantCount: counts.restaurant,
      farmGotNo: said.length,
      restaurantGotNo: said.length,
      farmBlockedAt: null,
      restaurantBlockedAt: null,
      createdAt: began,
    })
    if (reported)
      reports.push({
        id: id<'conversationReport'>(last.sentAt),
        conversationId: conversation,
        no: said.length,
        side: 'farm',
        personId: farm.owner.id,
        reason: 'outside',
        words: reported,
        at: new Date(last.sentAt.getTime() + 60_000),
        closedAt: null,
        closedBy: null,
        verdict: null,
      })
    const lastOf = (side: Side) => said.findLastIndex((one) => one.side === side) + 1
    reads.push(
      {
        conversationId: conversation,
        personId: farm.owner.id,
        side: 'farm',
        seenCount: counts.restaurant,
        seenNo: lastOf('restaurant'),
        at: last.sentAt,
      },
      {
        conversationId: conversation,
        personId: shop.buyer.id,
        side: 'restaurant',
        seenCount: counts.farm - unreadByShop,
        seenNo: lastOf('farm') - unreadByShop,
        at: last.sentAt,
      },
    )
    if (unreadByShop > 0)
      news.push({
        conversationId: conversation,
        side: 'restaurant',
        fromNo: said.length,
        at: last.sentAt,
        toldAt: last.sentAt,
      })
  }
  return { conversations, messages, reads, news, reports }
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
