import type pg from 'pg'
import type { Db } from '#infra/db/kysely.server.ts'
import type { Category } from '#kernel/enums.ts'
import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'
import type { StarCount } from '#kernel/review-enums.ts'
import { calculateStars } from '../../app/modules/reviews/calculate-stars.server.ts'
import { quickThanks, quickWords, shownFrom, writingDays } from '../../app/modules/reviews/review.ts'
import { insertRows, type Row } from './bulk.ts'
import type { MakeId } from './ids.ts'
import type { Random } from './random.ts'

/** Kitchens' comments on single products, with their stars. */
const ofGoods: Partial<Record<Category, readonly (readonly [StarCount, string])[]>> = {
  fruitveg: [
    [5, '火を入れても酸が残る。ソースの塩が減りました。'],
    [5, '粒がそろっていて、仕込みの時間が読めます。'],
    [4, '皮がしっかりしていて、日もちします。'],
    [4, '味が濃い。大きさは、もう少しそろうとうれしいです。'],
  ],
  leaf: [
    [5, '葉が厚く、ゆでてもかさが減りません。'],
    [5, '朝どれとわかる張り。生のまま出しています。'],
    [4, '根元の土がきれいに落ちていて助かります。'],
    [3, '外の葉に少し傷みがありましたが、中はきれいでした。'],
  ],
  root: [
    [5, '香りが強く、すりおろすだけで一皿になります。'],
    [4, '太さがそろっていて、かつらむきが楽です。'],
    [4, '土つきなので、二週間おいても味が落ちません。'],
  ],
  mushroom: [
    [5, 'かさが厚く、焼くとだしのような汁が出ます。'],
    [4, '香りがよく、リゾットに毎週使っています。'],
  ],
  herb: [
    [5, '香りが届いた日から三日たっても変わりません。'],
    [4, '茎まで使えるやわらかさです。'],
  ],
  fruit: [
    [5, 'デザートにそのまま出して、名前を聞かれました。'],
    [4, '甘さと酸のつり合いがよく、煮ても形が残ります。'],
  ],
  meat: [
    [5, '脂の口どけがよく、塩だけで出せます。'],
    [4, '重さのちがいが小さく、原価が読みやすいです。'],
  ],
  fish: [[5, '締め方がよく、二日ねかせても身がしっかりしています。']],
  egg: [[5, '黄身のこしが強く、プリンのかたさが決まります。']],
  rice: [[5, '粒が立って、冷めてもおいしい。定食が変わりました。']],
  processed: [[4, '塩の加減がちょうどよく、そのまま前菜に使えます。']],
}
const ofOrders: readonly (readonly [StarCount, string])[] = [
  [5, '箱をあけたときの香りで、厨房が明るくなりました。梱包もていねいです。'],
  [5, 'いつも時間どおりに届きます。次の季節も、ここにお願いします。'],
  [5, '電話で使いかたまで教えてくださり、新しい皿ができました。'],
  [4, '品はとてもよいです。箱のすき間に紙があると、もっと安心です。'],
  [4, '量がきっちりしていて、検品がすぐ終わります。'],
  [4, '味が濃く、少ない量で決まります。'],
  [3, 'よい品ですが、届いた時間がいつもより遅めでした。'],
]

type Final = {
  id: Row<'orders'>['id']
  farm_id: Row<'farms'>['id']
  restaurant_id: Row<'restaurants'>['id']
  finalized_at: Date
  chef: Row<'people'>['id']
  farmer: Row<'people'>['id']
  goods: { id: Row<'products'>['id']; category: Category }[]
  nth: number
}

/** Every n-th order of a pair was reviewed: busy users write now and then. */
const everyNth = 4

/**
 * Kitchens' and farms' reviews of finished orders of the last months, from the orders themselves: most long published;
 * of the demo's latest some wait for one side, and one review is reported.
 */
