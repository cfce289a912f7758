import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { Reordered } from '#api/operations/ordering.server.ts'
import { AnId, Count, Day, Moment, Yen } from '#api/schemas/shapes.ts'
import { whysNot } from '#kernel/enums.ts'
import type { ShoppingListId, StandingOrderId } from '#kernel/ids.ts'
import { Category, DayIn, KitchenChoice } from '#kernel/schema.ts'
import {
  makeFromHistory,
  makeList,
  placeShoppingListLines,
  removeList,
  removeShoppingListLine,
  renameList,
  setShoppingListLine,
} from '#modules/shopping-lists/change-list.server.ts'
import { listIntoCart } from '#modules/shopping-lists/into-cart.server.ts'
import { ListIdIn } from '#modules/shopping-lists/list-store.server.ts'
import { openList } from '#modules/shopping-lists/open-list.server.ts'
import { shoppingList, shoppingLists } from '#modules/shopping-lists/shopping-lists.server.ts'
import {
  changeStanding,
  endStanding,
  makeStanding,
  pauseStanding,
  skipStanding,
  standingOrders,
  unskipStanding,
} from '#modules/shopping-lists/standing-orders.server.ts'

const tag = 'いつもの'

const standingTag = '自動の注文'

const Weekdays = z.array(z.int()).describe('0 日曜〜6 土曜')

const Blocker = z
  .enum(whysNot)
  .describe(
    '入れられないわけ：販売の終わり（gone）、農園の休止（farm_closed）、旬でない（out_of_season）、販売していない（not_listed）、売り切れ（sold_out）、その日に届かない（no_delivery）、農園の相談に答えていない（answer_first）、農園の最低注文に足りない（below_min_order）、大きすぎる（too_big_to_ship）、上限をこえる（above_ceiling）',
  )

const LeftOut = z.object({ productId: AnId, name: z.string(), why: Blocker })

const List = z.object({
  id: AnId,
  kitchenId: AnId,
  name: z.string(),
  weekdays: Weekdays.describe('このリストがはじめに開く、届く曜日'),
  version: Count,
})

const Goods = {
  productId: AnId,
  name: z.string(),
  packLabel: z.string(),
  unitLabel: z.string(),
  picture: z.string(),
  category: Category,
  farm: z.object({ id: AnId, name: z.string(), crest: z.string() }),
}

const KeptLine = z.object({
  ...Goods,
  qty: Count,
  learns: z.boolean().describe('届く曜日ごとの数を、最近の注文から学ぶか'),
  priceYen: Yen,
  asleep: Blocker.nullable().describe('きょうお休み中のわけ。起きていれば null'),
})

export const ListWithLines = List.extend({ lines: z.array(KeptLine) })

const OpenLine = z.object({
  ...Goods,
  qty: Count.describe('その曜日にいつも取る数'),
  learned: z.object({
    qty: Count,
    why: z
      .enum(['weekday', 'lately', 'kept', 'first'])
      .describe('数のわけ：同じ曜日の最近4回のまん中、最近6回のまん中、決めた数、まだ学べない'),
    of: Count.describe('何回の注文から'),
  }),
  unitYen: Yen.describe('ひとつの値段。不定貫は目安の重さで'),
  ceilingUnitYen: Yen,
  place: z.string().describe('農園の場所'),
  since: z
    .object({ on: Day, yen: z.int().describe('いまの値段との差。高くなれば正') })
    .nullable()
    .describe('前に届いたときと、いまの値段'),
  catchWeight: z.boolean(),
  minQty: Count,
  maxQty: Count,
  orderStep: Count,
  availableQty: Count,
  comesOn: Day.nullable().describe('その日に届けられない農園の、届く日'),
})

export const OpenList = List.extend({
  on: Day.describe('この日に届く分の数'),
  cutoffAt: Moment.nullable(),
  days: z.array(Day).describe('届けられる日'),
  awake: z.array(OpenLine),
  asleep: z.array(
    z.object({
      ...Goods,
      why: Blocker,
      wakesIn: Count.nullable().describe('旬がもどる月'),
      instead: OpenLine.nullable().describe('かわりにいちばん近い品'),
    }),
  ),
})

