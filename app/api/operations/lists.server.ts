import { z } from 'zod'
import { endpoint, needsKey, refusals } from '#api/endpoint.server.ts'
import { Reordered } from '#api/operations/ordering.server.ts'
import { granted } from '#api/problems.server.ts'
import { AnId, Count, Day, Moment, Yen } from '#api/schemas/shapes.ts'
import { kitchenOf } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { whysNot } from '#kernel/enums.ts'
import type { ShoppingListId } from '#kernel/ids.ts'
import type { Weekday } from '#kernel/jst.ts'
import { Body, Category, DayIn, IdOf, KeyHeader, KitchenChoice, Quantity, Text } from '#kernel/schema.ts'
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
import { listRefusalText } from '#modules/shopping-lists/refusal-text.ts'
import { openList, shoppingList, shoppingLists } from '#modules/shopping-lists/shopping-lists.server.ts'
import {
  changeStanding,
  endStanding,
  makeStanding,
  pauseStanding,
  skipStanding,
  standingOrders,
} from '#modules/shopping-lists/standing-orders.server.ts'

const tag = 'いつもの'

const standingTag = '自動の注文'

const WeekdaysIn = z
  .array(
    z
      .int('曜日は0（日曜）〜6（土曜）の整数です。')
      .min(0, '曜日は0（日曜）〜6（土曜）の整数です。')
      .max(6, '曜日は0（日曜）〜6（土曜）の整数です。')
      .transform((day) => day as Weekday),
  )
  .max(7)
  .describe('0 日曜〜6 土曜')

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

const ofList = z.object({ id: IdOf<'shoppingList'>('リスト') })

const ofLine = ofList.extend({ productId: IdOf<'product'>('商品') })

const ofStanding = z.object({ id: IdOf<'standingOrder'>('自動の注文') })

const ofDay = ofStanding.extend({ day: DayIn })

const named = { name: Text(0, 200), weekdays: WeekdaysIn }

const Version = z.int('整数を入れてください。').min(1)

const wanted = {
  listId: IdOf<'shoppingList'>('リスト'),
  weekdays: WeekdaysIn,
  ceilingYen: z.int('整数を入れてください。').describe('一回の上限。税込・送料込'),
}

const refusedBy = (...codes: Parameters<typeof listRefusalText>[0][]) => refusals(codes, listRefusalText)

const wantedRefusals = ['weekday_missing', 'bad_ceiling', 'list_empty'] as const

