import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay, formatYen } from '#kernel/format.ts'
import type { KitchenId, PersonId } from '#kernel/ids.ts'
import { zeroYen } from '#kernel/yen.ts'
import { facts, notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { mailToOf, notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { type GroupEnding, groupEndings } from './group-buy.ts'
import type { GroupQuote } from './group-quote.ts'
import type { GroupMember, GroupRow } from './group-store.server.ts'
import { whyLeftOut } from './refusal-text.ts'

const sampleFacts = [
  ['農園', '佐藤農園'],
  ['お届け日', '11月26日(木)'],
] as const

/** To who opened the box: a neighbour has joined, and what the freight is now. */
const groupJoined = notificationKind('group_buy_joined', {
  about: 'order',
  data: z.object({ who: z.string(), kitchens: z.number(), freight: z.string(), facts, address: page }),
  message: ({ who, kitchens, freight, facts, address }) => ({
    title: `${who}が共同購入に参加しました`,
    heading: '共同購入に参加がありました',
    summary: `参加は${kitchens}店舗、貴店の送料は${freight}（税抜）になりました。`,
    parts: [
      { facts: [...facts, ['参加店舗', `${kitchens}店舗`], ['貴店の送料（税抜）', freight]] },
      { button: '共同購入を見る', to: address },
    ],
  }),
  sample: {
    who: 'トラットリア みなと',
    kitchens: 2,
    freight: formatYen(625),
    facts: [...sampleFacts],
    address: ourPage('/restaurant/group-buys'),
  },
})

const endingText: Record<Exclude<GroupEnding, 'ordered'>, string> = {
  too_few: '参加店舗が成立に必要な数に達しなかったため、注文していません。',
  below_minimum: '合計が農園の最低注文金額に達しなかったため、注文していません。',
  impossible: '締切の時点で農園がお届けできなくなったため、注文していません。',
  cancelled: '募集した店舗が募集を中止したため、注文していません。',
}

/** To everyone who took part: nothing is ordered, and why. */
const groupEnded = notificationKind('group_buy_ended', {
  about: 'order',
  data: z.object({ ending: z.enum(groupEndings).exclude(['ordered']), returned: z.boolean(), facts, address: page }),
  message: ({ ending, returned, facts, address }) => ({
    title: '共同購入は成立しませんでした',
    heading: '共同購入は成立しませんでした',
    summary: endingText[ending],
    parts: [
      { text: endingText[ending] },
      returned && { text: '商品はかごに戻しました。単独で注文する場合は、かごから注文してください。' },
      { facts },
      returned
        ? { button: 'かごを確認する', to: ourPage('/restaurant/cart') }
        : { button: '共同購入を見る', to: address },
    ],
  }),
  sample: {
    ending: 'too_few',
    returned: true,
    facts: [...sampleFacts],
    address: ourPage('/restaurant/group-buys'),
  },
})

/** To one kitchen: the others ordered, and nothing was ordered for it. */
const groupLeftOut = notificationKind('group_buy_left_out', {
  about: 'order',
  data: z.object({ why: z.string(), returned: z.boolean(), facts, address: page }),
  message: ({ why, returned, facts, address }) => ({
    title: '共同購入で、貴店の分は注文していません',
    heading: '貴店の分は注文していません',
    summary: whyLeftOut(why),
    parts: [
      { text: `${whyLeftOut(why)}他の店舗の分は注文しました。` },
      returned && { text: '商品はかごに戻しました。' },
      { facts },
      { button: '共同購入を見る', to: address },
    ],
  }),
  sample: {
    why: 'out_of_stock',
    returned: true,
    facts: [...sampleFacts],
    address: ourPage('/restaurant/group-buys'),
  },
})

export const groupKinds = [groupJoined, groupEnded, groupLeftOut] as const

export async function tellJoined(
  ctx: Ctx,
  group: GroupRow,
  { kitchenId, kitchens, quote }: { kitchenId: KitchenId; kitchens: number; quote: GroupQuote | null },
): Promise<void> {
  const joined = await ctx.db
    .selectFrom('kitchens')
    .innerJoin('restaurants', 'restaurants.id', 'kitchens.restaurantId')
    .select(['restaurants.name', 'kitchens.name as kitchen'])
    .where('kitchens.id', '=', kitchenId)
    .executeTakeFirstOrThrow()
  const own = quote?.shares.find((share) => share.kitchenId === group.kitchenId)
  await notify(ctx.db, ctx.now, {
    key: `group_buy:${group.id}:joined:${kitchenId}:${ctx.now.toISOString()}`,
    kind: groupJoined,
    to: await personTo(ctx, group.personId),
    data: {
      who: `${joined.name} ${joined.kitchen}`,
      kitchens,
      freight: formatYen(own?.yen ?? zeroYen),
      facts: await factsOf(ctx, group),
      address: addressOf(group),
    },
  })
}

type Told = { member: GroupMember; returned: boolean }

export async function tellEnded(
  ctx: Ctx,
  group: GroupRow,
  { member, returned, ending }: Told & { ending: Exclude<GroupEnding, 'ordered'> },
): Promise<void> {
  await notify(ctx.db, ctx.now, {
    key: `group_buy:${group.id}:ended:${member.kitchenId}`,
    kind: groupEnded,
    to: await personTo(ctx, member.personId),
    data: { ending, returned, facts: await factsOf(ctx, group), address: addressOf(group) },
  })
}

export async function tellLeftOut(
  ctx: Ctx,
  group: GroupRow,
  { member, returned, why }: Told & { why: string },
): Promise<void> {
  await notify(ctx.db, ctx.now, {
    key: `group_buy:${group.id}:left_out:${member.kitchenId}`,
    kind: groupLeftOut,
    to: await personTo(ctx, member.personId),
    data: { why, returned, facts: await factsOf(ctx, group), address: addressOf(group) },
  })
}

const addressOf = ({ code }: GroupRow) => ourPage(`/restaurant/group-buys/${code}`)

async function factsOf(ctx: Ctx, { farmId, deliveryOn }: GroupRow): Promise<[string, string][]> {
  const { name } = await ctx.db.selectFrom('farms').select('name').where('id', '=', farmId).executeTakeFirstOrThrow()
  return [
    ['農園', name],
    ['お届け日', formatDay(deliveryOn)],
  ]
}

async function personTo(ctx: Ctx, personId: PersonId) {
  const person = await ctx.db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirstOrThrow()
  return mailToOf({ personId, ...person })
}
