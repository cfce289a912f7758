import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { AnId, Count, Day, Moment, Yen } from '#api/schemas/shapes.ts'
import { methods, temperatures } from '#kernel/enums.ts'
import type { RequestId } from '#kernel/ids.ts'
import { answerStates, requestStates, wishedMethods } from '#kernel/request-enums.ts'
import { Category } from '#kernel/schema.ts'
import { acceptAnswer } from '#modules/sourcing/accept-answer.server.ts'
import { answerRequest, declineRequest, withdrawAnswer } from '#modules/sourcing/answer-request.server.ts'
import { askRequest, changeRequest } from '#modules/sourcing/ask-request.server.ts'
import { askedRequest, askedRequests } from '#modules/sourcing/asked-requests.server.ts'
import { withdrawRequest } from '#modules/sourcing/close-request.server.ts'
import { demand } from '#modules/sourcing/demand.server.ts'
import { ownRequest, ownRequests } from '#modules/sourcing/own-requests.server.ts'
import { RequestIdIn } from '#modules/sourcing/request-store.server.ts'

const tag = 'リクエスト'

const State = z
  .enum(requestStates)
  .describe(
    '回答待ち（open）、注文済み（accepted）、取り下げ（withdrawn）、期限切れ（expired）、運営による取り下げ（removed）',
  )

const Temperature = z.enum(temperatures).describe('常温・冷蔵・冷凍')

const MethodName = z.enum(methods).describe('慣行・特別栽培・有機JAS・自然栽培')

const boxWord = 'すべてが入る箱の大きさ（サイズ）。60・80・100・120・140・160。冷蔵と冷凍は120まで'

const shown = {
  id: AnId,
  words: z.string().describe('探している食材'),
  category: Category,
  picture: z.string(),
  qty: Count,
  unit: z.string(),
  days: z.array(Day).describe('希望のお届け日。いずれかの日'),
  ceilingYen: Yen.nullable().describe('予算の上限（税・送料込）'),
  method: z.enum(wishedMethods).nullable(),
  note: z.string(),
  state: State,
  answerUntil: Moment.describe('農園が回答できる時刻'),
  lastOrderAt: Moment.describe('これを過ぎると、どの回答も注文できない'),
  createdAt: Moment,
  closedAt: Moment.nullable(),
}

const Own = z.object({
  ...shown,
  kitchenId: AnId,
  by: z.string(),
  told: Count.describe('通知した農園の数'),
  offers: Count.describe('出荷できるという回答の件数'),
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
        priceYen: Yen.describe('1単位の価格（税抜）'),
        qty: Count,
        deliveryOn: Day,
        method: MethodName,
        temperature: Temperature,
        boxSize: z.int().describe(boxWord),
        words: z.string(),
        goodsYen: Yen,
        freightYen: Yen.describe('税抜。既存の注文とまとめてお届けする場合は、増える分'),
        taxYen: Yen,
        totalYen: Yen.describe('税・送料込。注文時に seenTotalYen に指定する'),
        joins: z.string().nullable().describe('まとめてお届けする注文の番号'),
        cutoffAt: Moment.nullable(),
        aboveCeiling: z.boolean(),
        problem: z.string().nullable().describe('現在注文できない理由'),
      }),
    )
    .describe('合計金額の安い順'),
})

const AskedOf = z.object({
  ...shown,
  place: z.string().describe('納品先の都道府県と市区町村。飲食店の名称は注文まで表示されない'),
  businessType: z.string(),
  version: Count,
  answer: z
    .object({
      state: z.enum(answerStates),
      version: Count,
      priceYen: Yen.nullable().describe(
        '「出荷できません」の回答、または金額の閲覧を許可されていない家族・スタッフには null',
      ),
      qty: Count.nullable(),
      deliveryOn: Day.nullable(),
    })
    .nullable(),
  taken: z.boolean().describe('この回答で注文された'),
  open: z.boolean(),
})

const ofRequest = z.object({ id: RequestIdIn })
const params = { id: 'requestId' } as const

/** The request, which was asked or changed, and how many farms were notified. */
const told = {
  output: z.object({ id: AnId, told: Count }),
  answer: (_: ApiContext, __: unknown, { requestId, told }: { requestId: RequestId; told: number }) => ({
    id: requestId,
    told,
  }),
} as const

