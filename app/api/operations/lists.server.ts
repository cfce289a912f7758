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

const standingTag = '自動注文'

const Weekdays = z.array(z.int()).describe('0 日曜〜6 土曜')

const Blocker = z
  .enum(whysNot)
  .describe(
    '追加できない理由：販売終了（gone）、農園の休業（farm_closed）、旬の時期ではない（out_of_season）、販売していない（not_listed）、売り切れ（sold_out）、その日に届かない（no_delivery）、農園の変更依頼に未回答（answer_first）、農園の最低注文額に満たない（below_min_order）、大きすぎて配送できない（too_big_to_ship）、上限額を超える（above_ceiling）',
  )

const LeftOut = z.object({ productId: AnId, name: z.string(), why: Blocker })

const List = z.object({
  id: AnId,
  kitchenId: AnId,
  name: z.string(),
  weekdays: Weekdays.describe('このリストが初めに表示される、お届けの曜日'),
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
  learns: z.boolean().describe('曜日別の数量を、直近の注文実績から自動設定するか'),
  priceYen: Yen,
  asleep: Blocker.nullable().describe('今日注文できない理由。注文できる場合は null'),
})

export const ListWithLines = List.extend({ lines: z.array(KeptLine) })

const OpenLine = z.object({
  ...Goods,
  qty: Count.describe('その曜日に通常注文する数量'),
  learned: z.object({
    qty: Count,
    why: z
      .enum(['weekday', 'lately', 'kept', 'first'])
      .describe(
        '数量の根拠：同じ曜日の直近4回の中央値（weekday）、直近6回の中央値（lately）、指定した数量（kept）、実績不足（first）',
      ),
    of: Count.describe('根拠となる注文の回数'),
  }),
  unitYen: Yen.describe('1つあたりの価格。不定貫は目安の重量で計算'),
  ceilingUnitYen: Yen,
  place: z.string().describe('農園の所在地'),
  since: z
    .object({ on: Day, yen: z.int().describe('現在の価格との差額。値上がりは正の値') })
    .nullable()
    .describe('前回のお届け時と現在の価格'),
  catchWeight: z.boolean(),
  minQty: Count,
  maxQty: Count,
  orderStep: Count,
  availableQty: Count,
  comesOn: Day.nullable().describe('その日に届けられない農園の、お届け日'),
})

export const OpenList = List.extend({
  on: Day.describe('この日に届く分の数量'),
  cutoffAt: Moment.nullable(),
  days: z.array(Day).describe('お届け可能な日'),
  awake: z.array(OpenLine),
  asleep: z.array(
    z.object({
      ...Goods,
      why: Blocker,
      wakesIn: Count.nullable().describe('旬が再開する月'),
      instead: OpenLine.nullable().describe('代替として最も近い商品'),
    }),
  ),
})