const text = listRefusalText

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
      lists: await shoppingLists(ctx, kitchenOf(ctx.actor, query.kitchenId)),
    })),
  make: endpoint('members', {
    method: 'POST',
    path: '/lists',
    tag,
    scope: 'cart.write',
    summary: '空のリストを作る',
    successStatus: 201,
    example: { body: { name: '週末のコース', weekdays: [5, 6] } },
  })
    .errors(needsKey)
    .errors(
      refusedBy(
        'name_missing',
        'name_too_long',
        'name_hidden_character',
        'name_with_url',
        'too_many_lists',
        'key_reused',
      ),
    )
    .input(z.object({ headers: KeyHeader, body: Body({ kitchenId: KitchenChoice, ...named }) }))
    .output(ListWithLines)
    .handler(async ({ context: { ctx }, input: { headers, body } }) => {
      const kitchenId = kitchenOf(ctx.actor, body.kitchenId)
      const { name, weekdays } = body
      const made = await makeList(ctx, { kitchenId, key: headers['idempotency-key'], name, weekdays })
      return list(ctx, granted(made, text).listId)
    }),
  fromHistory: endpoint('members', {
    method: 'POST',
    path: '/lists/from-history',
    tag,
    scope: 'cart.write',
    summary: 'これまでの注文からリストを作る',
    description: '届いた曜日ごとに、最近4回の半分以上に入っていた品で作ります。すでにリストのある曜日は作りません。',
    successStatus: 201,
  })
    .errors(needsKey)
    .errors(refusedBy('no_history', 'nothing_new', 'too_many_lists', 'too_many_lines', 'key_reused'))
    .input(z.object({ headers: KeyHeader, body: Body({ kitchenId: KitchenChoice }).optional() }))
    .output(z.object({ listIds: z.array(AnId) }))
    .handler(async ({ context: { ctx }, input: { headers, body } }) => {
      const kitchenId = kitchenOf(ctx.actor, body?.kitchenId)
      return granted(await makeFromHistory(ctx, { kitchenId, key: headers['idempotency-key'] }), text)
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
    .handler(({ context: { ctx }, input }) => list(ctx, input.params.id)),
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
  rename: endpoint('members', {
    method: 'PUT',
    path: '/lists/{id}',
    tag,
    scope: 'cart.write',
    summary: '名前と曜日を変える',
    example: { body: { name: '火曜の定番', weekdays: [2], version: 1 } },
  })
    .errors(refusedBy('changed_meanwhile', 'name_missing', 'name_too_long', 'name_hidden_character', 'name_with_url'))
    .input(z.object({ params: ofList, body: Body({ ...named, version: Version }) }))
    .output(ListWithLines)
    .handler(async ({ context: { ctx }, input: { params, body } }) => {
      granted(await renameList(ctx, { listId: params.id, ...body }), text)
      return list(ctx, params.id)
    }),
  remove: endpoint('members', {
    method: 'DELETE',
    path: '/lists/{id}',
    tag,
    scope: 'cart.write',
    summary: 'リストを消す',
    successStatus: 204,
  })
    .errors(refusedBy('list_in_use'))
    .input(z.object({ params: ofList }))
    .handler(async ({ context: { ctx }, input: { params } }) => {
      granted(await removeList(ctx, params.id), text)
    }),
  place: endpoint('members', {
    method: 'PUT',
    path: '/lists/{id}/order-of-lines',
    tag,
    scope: 'cart.write',
    summary: '品を並べかえる',
    description: '書いた順に並びます。書かない品は、その後ろにいまの順で残ります。',
  })
    .input(z.object({ params: ofList, body: Body({ productIds: z.array(IdOf<'product'>('商品')).max(100) }) }))
    .output(ListWithLines)
    .handler(async ({ context: { ctx }, input: { params, body } }) => {
      granted(await placeShoppingListLines(ctx, { listId: params.id, productIds: body.productIds }), text)
      return list(ctx, params.id)
    }),
  setLine: endpoint('members', {
    method: 'PUT',
    path: '/lists/{id}/lines/{productId}',
    tag,
    scope: 'cart.write',
    summary: '品を入れる・数を決める',
    description: 'learns を false にすると、いつもこの数になります。',
    example: { body: { qty: 2, learns: true } },
  })
    .errors(refusedBy('too_many_lines'))
    .input(
      z.object({
        params: ofLine,
        body: Body({ qty: Quantity(1), learns: z.boolean('true か false を入れてください。') }),
      }),
    )
    .output(ListWithLines)
    .handler(async ({ context: { ctx }, input: { params, body } }) => {
      granted(await setShoppingListLine(ctx, { listId: params.id, productId: params.productId, ...body }), text)
      return list(ctx, params.id)
    }),
  removeLine: endpoint('members', {
    method: 'DELETE',
    path: '/lists/{id}/lines/{productId}',
    tag,
    scope: 'cart.write',
    summary: '品をはずす',
  })
    .input(z.object({ params: ofLine }))
    .output(ListWithLines)
    .handler(async ({ context: { ctx }, input: { params } }) => {
      granted(await removeShoppingListLine(ctx, { listId: params.id, productId: params.productId }), text)
      return list(ctx, params.id)
    }),
  intoCart: endpoint('members', {
    method: 'PUT',
    path: '/lists/{id}/cart',
    tag,
    scope: 'cart.write',
    summary: 'リストをかごに入れる',
    description:
      'lines を省くと、起きている品をいつもの数で入れます。かごのほかの品はそのままです。二度送っても同じです。',
    example: { body: { on: '2026-11-27' } },
  })
    .input(
      z.object({
        params: ofList,
        body: Body({
          on: DayIn.optional().describe('届けてほしい日'),
          lines: z
            .array(Body({ productId: IdOf<'product'>('商品'), qty: Quantity(1) }))
            .min(1)
            .max(200)
            .optional(),
        }).optional(),
      }),
    )
    .output(Reordered)
    .handler(({ context: { ctx }, input: { params, body } }) =>
      listIntoCart(ctx, { listId: params.id, on: body?.on, goods: body?.lines }),
    ),
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
      standing: await standingOrders(ctx, kitchenOf(ctx.actor, query.kitchenId)),
    })),
  makeStanding: endpoint('members', {
    method: 'POST',
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
  })
    .errors(needsKey)
    .errors(refusedBy(...wantedRefusals, 'too_many_standing', 'key_reused'))
    .input(z.object({ headers: KeyHeader, body: Body({ kitchenId: KitchenChoice, ...wanted }) }))
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx }, input: { headers, body } }) => {
      const { kitchenId: named, ...wanted } = body
      const kitchenId = kitchenOf(ctx.actor, named)
      return granted(await makeStanding(ctx, { kitchenId, key: headers['idempotency-key'], ...wanted }), text)
    }),
  changeStanding: endpoint('members', {
    method: 'PUT',
    path: '/standing-orders/{id}',
    tag: standingTag,
    scope: 'orders.write',
    summary: 'リスト・曜日・上限を変える',
    description: 'これからは、変えた人の名前と上限で注文します。',
  })
    .errors(refusedBy(...wantedRefusals, 'changed_meanwhile'))
    .input(z.object({ params: ofStanding, body: Body({ ...wanted, version: Version }) }))
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx }, input: { params, body } }) =>
      granted(await changeStanding(ctx, { id: params.id, ...body }), text),
    ),
  pause: endpoint('members', {
    method: 'PUT',
    path: '/standing-orders/{id}/pause',
    tag: standingTag,
    scope: 'orders.write',
    summary: 'ずっと休む・再開する',
    example: { body: { paused: true } },
  })
    .input(z.object({ params: ofStanding, body: Body({ paused: z.boolean('true か false を入れてください。') }) }))
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx }, input: { params, body } }) =>
      granted(await pauseStanding(ctx, { id: params.id, paused: body.paused }), text),
    ),
  skip: endpoint('members', {
    method: 'PUT',
    path: '/standing-orders/{id}/skips/{day}',
    tag: standingTag,
    scope: 'orders.write',
    summary: 'その日を休む',
  })
    .errors(refusedBy('day_not_skippable'))
    .input(z.object({ params: ofDay }))
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx }, input: { params } }) =>
      granted(await skipStanding(ctx, { ...params, skipped: true }), text),
    ),
  unskip: endpoint('members', {
    method: 'DELETE',
    path: '/standing-orders/{id}/skips/{day}',
    tag: standingTag,
    scope: 'orders.write',
    summary: '休みにした日を、もどす',
  })
    .errors(refusedBy('day_not_skippable'))
    .input(z.object({ params: ofDay }))
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx }, input: { params } }) =>
      granted(await skipStanding(ctx, { ...params, skipped: false }), text),
    ),
  endStanding: endpoint('members', {
    method: 'DELETE',
    path: '/standing-orders/{id}',
    tag: standingTag,
    scope: 'orders.write',
    summary: '自動の注文をやめる',
    description: 'もう注文した分は、そのまま届きます。',
    successStatus: 204,
  })
    .input(z.object({ params: ofStanding }))
    .handler(async ({ context: { ctx }, input: { params } }) => {
      granted(await endStanding(ctx, params.id), text)
    }),
}

const list = (ctx: Ctx, id: ShoppingListId) => shoppingList(ctx, id)