/** The farm's answer. */
const ofAnswer = {
  params,
  output: z.object({ version: Count }),
  answer: (_: ApiContext, __: unknown, answered: { version: number }) => answered,
} as const

export const requestsOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/requests',
    tag,
    scope: 'requests.read',
    summary: '自分の飲食店のリクエストの一覧。新しい順',
  })
    .output(z.object({ requests: z.array(Own) }))
    .handler(async ({ context: { ctx } }) => ({ requests: await ownRequests(ctx) })),
  ask: operation(askRequest, {
    path: '/requests',
    tag,
    scope: 'requests.write',
    summary: '探している食材を、出荷できそうな農園に問い合わせる',
    successStatus: 201,
    example: { body: { words: 'ズッキーニの花', qty: 20, unit: '本', days: ['2026-11-27'] } },
    ...told,
  }),
  one: endpoint('members', {
    method: 'GET',
    path: '/requests/{id}',
    tag,
    scope: 'requests.read',
    summary: 'リクエストと、比較できる回答',
  })
    .input(z.object({ params: ofRequest }))
    .output(OwnWithAnswers)
    .handler(({ context: { ctx }, input: { params } }) => ownRequest(ctx, params.id)),
  change: operation(changeRequest, {
    method: 'PUT',
    path: '/requests/{id}',
    tag,
    scope: 'requests.write',
    summary: '回答が届く前に、内容を変更する',
    params,
    ...told,
  }),
  withdraw: operation(withdrawRequest, {
    path: '/requests/{id}/withdrawal',
    tag,
    scope: 'requests.write',
    summary: 'リクエストを取り下げる',
    params,
    output: z.object({ id: AnId }),
    answer: (_, { requestId }) => ({ id: requestId }),
  }),
  accept: operation(acceptAnswer, {
    path: '/requests/{id}/acceptance',
    tag,
    scope: 'orders.write',
    summary: '回答を1件選択して注文する',
    description:
      '手動の注文と同じ条件（送料、最低注文額、締切、同じ日の注文をまとめること、上限額と承認）で注文します。',
    successStatus: 201,
    params,
    output: z.object({ purchaseId: AnId, number: z.string(), pending: z.boolean().describe('店長の承認待ち') }),
    answer: (_, __, accepted) => accepted,
  }),
  asked: endpoint('members', {
    method: 'GET',
    path: '/farm/requests',
    tag,
    scope: 'requests.read',
    summary: '農園に届いたリクエスト。回答待ちが先',
  })
    .output(z.object({ requests: z.array(AskedOf) }))
    .handler(async ({ context: { ctx } }) => ({ requests: await askedRequests(ctx) })),
  askedOne: endpoint('members', {
    method: 'GET',
    path: '/farm/requests/{id}',
    tag,
    scope: 'requests.read',
    summary: '農園に届いたリクエストと、納品できる日',
  })
    .input(z.object({ params: ofRequest }))
    .output(
      AskedOf.extend({
        closed: z.string().nullable().describe('回答できない理由。回答できる場合は null'),
        possible: z.array(z.object({ deliveryOn: Day, cutoffAt: Moment })),
        methods: z.array(MethodName).describe('この農園が指定できる栽培方法'),
      }),
    )
    .handler(({ context: { ctx }, input: { params } }) => askedRequest(ctx, params.id)),
  answer: operation(answerRequest, {
    method: 'PUT',
    path: '/farm/requests/{id}/answer',
    tag,
    scope: 'requests.write',
    summary: '出荷できる価格・数量・日を回答する（変更する）',
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
    ...ofAnswer,
  }),
  decline: operation(declineRequest, {
    path: '/farm/requests/{id}/refusal',
    tag,
    scope: 'requests.write',
    summary: '「出荷できません」と回答する',
    ...ofAnswer,
  }),
  withdrawAnswer: operation(withdrawAnswer, {
    path: '/farm/requests/{id}/withdrawal',
    tag,
    scope: 'requests.write',
    summary: '回答を取り下げる',
    ...ofAnswer,
  }),
  demand: endpoint('members', {
    method: 'GET',
    path: '/farm/demand',
    tag,
    scope: 'requests.read',
    summary: '料理人が探しているもの',
    description: '終了したリクエストの集計。3店以上が探した食材のみで、どの数値も3店以上の分です。',
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
