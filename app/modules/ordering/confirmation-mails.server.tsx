import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { formatDay, formatMoment, formatYen } from '#kernel/format.ts'
import type { PurchaseId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import type { When } from '#modules/audit-log/last-statement.server.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { type Fact, facts, notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import type { MailAddress } from './hold-places.server.ts'
import { amountAt, type OrderLine } from './order.ts'
import { type OrderSummary, ordersOfPurchase } from './order-queries.server.ts'
import type { PlannedOrder } from './purchase-rows.ts'

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

type Confirmed = { purchaseId: PurchaseId; number: string; by?: string | null }

/**
 * What of it is known, and is not read again. `mailTo`: of the user who ordered. `fresh`: all orders of the purchase as they have
 * just been placed, if none joined another.
 */
type Known = { mailTo?: MailAddress; fresh?: readonly PlannedOrder[]; when?: When }

/** To the chef who ordered, once it is ordered; `by`: the owner who approved it. An order that others joined is told as a whole. */
export async function confirmPurchase(
  ctx: Ctx,
  { purchaseId, number, by = null }: Confirmed,
  { fresh, when = 'now', ...known }: Known = {},
): Promise<void> {
  const { email, reader }: Partial<MailAddress> = known.mailTo ?? { email: await emailOf(ctx, purchaseId) }
  if (!email) return
  const all = fresh ? fresh.map(freshOrder) : toldOf(await ordersOfPurchase(ctx, purchaseId), purchaseId)
  const totalYen = all.reduce((sum, { totalIncYen }) => sum + totalIncYen, 0)
  await notify(ctx.db, ctx.now, {
    key: `purchase:${purchaseId}:placed`,
    kind: purchasePlaced,
    to: email as Email,
    ...(reader !== undefined && { reader }),
    when,
    data: {
      by,
      number,
      total: `${all.some(({ estimated }) => estimated) ? '概算 ' : ''}${formatYen(totalYen)}`,
      accepted: acceptedOf(all),
      orders: all.map((order) => ({
        title: titleOf(order),
        lines: linesOf(order),
        until: formatMoment(order.cutoffAt),
      })),
      address: ourPage(`/restaurant/order/completed/${purchaseId}`),
    },
  })
}

async function emailOf({ db }: Ctx, purchaseId: PurchaseId): Promise<string | null> {
  const { email } = await db
    .selectFrom('purchases')
    .innerJoin('people', 'people.id', 'purchases.personId')
    .select('people.email')
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  return email
}

/** What the mail says of an order. */
type ToldOrder = Pick<OrderSummary, 'deliveryOn' | 'slot' | 'cutoffAt'> & {
  farm: string
  accepted: boolean
  /** The number of the earlier order that it joined. */
  joined: string | null
  lines: (Pick<OrderLine, 'name' | 'packLabel' | 'unitLabel' | 'catchWeight'> & { qty: number; yen: Yen })[]
  freightYen: Yen
  totalIncYen: Yen
  /** Goods by weight are in it. */
  estimated: boolean
}

const toldOf = (orders: readonly OrderSummary[], purchaseId: PurchaseId): ToldOrder[] =>
  orders
    .filter(({ state, lines }) => state !== 'draft' && lines.length > 0)
    .map(({ farm, figures, ...order }) => ({
      ...order,
      ...figures,
      farm: farm.name,
      accepted: order.state === 'accepted',
      joined: order.purchaseId === purchaseId ? null : order.number,
      lines: order.lines.map((line) => ({
        ...line,
        qty: line.quantities.ordered?.qty ?? 0,
        yen: amountAt(line, 'ordered'),
      })),
    }))

const freshOrder = ({ farm, day, lines }: PlannedOrder): ToldOrder => ({
  farm: farm.name,
  deliveryOn: day.deliveryOn,
  slot: farm.slot,
  cutoffAt: day.cutoffAt,
  accepted: farm.autoAccept,
  joined: null,
  lines: lines.map(({ line }) => ({
    name: line.name,
    packLabel: line.packLabel,
    unitLabel: line.unitLabel,
    catchWeight: line.terms.catchWeight,
    qty: line.qty,
    yen: line.amountYen,
  })),
  freightYen: farm.freightYen,
  totalIncYen: farm.tax.totalIncYen,
  estimated: lines.some(({ line }) => line.terms.catchWeight),
})

function acceptedOf(orders: readonly ToldOrder[]): keyof typeof acceptedText {
  const accepted = orders.filter((order) => order.accepted).length
  return accepted === 0 ? 'none' : accepted < orders.length ? 'some' : 'all'
}

function titleOf({ farm, deliveryOn, slot, accepted, joined }: ToldOrder): string {
  const together = joined === null ? '' : `（先のご注文 ${joined} とまとめた内容です）`
  return `${farm}：${formatDay(deliveryOn)} ${slotWord[slot]}のお届け${accepted ? '（受注確定）' : ''}${together}`
}

const linesOf = ({ lines, freightYen, totalIncYen }: ToldOrder): Fact[] => [
  ...lines.flatMap(({ name, packLabel, unitLabel, catchWeight, qty, yen }): Fact[] => {
    // of the order that it joined, the farm had nothing of this
    if (qty === 0) return []
    const measured = catchWeight ? '概算・' : ''
    return [[`${name} ${packLabel}`, `${qty}${unitLabel} ${formatYen(yen)}（${measured}税抜）`]]
  }),
  ['送料', `${formatYen(freightYen)}（税抜）`],
  ['小計（税込）', formatYen(totalIncYen)],
]
