import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { AnId, Count, Day, Moment, Yen } from '#api/schemas/shapes.ts'
import { slots } from '#kernel/enums.ts'
import { KitchenChoice } from '#kernel/schema.ts'
import { CodeIn } from '#modules/group-buying/code.server.ts'
import { cancelGroupBuy } from '#modules/group-buying/end-group-buy.server.ts'
import { groupEndings } from '#modules/group-buying/group-buy.ts'
import { groupBuy, ownGroupBuys } from '#modules/group-buying/group-queries.server.ts'
import { joinGroupBuy, leaveGroupBuy } from '#modules/group-buying/join-group-buy.server.ts'
import { openGroupBuy } from '#modules/group-buying/open-group-buy.server.ts'

const tag = '共同購入'

const Ending = z
  .enum(groupEndings)
  .nullable()
  .describe('注文済み・店舗数の不足・最低注文金額の不足・お届け不可・募集中止。募集中は null')

const Code = z.string().describe('招待コード')

const Own = z.object({
  code: Code,
  farm: z.string(),
  deliveryOn: Day,
  closesAt: Moment,
  endedAt: Moment.nullable(),
  ending: Ending,
  opened: z.boolean().describe('自分の飲食店が募集した'),
  kitchens: Count.describe('参加店舗の数'),
})

const One = z.object({
  code: Code,
  farm: z.object({ id: AnId, name: z.string(), crest: z.string(), place: z.string() }),
  host: z.object({ restaurant: z.string(), kitchen: z.string(), address: z.string() }).describe('受け取り場所'),
  deliveryOn: Day,
  slot: z.enum(slots),
  closesAt: Moment,
  leastKitchens: Count.describe('成立に必要な店舗数'),
  message: z.string(),
  endedAt: Moment.nullable(),
  ending: Ending,
  isOpen: z.boolean(),
  isHost: z.boolean(),
  shared: z
    .array(
      z.object({
        kitchenId: AnId,
        name: z.string(),
        isOpener: z.boolean(),
        isMine: z.boolean(),
        freightYen: Yen.nullable().describe('送料の分担、税抜'),
      }),
    )
    .describe('参加店舗と送料の分担'),
  wholeYen: Yen.describe('送料の合計、税抜'),
  waived: z.boolean().describe('農園の条件に達し、送料無料'),
  missingToFreeYen: Yen.nullable(),
  missingToMinimumYen: Yen.describe('農園の最低注文金額までの不足額'),
  mine: z
    .object({ goodsYen: Yen, freightYen: Yen, aloneYen: Yen.describe('単独の送料'), taxYen: Yen, totalYen: Yen })
    .nullable()
    .describe('自店の金額。注文後は注文を参照'),
  joined: z.boolean(),
  orderId: AnId.nullable(),
  refused: z.string().nullable().describe('自店の分を注文しなかった理由'),
  goods: z.array(
    z.object({
      productId: AnId,
      name: z.string(),
      packLabel: z.string(),
      unitLabel: z.string(),
      priceYen: Yen.describe('自店の単価、税抜'),
      minQty: Count,
      maxQty: Count,
      orderStep: Count,
      availableQty: Count,
      qty: Count.describe('自店の数量'),
    }),
  ),
})

const ofCode = { params: { code: 'code' }, tag, scope: 'orders.write' } as const
const codeOnly = z.object({ code: Code })

export const groupBuysOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/group-buys',
    tag,
    scope: 'orders.read',
    summary: '募集・参加した共同購入の一覧',
  })
    .output(z.object({ groupBuys: z.array(Own) }))
    .handler(async ({ context: { ctx } }) => ({ groupBuys: await ownGroupBuys(ctx) })),
  one: endpoint('members', {
    method: 'GET',
    path: '/group-buys/{code}',
    tag,
    scope: 'orders.read',
    summary: '共同購入の内容と、各店舗の送料の分担',
    description: '招待コードを知っている、承認済みの飲食店に表示します。他の店舗の商品と価格は含みません。',
  })
    .input(
      z.object({
        params: z.object({ code: CodeIn }),
        query: z.object({ kitchenId: KitchenChoice }),
      }),
    )
    .output(One)
    .handler(async ({ context: { ctx }, input: { params, query } }) =>
      One.parse(await groupBuy(ctx, { ...params, ...query })),
    ),
  open: operation(openGroupBuy, {
    path: '/group-buys',
    tag,
    scope: 'orders.write',
    summary: '共同購入を募集する',
    description: 'かごにあるその農園の商品が自店の分になり、かごから除かれます。',
    successStatus: 201,
    output: codeOnly,
    answer: (_, __, value) => value,
  }),
  join: operation(joinGroupBuy, {
    ...ofCode,
    path: '/group-buys/{code}/goods',
    method: 'PUT',
    summary: '共同購入に参加する、または数量を変更する',
    description: '締切に、この数量で注文を確定します。',
    output: z.object({ code: Code, joined: z.boolean().describe('新たに参加した') }),
    answer: (_, __, value) => value,
  }),
  leave: operation(leaveGroupBuy, {
    ...ofCode,
    path: '/group-buys/{code}/leaving',
    summary: '共同購入の参加を取り消す',
    output: codeOnly,
    answer: (_, __, value) => value,
  }),
  cancel: operation(cancelGroupBuy, {
    ...ofCode,
    path: '/group-buys/{code}/cancellation',
    summary: '共同購入の募集を中止する',
    output: codeOnly,
    answer: (_, __, value) => value,
  }),
}