const Standing = z.object({
  id: AnId,
  list: z.object({ id: AnId, name: z.string() }),
  weekdays: Weekdays.describe('届く曜日'),
  ceilingYen: Yen.describe('一回の上限。税込・送料込'),
  paused: z.boolean(),
  by: z.string().describe('この人の名前と上限で注文する'),
  version: Count,
  days: z
    .array(
      z.object({
        deliveryOn: Day,
        state: z.enum(['planned', 'skipped', 'impossible']),
        farms: z.array(z.string()).optional(),
        noticeAt: Moment.optional().describe('知らせる時刻（前の日の18:00）'),
        orderAt: Moment.optional().describe('注文する時刻（いちばん早い締切の3時間前）'),
        cutoffAt: Moment.optional(),
        reason: z.string().optional(),
      }),
    )
    .describe('つぎの日'),
  runs: z
    .array(
      z.object({
        deliveryOn: Day,
        outcome: z.enum(['ordered', 'asked', 'nothing']).describe('注文した、店長に聞いた、注文する品がなかった'),
        purchaseId: AnId.nullable(),
        leftOut: z.array(LeftOut),
      }),
    )
    .describe('これまでの分。新しい順'),
})

export const StandingList = z.object({ standing: z.array(Standing) })

const ofList = z.object({ id: ListIdIn })

/** About one list, which is the response. */
const ofOneList = {
  params: { id: 'listId' },
  output: ListWithLines,
  answer: ({ ctx }: ApiContext, { listId }: { listId: ShoppingListId }) => shoppingList(ctx, listId),
} as const

const ofOneLine = { ...ofOneList, params: { id: 'listId', productId: 'productId' } } as const

/** About one standing order. */
const ofOneStanding = {
  params: { id: 'id' },
  output: z.object({ id: AnId }),
  answer: (_: ApiContext, { id }: { id: StandingOrderId }) => ({ id }),
} as const

const ofOneDay = { ...ofOneStanding, params: { id: 'id', day: 'day' } } as const

const gone = { successStatus: 204, output: z.unknown(), answer: () => undefined } as const

