import { sql } from 'kysely'
import { createElement } from 'react'
import type { DbOrTx } from '#access/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { ProductId, RestaurantId } from '#kernel/ids.ts'
import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { type OurPage, ourPage } from '#modules/outbox/our-page.ts'
import { queueMails } from '#modules/outbox/queue-mail.server.ts'

type Told = { farm: string; name: string; packLabel: string; change: string; note: string; address: OurPage }

export const PriceChangeMail = ({ farm, name, packLabel, change, note, address }: Told) => (
  <MailFrame preview={`${name}：${change}`} title="値段が変わるお知らせ">
    <MailText>いつもお使いの {farm} の商品の値段が変わります。</MailText>
    <MailFacts
      facts={[
        ['商品', `${name}（${packLabel}）`],
        ['値段（税抜）', change],
        ...(note ? ([['農園から', note]] as const) : []),
      ]}
    />
    <MailText>その日より前のご注文は、いまの値段のままです。</MailText>
    <MailButton href={address}>商品を見る</MailButton>
    <NotWanted />
  </MailFrame>
)

const NotWanted = () => (
  <MailText>
    値段のお知らせのメールがいらないときは、<a href={ourPage('/profile#notices')}>わたしの設定</a>で止められます。
  </MailText>
)

type Agreed = { farm: string; restaurant: string; what: string; price: string; period: string; address: OurPage }

export const OwnPriceMail = ({ farm, restaurant, what, price, period, address }: Agreed) => (
  <MailFrame preview={`${what}：${price}`} title="あなたの店の価格が決まりました">
    <MailText>
      {farm} が、{restaurant} だけの価格を決めました。ほかの店には見えません。
    </MailText>
    <MailFacts
      facts={[
        ['商品', what],
        ['価格（税抜）', price],
        ['期間', period],
      ]}
    />
    <MailText>期間のあいだは、注文するとこの価格になります。手続きはいりません。</MailText>
    <MailButton href={address}>商品を見る</MailButton>
    <NotWanted />
  </MailFrame>
)

/** Notifies each member of a restaurant of an agreement, once; in its transaction. */
export async function tellRestaurant(
  db: DbOrTx,
  now: Date,
  { restaurantId, priceId, ...agreed }: Agreed & { restaurantId: RestaurantId; priceId: string },
): Promise<void> {
  const people = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select('people.email')
    .distinct()
    .where('memberships.restaurant_id', '=', restaurantId)
    .where('people.email_verified_at', 'is not', null)
    .where('people.closed_at', 'is', null)
    .where('people.suspended_at', 'is', null)
    .orderBy('people.email')
    .execute()
  await queueMails(db, now, {
    template: 'own_price',
    subject: `【畝と皿】${agreed.farm}から、${agreed.restaurant}だけの価格のお知らせ`,
    body: createElement(OwnPriceMail, agreed),
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
  await queueMails(db, now, {
    template: 'price_change',
    subject: `【畝と皿】${told.farm}「${told.name}」の値段が変わります`,
    body: createElement(PriceChangeMail, told),
    to: rows.map(({ email }) => ({ key: `price:${changeId}:${email}`, to: email as Email })),
  })
  return rows.length
}
