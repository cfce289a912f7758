import { z } from 'zod'
import { endpoint, needsKey, refusals } from '#api/endpoint.server.ts'
import { granted } from '#api/problems.server.ts'
import { AnId, Count, Day, Moment, Yen } from '#api/schemas/shapes.ts'
import { kitchenOf } from '#authorization/authorize.ts'
import { methods, temperatures } from '#kernel/enums.ts'
import { answerStates, boxSizes, requestStates, wishedMethods } from '#kernel/request-enums.ts'
import { Body, Category, DayIn, IdOf, KeyHeader, KitchenChoice, Quantity, Text } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { acceptAnswer } from '#modules/sourcing/accept-answer.server.ts'
import { answerRequest, declineRequest, withdrawAnswer } from '#modules/sourcing/answer-request.server.ts'
import { type Asked, askRequest, changeRequest } from '#modules/sourcing/ask-request.server.ts'
import { withdrawRequest } from '#modules/sourcing/close-request.server.ts'
import { demand } from '#modules/sourcing/demand.server.ts'
import { requestRefusalText } from '#modules/sourcing/refusal-text.ts'
import { askedRequest, askedRequests, ownRequest, ownRequests } from '#modules/sourcing/request-queries.server.ts'

const tag = 'リクエスト'

const State = z
  .enum(requestStates)
  .describe(
    '待っている（open）、注文した（accepted）、取り下げた（withdrawn）、時間切れ（expired）、運営が取り下げた（removed）',
  )

const Version = z.int('整数を入れてください。').min(1)

const Temperature = z.enum(temperatures).describe('常温・冷蔵・冷凍')

const MethodName = z.enum(methods).describe('慣行・特別栽培・有機JAS・自然栽培')

const boxWord = 'ぜんぶが入る箱の大きさ（サイズ）。60・80・100・120・140・160。冷蔵と冷凍は120まで'

const shown = {
  id: AnId,
  words: z.string().describe('さがしている食材'),
  category: Category,
  picture: z.string(),
  qty: Count,
  unit: z.string(),
  days: z.array(Day).describe('届けてほしい日。どれでもよい'),
  ceilingYen: Yen.nullable().describe('予算の上限。税・送料こみ'),
  method: z.enum(wishedMethods).nullable(),
  note: z.string(),
  state: State,
  answerUntil: Moment.describe('農園が返事できる時刻'),
  lastOrderAt: Moment.describe('これをすぎると、どの返事も注文できない'),
  createdAt: Moment,
  closedAt: Moment.nullable(),
}

const Own = z.object({
  ...shown,
  kitchenId: AnId,
  by: z.string(),
  told: Count.describe('知らせた農園の数'),
  offers: Count.describe('出せるという返事の数'),
})

const OwnWithAnswers = Own.extend({
  version: Count,
  removedReason: z.string().nullable(),
  purchaseId: AnId.nullable(),
  acceptedAnswerId: AnId.nullable(),
  declined: Count,
  answers: z
    .array(
      z.object({
        id: AnId,
        version: Count,
        farm: z.object({ id: AnId, name: z.string(), crest: z.string(), place: z.string() }),
        priceYen: Yen.describe('1単位の値段。税抜'),
        qty: Count,
        deliveryOn: Day,
        method: MethodName,
        temperature: Temperature,
        boxSize: z.int().describe(boxWord),
        words: z.string(),
        goodsYen: Yen,
        freightYen: Yen.describe('税抜。いまの注文にまとまるときは、ふえる分'),
        taxYen: Yen,
        totalYen: Yen.describe('税・送料こみ。注文するとき seenTotalYen に入れる'),
        joins: z.string().nullable().describe('まとまる注文の番号'),
        cutoffAt: Moment.nullable(),
        aboveCeiling: z.boolean(),
        problem: z.string().nullable().describe('いま注文できないわけ'),
      }),
    )
    .describe('合計の安い順'),
})

const AskedOf = z.object({
  ...shown,
  place: z.string().describe('届け先の都道府県と市区町村。店の名前は注文まで出ない'),
  businessType: z.string(),
  version: Count,
  answer: z
    .object({
      state: z.enum(answerStates),
      version: Count,
      priceYen: Yen.nullable(),
      qty: Count.nullable(),
      deliveryOn: Day.nullable(),
    })
    .nullable(),
  taken: z.boolean().describe('この返事で注文された'),
  open: z.boolean(),
})

const Answered = z.object({ version: Count })

const asked = {
  words: Text(1, 60).describe('さがしている食材（例 ズッキーニの花）'),
  category: Category.nullish().describe('名前から分からないときの種類'),
  qty: Quantity(1),
  unit: Text(1, 10),
  days: z.array(DayIn).min(1).max(7).describe('あしたから13日後まで'),
  ceilingYen: z.int('整数を入れてください。').min(1).max(10_000_000).nullish().describe('税・送料こみ'),
  method: z.enum(wishedMethods).nullish(),
  note: Text(0, 300).optional(),
  answerUntil: z.iso.datetime({ offset: true, error: '時刻は ISO 8601 で入れてください。' }).nullish(),
}