const Standing = z.object({
  id: AnId,
  list: z.object({ id: AnId, name: z.string() }),
  weekdays: Weekdays.describe('お届けの曜日'),
  ceilingYen: Yen.describe('1回の上限額（税・送料込）'),
  paused: z.boolean(),
  by: z.string().describe('このメンバーの名義と上限額で注文する'),
  version: Count,
  days: z
    .array(
      z.object({
        deliveryOn: Day,
        state: z.enum(['planned', 'skipped', 'impossible']),
        farms: z.array(z.string()).optional(),
        noticeAt: Moment.optional().describe('通知時刻（前日の18:00）'),
        orderAt: Moment.optional().describe('注文時刻（最も早い締切の3時間前）'),
        cutoffAt: Moment.optional(),
        reason: z.string().optional(),
      }),
    )
    .describe('次回の日程'),
  runs: z
    .array(
      z.object({
        deliveryOn: Day,
        outcome: z
          .enum(['ordered', 'asked', 'nothing', 'refused'])
          .describe(
            '注文した、店長に確認した、注文する商品がなかった、掛け払いの限度額または停止により注文できなかった',
          ),
        purchaseId: AnId.nullable(),
        leftOut: z.array(LeftOut),
      }),
    )
    .describe('これまでの実績。新しい順'),
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
    summary: '「いつもの」リストの一覧',
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
    summary: '空のリストを作成する',
    successStatus: 201,
    example: { body: { name: '週末のコース', weekdays: [5, 6] } },
    output: ListWithLines,
    answer: ({ ctx }, _, { listId }) => shoppingList(ctx, listId),
  }),
  fromHistory: operation(makeFromHistory, {
    path: '/lists/from-history',
    tag,
    scope: 'cart.write',
    summary: 'これまでの注文からリストを作成する',
    description:
      'お届けの曜日ごとに、直近4回の半数以上に含まれる商品で作成します。すでにリストのある曜日は作成しません。',
    successStatus: 201,
    output: z.object({ listIds: z.array(AnId) }),
    answer: (_, __, made) => made,
  }),
  list: endpoint('members', {
    method: 'GET',
    path: '/lists/{id}',
    tag,
    scope: 'cart.read',
    summary: 'リストの内容',
  })
    .input(z.object({ params: ofList }))
    .output(ListWithLines)
    .handler(({ context: { ctx }, input }) => shoppingList(ctx, input.params.id)),
  open: endpoint('members', {
    method: 'GET',
    path: '/lists/{id}/order',
    tag,
    scope: 'cart.read',
    summary: '注文時のリスト',
    description:
      'お届けの曜日の通常の数量と、現在の価格です。旬の時期でない商品や売り切れの商品は、代替品とともに asleep に入ります。',
  })
    .input(z.object({ params: ofList, query: z.object({ on: DayIn.optional() }) }))
    .output(OpenList)
    .handler(({ context: { ctx }, input: { params, query } }) => openList(ctx, { listId: params.id, on: query.on })),
  rename: operation(renameList, {
    method: 'PUT',
    path: '/lists/{id}',
    tag,
    scope: 'cart.write',
    summary: '名称と曜日を変更する',
    example: { body: { name: '火曜の定番', weekdays: [2], version: 1 } },
    ...ofOneList,
  }),
  remove: operation(removeList, {
    method: 'DELETE',
    path: '/lists/{id}',
    tag,
    scope: 'cart.write',
    summary: 'リストを削除する',
    params: ofOneList.params,
    ...gone,
  }),
  place: operation(placeShoppingListLines, {
    method: 'PUT',
    path: '/lists/{id}/order-of-lines',
    tag,
    scope: 'cart.write',
    summary: '商品を並べ替える',
    description: '指定した順に並びます。指定しない商品は、その後ろに現在の順で残ります。',
    ...ofOneList,
  }),
  setLine: operation(setShoppingListLine, {
    method: 'PUT',
    path: '/lists/{id}/lines/{productId}',
    tag,
    scope: 'cart.write',
    summary: '商品の追加・数量の指定',
    description: 'learns を false にすると、常にこの数量になります。',
    example: { body: { qty: 2, learns: true } },
    ...ofOneLine,
  }),
  removeLine: operation(removeShoppingListLine, {
    method: 'DELETE',
    path: '/lists/{id}/lines/{productId}',
    tag,
    scope: 'cart.write',
    summary: '商品を削除する',
    ...ofOneLine,
  }),
  intoCart: operation(listIntoCart, {
    method: 'PUT',
    path: '/lists/{id}/cart',
    tag,
    scope: 'cart.write',
    summary: 'リストをかごに追加する',
    description:
      'lines を省略すると、注文できる商品を通常の数量で追加します。かごの他の商品は変わりません。再送しても結果は同じです。',
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
    summary: '自動注文の一覧と次回の日程',
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
    summary: '自動注文を開始する',
    description:
      '前日の18:00にメールで通知し、最も早い締切の3時間前に、手動の注文と同じ条件で注文します。追加できない商品は除外します。',
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
    summary: 'リスト・曜日・上限額を変更する',
    description: '以後は、変更したメンバーの名義と上限額で注文します。',
    ...ofOneStanding,
  }),
  pause: operation(pauseStanding, {
    method: 'PUT',
    path: '/standing-orders/{id}/pause',
    tag: standingTag,
    scope: 'orders.write',
    summary: '停止・再開する',
    example: { body: { paused: true } },
    ...ofOneStanding,
  }),
  skip: operation(skipStanding, {
    method: 'PUT',
    path: '/standing-orders/{id}/skips/{day}',
    tag: standingTag,
    scope: 'orders.write',
    summary: 'その日の注文を休止する',
    ...ofOneDay,
  }),
  unskip: operation(unskipStanding, {
    method: 'DELETE',
    path: '/standing-orders/{id}/skips/{day}',
    tag: standingTag,
    scope: 'orders.write',
    summary: '休止した日を元に戻す',
    ...ofOneDay,
  }),
  endStanding: operation(endStanding, {
    method: 'DELETE',
    path: '/standing-orders/{id}',
    tag: standingTag,
    scope: 'orders.write',
    summary: '自動注文を終了する',
    description: '注文済みの分は、予定どおり届きます。',
    params: ofOneStanding.params,
    ...gone,
  }),
}