export async function tellReviews(
  client: pg.ClientBase,
  db: Db,
  { now, id, random }: { now: Date; id: MakeId; random: Random },
): Promise<void> {
  const { rows } = await client.query<Final>(
    `select o.id, o.farm_id, o.restaurant_id, o.finalized_at, p.person_id as chef,
            (select person_id from memberships where farm_id = o.farm_id and role = 'owner' order by id limit 1) as farmer,
            (select json_agg(json_build_object('id', l.product_id, 'category', l.category) order by l.ordinal)
               from order_lines l where l.order_id = o.id and l.shipped_qty > 0) as goods,
            row_number() over (partition by o.farm_id, o.restaurant_id order by o.finalized_at desc, o.id)::int as nth
       from orders o join purchases p on p.id = o.purchase_id
      where o.state = 'finalized' and o.finalized_at > $1 and o.finalized_at < $2 and o.claim_id is null
      order by o.finalized_at, o.id`,
    [momentOf(addDays(jstDateOf(now), -180), 0), now],
  )
  const demo = await demoIds(client)
  const reviews: Row<'reviews'>[] = []
  const voices: Row<'reviewVoices'>[] = []
  for (const order of rows) {
    if (!order.goods || order.goods.length === 0) continue
    const days = (now.getTime() - order.finalized_at.getTime()) / 86_400_000
    const isOfDemo = order.restaurant_id === demo.restaurant
    const isRecent = days < writingDays + 1
    // of the latest, one waits for the kitchen, one for the farm; the others for both
    if (isRecent ? !(isOfDemo && order.nth === 2) : order.nth % everyNth !== 1) continue
    const wrote = {
      restaurant: afterDays(order.finalized_at, 1 + random.int(0, 4), random.int(0, 59)),
      farm: afterDays(order.finalized_at, 1 + random.int(0, 5), random.int(0, 59)),
    }
    const sides = isRecent
      ? ([order.farm_id === demo.farm ? 'farm' : 'restaurant'] as const)
      : random.int(0, 9) < 7
        ? (['restaurant', 'farm'] as const)
        : (['restaurant'] as const)
    if (sides.some((side) => wrote[side] >= now)) continue
    const from = shownFrom(order.finalized_at, Object.fromEntries(sides.map((side) => [side, wrote[side]])))
    if (!from || (!isRecent && from > now)) continue
    for (const side of sides) {
      const [stars, words] =
        side === 'restaurant'
          ? pick(random, ofOrders)
          : ([5, pick(random, quickWords)] as const satisfies readonly [StarCount, string])
      const isAnswered = side === 'restaurant' && from <= now && random.int(0, 9) < 4
      const repliedAt = new Date(Math.min(now.getTime(), from.getTime() + 9 * 3_600_000))
      const review: Row<'reviews'> = {
        ...{ id: id<'review'>(wrote[side]), orderId: order.id, side, farmId: order.farm_id },
        ...{ restaurantId: order.restaurant_id, personId: side === 'farm' ? order.farmer : order.chef },
        ...{ stars, words, writtenAt: wrote[side], changedAt: null, shownFrom: from },
        toldAt: from <= now ? from : null,
        reply: isAnswered ? pick(random, quickThanks.slice(0, 2)) : null,
        repliedAt: isAnswered ? repliedAt : null,
        repliedBy: isAnswered ? order.farmer : null,
        ...{ hiddenAt: null, hiddenReason: null },
      }
      reviews.push(review)
      if (side === 'farm') continue
      for (const { id: product_id, category } of order.goods.slice(0, 2)) {
        if (voices.some((it) => it.reviewId === review.id && it.productId === product_id)) continue
        const [given, said] = pick(random, ofGoods[category] ?? ofOrders)
        voices.push({ reviewId: review.id, productId: product_id, stars: given, words: said })
      }
    }
  }
  await insertRows(client, 'reviews', reviews)
  await insertRows(client, 'reviewVoices', voices)
  const reported = reviews.findLast(
    (it) => it.side === 'restaurant' && it.farmId === demo.farm && it.shownFrom <= now && it.reply === null,
  )
  if (reported) {
    const at = new Date(Math.min(now.getTime(), reported.shownFrom.getTime() + 2 * 3_600_000))
    await insertRows(client, 'reviewReports', [
      {
        ...{ id: id<'reviewReport'>(at), reviewId: reported.id, personId: demo.farmer, reason: 'untrue', at },
        words: 'この日は、いつもより早い便で出しています。ほかの農園の注文とまちがえているようです。',
        ...{ closedAt: null, closedBy: null, verdict: null },
      },
    ])
  }
  // a side that has not written was reminded in time
  await client.query(
    `insert into review_reminders (order_id, side, at)
     select o.id, s.side, $1 from orders o cross join (values ('restaurant'), ('farm')) s (side)
      where o.finalized_at >= $2 and o.finalized_at < $1`,
    [now, momentOf(addDays(jstDateOf(now), -writingDays), 0)],
  )
  await calculateStars(db, {
    farmIds: reviews.map((it) => it.farmId),
    restaurantIds: reviews.map((it) => it.restaurantId),
    productIds: voices.map((it) => it.productId),
  })
}

async function demoIds(client: pg.ClientBase) {
  const { rows } = await client.query<{
    restaurant: Row<'restaurants'>['id']
    farm: Row<'farms'>['id']
    farmer: Row<'people'>['id']
  }>(
    `select (select m.restaurant_id from memberships m join people p on p.id = m.person_id where p.email = 'owner@example.jp') as restaurant,
            m.farm_id as farm, m.person_id as farmer
       from memberships m join people p on p.id = m.person_id where p.email = 'farmer@example.jp'`,
  )
  const [demo] = rows
  if (!demo) throw new Error('the demo accounts are not there')
  return demo
}

/** In the evening, when kitchens and farms have time to write. */
const afterDays = (at: Date, days: number, minute: number) => momentOf(addDays(jstDateOf(at), days), 21 * 60 + minute)

function pick<T>(random: Random, all: readonly T[]): T {
  const one = all[random.int(0, all.length - 1)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}