const ofRequest = z.object({ id: IdOf<'request'>('リクエスト') })

const refusedBy = (...codes: Parameters<typeof requestRefusalText>[0][]) => refusals(codes, requestRefusalText)

const over = ['request_accepted', 'request_withdrawn', 'request_expired', 'request_removed'] as const

const askRefusals = [
  'kind_unknown',
  'words_missing',
  'name_hidden_character',
  'name_with_url',
  'unit_missing',
  'days_missing',
  'days_too_far',
  'nobody_to_ask',
  'until_too_soon',
  'asked_too_often',
  'key_reused',
] as const

const text = requestRefusalText

export const requestsOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/requests',
    tag,
    scope: 'requests.read',
    summary: '自分の店のリクエストの一覧。新しい順',
  })
    .output(z.object({ requests: z.array(Own) }))
    .handler(async ({ context: { ctx } }) => ({ requests: await ownRequests(ctx) })),
  ask: endpoint('members', {
    method: 'POST',
    path: '/requests',
    tag,
    scope: 'requests.write',
    summary: 'さがしている食材を、出せそうな農園に聞く',
    successStatus: 201,
    example: { body: { words: 'ズッキーニの花', qty: 20, unit: '本', days: ['2026-11-27'] } },
  })
    .errors(needsKey)
    .errors(refusedBy(...askRefusals, 'too_many_requests'))
    .input(z.object({ headers: KeyHeader, body: Body({ kitchenId: KitchenChoice, ...asked }) }))
    .output(z.object({ id: AnId, told: Count }))
    .handler(async ({ context: { ctx }, input: { headers, body } }) => {
      const { kitchenId: named, ...said } = body
      const kitchenId = kitchenOf(ctx.actor, named)
      const made = await askRequest(ctx, { kitchenId, key: headers['idempotency-key'], ...askedOf(said) })
      return madeOf(granted(made, text))
    }),
  one: endpoint('members', {
    method: 'GET',
    path: '/requests/{id}',
    tag,
    scope: 'requests.read',
    summary: 'リクエストと、くらべられる返事',
  })
    .input(z.object({ params: ofRequest }))
    .output(OwnWithAnswers)
    .handler(({ context: { ctx }, input: { params } }) => ownRequest(ctx, params.id)),
  change: endpoint('members', {
    method: 'PUT',
    path: '/requests/{id}',
    tag,
    scope: 'requests.write',
    summary: '返事が来る前に、内容を変える',
  })
    .errors(needsKey)
    .errors(refusedBy(...askRefusals, ...over, 'answered_already', 'request_changed'))
    .input(z.object({ params: ofRequest, headers: KeyHeader, body: Body({ ...asked, version: Version }) }))
    .output(z.object({ id: AnId, told: Count }))
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
      const { version, ...said } = body
      const key = headers['idempotency-key']
      return madeOf(granted(await changeRequest(ctx, { requestId: params.id, key, version, ...askedOf(said) }), text))
    }),
  withdraw: endpoint('members', {
    method: 'POST',
    path: '/requests/{id}/withdrawal',
    tag,
    scope: 'requests.write',
    summary: 'リクエストを取り下げる',
  })
    .errors(needsKey)
    .errors(refusedBy(...over, 'key_reused'))
    .input(z.object({ params: ofRequest, headers: KeyHeader }))
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx }, input: { params, headers } }) => {
      const done = await withdrawRequest(ctx, { requestId: params.id, key: headers['idempotency-key'] })
      return { id: granted(done, text).requestId }
    }),
  accept: endpoint('members', {
    method: 'POST',
    path: '/requests/{id}/acceptance',
    tag,
    scope: 'orders.write',
    summary: '返事をひとつえらんで注文する',
    description:
      '手で注文するときと同じきまり（送料、最低注文、締切、同じ日の注文にまとめる、上限と承認）で注文します。',
    successStatus: 201,
  })
    .errors(needsKey)
    .errors(
      refusedBy(
        ...over,
        'answer_gone',
        'answer_changed',
        'changed',
        'day_over',
        'farm_closed',
        'farm_asks_first',
        'below_farm_minimum',
        'too_big_to_ship',
        'out_of_stock',
        'over_order_limit',
        'key_reused',
      ),
    )
    .input(
      z.object({
        params: ofRequest,
        headers: KeyHeader,
        body: Body({
          answerId: IdOf<'requestAnswer'>('返事'),
          version: Version,
          seenTotalYen: z.int('整数を入れてください。').describe('見た合計。税・送料こみ。ちがえば注文しない'),
        }),
      }),
    )
    .output(z.object({ purchaseId: AnId, number: z.string(), pending: z.boolean().describe('店長の承認を待っている') }))
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) =>
      granted(await acceptAnswer(ctx, { requestId: params.id, key: headers['idempotency-key'], ...body }), text),
    ),
  asked: endpoint('members', {
    method: 'GET',
    path: '/farm/requests',
    tag,
    scope: 'requests.read',
    summary: '農園に届いたリクエスト。返事まちが先',
  })
    .output(z.object({ requests: z.array(AskedOf) }))
    .handler(async ({ context: { ctx } }) => ({ requests: await askedRequests(ctx) })),
  askedOne: endpoint('members', {
    method: 'GET',
    path: '/farm/requests/{id}',
    tag,
    scope: 'requests.read',
    summary: '農園に届いたリクエストと、届けられる日',
  })
    .input(z.object({ params: ofRequest }))
    .output(
      AskedOf.extend({
        closed: z.string().nullable().describe('答えられないわけ。答えられれば null'),
        possible: z.array(z.object({ deliveryOn: Day, cutoffAt: Moment })),
        methods: z.array(MethodName).describe('この農園が書ける栽培方法'),
      }),
    )
    .handler(({ context: { ctx }, input: { params } }) => askedRequest(ctx, params.id)),
  answer: endpoint('members', {
    method: 'PUT',
    path: '/farm/requests/{id}/answer',
    tag,
    scope: 'requests.write',
    summary: '出せる値段・数・日を答える（変える）',
    example: {
      body: {
        priceYen: 80,
        qty: 20,
        deliveryOn: '2026-11-27',
        method: 'conventional',
        temperature: 'chilled',
        boxSize: 60,
      },
    },
  })
    .errors(needsKey)
    .errors(
      refusedBy(
        ...over,
        'answers_over',
        'bad_price',
        'more_than_asked',
        'bad_day',
        'box_too_big',
        'method_not_shown',
        'forbidden_claim',
        'organic_without_jas',
        'permit_lapsed',
        'key_reused',
      ),
    )
    .input(
      z.object({
        params: ofRequest,
        headers: KeyHeader,
        body: Body({
          priceYen: z.int('整数を入れてください。').describe('1単位の値段。税抜'),
          qty: Quantity(1),
          deliveryOn: DayIn,
          method: MethodName,
          temperature: Temperature,
          boxSize: z.literal(boxSizes, { error: boxWord }).describe(boxWord),
          words: Text(0, 300).optional(),
        }),
      }),
    )
    .output(Answered)
    .handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
      const { priceYen, words = '', ...offer } = body
      const key = headers['idempotency-key']
      const said = { ...offer, priceYen: yen(priceYen), words }
      return granted(await answerRequest(ctx, { requestId: params.id, key, ...said }), text)
    }),
  decline: endpoint('members', {
    method: 'POST',
    path: '/farm/requests/{id}/refusal',
    tag,
    scope: 'requests.write',
    summary: '「出せません」と答える',
  })
    .errors(needsKey)
    .errors(refusedBy(...over, 'answers_over', 'key_reused'))
    .input(z.object({ params: ofRequest, headers: KeyHeader }))
    .output(Answered)
    .handler(async ({ context: { ctx }, input: { params, headers } }) =>
      granted(await declineRequest(ctx, { requestId: params.id, key: headers['idempotency-key'] }), text),
    ),
  withdrawAnswer: endpoint('members', {
    method: 'POST',
    path: '/farm/requests/{id}/withdrawal',
    tag,
    scope: 'requests.write',
    summary: '返事を取り下げる',
  })
    .errors(needsKey)
    .errors(refusedBy(...over, 'nothing_to_withdraw', 'key_reused'))
    .input(z.object({ params: ofRequest, headers: KeyHeader }))
    .output(Answered)
    .handler(async ({ context: { ctx }, input: { params, headers } }) =>
      granted(await withdrawAnswer(ctx, { requestId: params.id, key: headers['idempotency-key'] }), text),
    ),
  demand: endpoint('members', {
    method: 'GET',
    path: '/farm/demand',
    tag,
    scope: 'requests.read',
    summary: '料理人が探しているもの',
    description: '終わったリクエストのまとめ。3店以上がさがしたものだけで、どの数も3店以上の分です。',
  })
    .output(
      z.object({
        months: Count,
        kinds: z.array(
          z.object({
            name: z.string(),
            category: Category,
            requests: Count,
            shops: Count,
            ordered: Count.describe('注文になったもの'),
            byMonth: z.array(z.object({ month: z.string().describe('YYYY-MM'), requests: Count })),
            byRegion: z.array(z.object({ region: z.string(), requests: Count })),
          }),
        ),
      }),
    )
    .handler(({ context: { ctx } }) => demand(ctx)),
}

type Said = Pick<Asked, 'words' | 'qty' | 'unit' | 'days'> & {
  category?: Asked['category'] | undefined
  method?: Asked['method'] | undefined
  ceilingYen?: number | null | undefined
  note?: string | undefined
  answerUntil?: string | null | undefined
}

const askedOf = ({ answerUntil, ceilingYen, category = null, method = null, note = '', ...said }: Said): Asked => ({
  ...said,
  category,
  method,
  note,
  ceilingYen: ceilingYen == null ? null : yen(ceilingYen),
  until: answerUntil == null ? null : new Date(answerUntil),
})

const madeOf = ({ requestId, told }: { requestId: string; told: number }) => ({ id: requestId, told })
