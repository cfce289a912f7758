import { sql } from 'kysely'
import { z } from 'zod'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { ProductId, RestaurantId } from '#kernel/ids.ts'
import { notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { notifyMany } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

const told = z.object({
  farm: z.string(),
  name: z.string(),
  packLabel: z.string(),
  change: z.string(),
  note: z.string(),
  address: page,
})
type Told = z.infer<typeof told>

const notWanted = {
  text: [
    '価格のお知らせのメールが不要な場合は、',
    { link: 'マイ設定', to: ourPage('/profile#notices') },
    'で停止できます。',
  ],
} as const

const priceChange = notificationKind('price_change', {
  about: 'price',
  data: told,
  message: ({ farm, name, packLabel, change, note, address }) => ({
    title: `${farm}「${name}」の価格が変わります`,
    heading: '価格変更のお知らせ',
    summary: `${name}：${change}`,
    parts: [
      { text: `いつもご利用の ${farm} の商品の価格が変わります。` },
      {
        facts: [
          ['商品', `${name}（${packLabel}）`],
          ['価格（税抜）', change],
          ...(note ? [['農園から', note] as const] : []),
        ],
      },
      { text: 'その日より前のご注文は、現在の価格のままです。' },
      { button: '商品を見る', to: address },
      notWanted,
    ],
  }),
  sample: {
    farm: '佐藤農園',
    name: 'にんじん',
    packLabel: '5kg箱',
    change: '¥1,800 → ¥1,950（12月1日のお届けから）',
    note: '燃料が上がったためです。',
    address: ourPage('/restaurant/products'),
  },
})

const agreed = z.object({
  farm: z.string(),
  restaurant: z.string(),
  what: z.string(),
  price: z.string(),
  period: z.string(),
  address: page,
})
type Agreed = z.infer<typeof agreed>

const ownPrice = notificationKind('own_price', {
  about: 'price',
  tradeRecord: true,
  data: agreed,
  message: ({ farm, restaurant, what, price, period, address }) => ({
    title: `${farm}から、${restaurant}専用価格のお知らせ`,
    heading: '貴店専用の価格が設定されました',
    summary: `${what}：${price}`,
    parts: [
      { text: `${farm} が、${restaurant} 専用の価格を設定しました。他の飲食店には表示されません。` },
      {
        facts: [
          ['商品', what],
          ['価格（税抜）', price],
          ['期間', period],
        ],
      },
      { text: '期間中は、注文時にこの価格が適用されます。手続きは不要です。' },
      { button: '商品を見る', to: address },
      notWanted,
    ],
  }),
  sample: {
    farm: '佐藤農園',
    restaurant: 'ビストロ 灯',
    what: 'にんじん（5kg箱）',
    price: '¥1,600/箱（通常は¥1,800）',
    period: '12月1日(火)〜12月31日(木)',
    address: ourPage('/restaurant/products'),
  },
})

export const priceKinds = [priceChange, ownPrice] as const

/** Notifies each member of a restaurant of an agreement, once; in its transaction. */
export async function tellRestaurant(
  db: DbOrTx,
  now: Date,
  { restaurantId, priceId, ...agreed }: Agreed & { restaurantId: RestaurantId; priceId: string },
): Promise<void> {
  const people = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .select('people.email')
    .distinct()
    .where('memberships.restaurantId', '=', restaurantId)
    .where('people.emailVerifiedAt', 'is not', null)
    .where('people.closedAt', 'is', null)
    .where('people.suspendedAt', 'is', null)
    .orderBy('people.email')
    .execute()
  await notifyMany(db, now, {
    kind: ownPrice,
    data: agreed,
    to: people.flatMap(({ email }) =>
      email === null ? [] : [{ key: `own_price:${priceId}:${email}`, to: email as Email }],
    ),
  })
}

/** A regular buyer has ordered it twice within this many days. */
const regularDays = 90

/**
 * Notifies each regular buyer of a product once, in the transaction of the plan. Those who want no such mails still get
 * the notification in the app.
 */
export async function tellRegulars(
  db: DbOrTx,
  now: Date,
  { productId, changeId, ...told }: Told & { productId: ProductId; changeId: string },
): Promise<number> {
  const { rows } = await sql<{ email: string }>`
    select distinct people.email
      from (select o.restaurant_id from orders o join order_lines l on l.order_id = o.id
             where l.product_id = ${productId} and o.placed_at >= ${new Date(now.getTime() - regularDays * 86_400_000)}
               and o.state not in ('draft', 'pending_approval', 'declined', 'expired', 'cancelled', 'sent_back')
             group by o.restaurant_id having count(distinct o.id) >= 2) regular
      join restaurants r on r.id = regular.restaurant_id and r.status = 'approved'
      join products p on p.id = ${productId} and (p.audience = 'everybody' or exists (
             select from product_audience a where a.product_id = p.id and a.restaurant_id = r.id))
      join memberships m on m.restaurant_id = r.id
      join people on people.id = m.person_id and people.email_verified_at is not null
                  and people.closed_at is null and people.suspended_at is null
     order by people.email limit 500`.execute(db)
  await notifyMany(db, now, {
    kind: priceChange,
    data: told,
    to: rows.map(({ email }) => ({ key: `price:${changeId}:${email}`, to: email as Email })),
  })
  return rows.length
}
