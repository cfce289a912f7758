import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { formatDay, formatMoment, formatYen } from '#kernel/format.ts'
import type { PurchaseId } from '#kernel/ids.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { type Fact, facts, notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { amountAt } from './order.ts'
import { type OrderSummary, ordersOfPurchase } from './order-queries.server.ts'

const orders = z.array(z.object({ title: z.string(), lines: facts, until: z.string() }))

const acceptedText = {
  none: '次の内容で農園へ注文しました。農園が受注を確定すると、あらためてお知らせします。',
  some: '次の内容で農園へ注文しました。「受注確定」と記載のない農園については、受注を確定すると、あらためてお知らせします。',
  all: '次の内容で農園へ注文し、受注が確定しました。',
} as const

/** What has been ordered: who ordered it knows, and keeps the mail. Nothing rings for it. */
const purchasePlaced = notificationKind('purchase_placed', {
  about: 'order',
  only: 'mail',
  tradeRecord: true,
  data: z.object({
    by: z.string().nullable(),
    number: z.string(),
    total: z.string(),
    /** How many of the farms have accepted already, because they do so automatically. */
    accepted: z.enum(['none', 'some', 'all']).default('none'),
    orders,
    address: page,
  }),
  message: ({ by, number, total, accepted, orders, address }) => ({
    title: `注文 ${number} を受け付けました（${total}）`,
    heading: by === null ? '注文を受け付けました' : '注文が承認されました',
    summary: orders.map(({ title }) => title).join('、'),
    parts: [
      { text: (by === null ? '' : `${by} さんが承認し、`) + acceptedText[accepted] },
      {
        facts: [
          ['注文番号', number],
          ['合計（税・送料込）', total],
        ],
      },
      ...orders.flatMap(({ title, lines, until }) => [
        { text: title },
        { facts: [...lines, ['無料で変更・キャンセルできる期限', until] as const] },
      ]),
      { button: '注文を確認する', to: address },
    ],
  }),
  sample: {
    by: null,
    number: '26-1124-0042',
    total: '¥8,640',
    accepted: 'none',
    orders: [
      {
        title: '佐藤農園：11月26日(木) 午前のお届け',
        lines: [
          ['大玉トマト 桃太郎 4kg箱', '2箱 ¥6,400（税抜）'],
          ['送料', '¥1,600（税抜）'],
          ['小計（税込）', '¥8,640'],
        ],
        until: '11/24 12:00',
      },
    ],
    address: ourPage('/restaurant/order/History'),
  },
})

export const confirmationKinds = [purchasePlaced] as const

/** To whoever ordered, once it is ordered; `by`: the owner who approved it. An order that others joined is told as a whole. */
export async function confirmPurchase(
  ctx: Ctx,
  { purchaseId, number, by = null }: { purchaseId: PurchaseId; number: string; by?: string | null },
): Promise<void> {
  const { email } = await ctx.db
    .selectFrom('purchases')
    .innerJoin('people', 'people.id', 'purchases.personId')
    .select('people.email')
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  if (email === null) return
  const all = await ordersOfPurchase(ctx, purchaseId)
  const placed = all.filter(({ state, lines }) => state !== 'draft' && lines.length > 0)
  const totalYen = placed.reduce((sum, { figures }) => sum + figures.totalIncYen, 0)
  await notify(ctx.db, ctx.now, {
    key: `purchase:${purchaseId}:placed`,
    kind: purchasePlaced,
    to: email as Email,
    data: {
      by,
      number,
      total: `${placed.some(({ figures }) => figures.estimated) ? '概算 ' : ''}${formatYen(totalYen)}`,
      accepted: acceptedOf(placed),
      orders: placed.map((order) => ({
        title: titleOf(order, purchaseId),
        lines: linesOf(order),
        until: formatMoment(order.cutoffAt),
      })),
      address: ourPage(`/restaurant/order/completed/${purchaseId}`),
    },
  })
}

function acceptedOf(orders: readonly OrderSummary[]): keyof typeof acceptedText {
  const accepted = orders.filter(isAccepted).length
  return accepted === 0 ? 'none' : accepted < orders.length ? 'some' : 'all'
}

const isAccepted = ({ state }: OrderSummary) => state === 'accepted'

function titleOf(order: OrderSummary, purchaseId: PurchaseId): string {
  const joined = order.purchaseId === purchaseId ? '' : `（先のご注文 ${order.number} とまとめた内容です）`
  return `${order.farm.name}：${formatDay(order.deliveryOn)} ${slotWord[order.slot]}のお届け${isAccepted(order) ? '（受注確定）' : ''}${joined}`
}

const linesOf = ({ lines, figures }: OrderSummary): Fact[] => [
  ...lines.flatMap((line): Fact[] => {
    const qty = line.quantities.ordered?.qty ?? 0
    // of the order that it joined, the farm had nothing of this
    if (qty === 0) return []
    const amount = formatYen(amountAt(line, 'ordered'))
    const measured = line.catchWeight ? '概算・' : ''
    return [[`${line.name} ${line.packLabel}`, `${qty}${line.unitLabel} ${amount}（${measured}税抜）`]]
  }),
  ['送料', `${formatYen(figures.freightYen)}（税抜）`],
  ['小計（税込）', formatYen(figures.totalIncYen)],
]