export const listsOperations = {
  lists: endpoint('members', {
    method: 'GET',
    path: '/lists',
    tag,
    scope: 'cart.read',
    summary: 'いつもののリストの一覧',
  })
    .input(z.object({ query: z.object({ kitchenId: KitchenChoice }) }))
    .output(z.object({ lists: z.array(List.extend({ lineCount: Count })) }))
    .handler(async ({ context: { ctx }, input: { query } }) => ({
      lists: await shoppingLists(ctx, query.kitchenId),
    })),
  make: operation(makeList, {
    path: '/lists',
    tag,
    scope: 'cart.write',
    summary: '空のリストを作る',
    successStatus: 201,
    example: { body: { name: '週末のコース', weekdays: [5, 6] } },
    output: ListWithLines,
    answer: ({ ctx }, _, { listId }) => shoppingList(ctx, listId),
  }),
  fromHistory: operation(makeFromHistory, {
    path: '/lists/from-history',
    tag,
    scope: 'cart.write',
    summary: 'これまでの注文からリストを作る',
    description: '届いた曜日ごとに、最近4回の半分以上に入っていた品で作ります。すでにリストのある曜日は作りません。',
    successStatus: 201,
    output: z.object({ listIds: z.array(AnId) }),
    answer: (_, __, made) => made,
  }),
  list: endpoint('members', {
    method: 'GET',
    path: '/lists/{id}',
    tag,
    scope: 'cart.read',
    summary: 'リストの中身',
  })
    .input(z.object({ params: ofList }))
    .output(ListWithLines)
    .handler(({ context: { ctx }, input }) => shoppingList(ctx, input.params.id)),
  open: endpoint('members', {
    method: 'GET',
    path: '/lists/{id}/order',
    tag,
    scope: 'cart.read',
    summary: '注文するときのリスト',
    description:
      '届く曜日にいつも取る数と、いまの値段。旬でないものや売り切れは asleep に、かわりの品といっしょに出ます。',
  })
    .input(z.object({ params: ofList, query: z.object({ on: DayIn.optional() }) }))
    .output(OpenList)
    .handler(({ context: { ctx }, input: { params, query } }) => openList(ctx, { listId: params.id, on: query.on })),
  rename: operation(renameList, {
    method: 'PUT',
    path: '/lists/{id}',
    tag,
    scope: 'cart.write',
    summary: '名前と曜日を変える',
    example: { body: { name: '火曜の定番', weekdays: [2], version: 1 } },
    ...ofOneList,
  }),
  remove: operation(removeList, {
    method: 'DELETE',
    path: '/lists/{id}',
    tag,
    scope: 'cart.write',
    summary: 'リストを消す',
    params: ofOneList.params,
    ...gone,
  }),
  place: operation(placeShoppingListLines, {
    method: 'PUT',
    path: '/lists/{id}/order-of-lines',
    tag,
    scope: 'cart.write',
    summary: '品を並べかえる',
    description: '書いた順に並びます。書かない品は、その後ろにいまの順で残ります。',
    ...ofOneList,
  }),
  setLine: operation(setShoppingListLine, {
    method: 'PUT',
    path: '/lists/{id}/lines/{productId}',
    tag,
    scope: 'cart.write',
    summary: '品を入れる・数を決める',
    description: 'learns を false にすると、いつもこの数になります。',
    example: { body: { qty: 2, learns: true } },
    ...ofOneLine,
  }),
  removeLine: operation(removeShoppingListLine, {
    method: 'DELETE',
    path: '/lists/{id}/lines/{productId}',
    tag,
    scope: 'cart.write',
    summary: '品をはずす',
    ...ofOneLine,
  }),
  intoCart: operation(listIntoCart, {
    method: 'PUT',
    path: '/lists/{id}/cart',
    tag,
    scope: 'cart.write',
    summary: 'リストをかごに入れる',
    description:
      'lines を省くと、起きている品をいつもの数で入れます。かごのほかの品はそのままです。二度送っても同じです。',
    example: { body: { on: '2026-11-27' } },
    params: ofOneList.params,
    output: Reordered,
    answer: (_, __, reordered) => reordered,
  }),
  standing: endpoint('members', {
    method: 'GET',
    path: '/standing-orders',
    tag: standingTag,
    scope: 'orders.read',
    summary: '自動の注文の一覧と、つぎの日',
  })
    .input(z.object({ query: z.object({ kitchenId: KitchenChoice }) }))
    .output(StandingList)
    .handler(async ({ context: { ctx }, input: { query } }) => ({
      standing: await standingOrders(ctx, query.kitchenId),
    })),
  makeStanding: operation(makeStanding, {
    path: '/standing-orders',
    tag: standingTag,
    scope: 'orders.write',
    summary: '自動の注文をはじめる',
    description:
      '前の日の18:00にメールで知らせ、いちばん早い締切の3時間前に、手で注文するときと同じきまりで注文します。入れられない品は外します。',
    successStatus: 201,
    example: {
      body: { listId: '0193c0de-0000-7000-8000-000000000009', weekdays: [2, 5], ceilingYen: 30_000 },
    },
    output: z.object({ id: AnId }),
    answer: (_, __, made) => made,
  }),
  changeStanding: operation(changeStanding, {
    method: 'PUT',
    path: '/standing-orders/{id}',
    tag: standingTag,
    scope: 'orders.write',
    summary: 'リスト・曜日・上限を変える',
    description: 'これからは、変えた人の名前と上限で注文します。',
    ...ofOneStanding,
  }),
  pause: operation(pauseStanding, {
    method: 'PUT',
    path: '/standing-orders/{id}/pause',
    tag: standingTag,
    scope: 'orders.write',
    summary: 'ずっと休む・再開する',
    example: { body: { paused: true } },
    ...ofOneStanding,
  }),
  skip: operation(skipStanding, {
    method: 'PUT',
    path: '/standing-orders/{id}/skips/{day}',
    tag: standingTag,
    scope: 'orders.write',
    summary: 'その日を休む',
    ...ofOneDay,
  }),
  unskip: operation(unskipStanding, {
    method: 'DELETE',
    path: '/standing-orders/{id}/skips/{day}',
    tag: standingTag,
    scope: 'orders.write',
    summary: '休みにした日を、もどす',
    ...ofOneDay,
  }),
  endStanding: operation(endStanding, {
    method: 'DELETE',
    path: '/standing-orders/{id}',
    tag: standingTag,
    scope: 'orders.write',
    summary: '自動の注文をやめる',
    description: 'もう注文した分は、そのまま届きます。',
    params: ofOneStanding.params,
    ...gone,
  }),
}
