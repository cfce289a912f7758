import { sql } from 'kysely'
import { createElement } from 'react'
import type { DbOrTx } from '#access/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { ProductId } from '#kernel/ids.ts'
import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { queueMails } from '#modules/outbox/queue-mail.server.ts'

type Told = { farm: string; name: string; packLabel: string; change: string; note: string; address: string }

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
  </MailFrame>
)

/** Somebody who buys regularly has ordered it twice within these days. */
const regularDays = 90

/** Tells the regular buyers of a product, each owner and buyer of theirs once; in the transaction of what was planned. */
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
