import { z } from 'zod'
import type { ApiContext } from '#api/context.ts'
import { endpoint, refusals } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { granted } from '#api/problems.server.ts'
import { AnId, Count, Day, Moment, Next } from '#api/schemas/shapes.ts'
import { parseId, type RecallId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { recallAnswers, recallHandlings } from '#kernel/recall-enums.ts'
import { DayIn, IdOf, Limit, Text } from '#kernel/schema.ts'
import { dayCursorText, parseDayCursor } from '#modules/traceability/lot-filter.ts'
import { farmLots, lotDetail, receivedLots } from '#modules/traceability/lot-lists.server.ts'
import { affectedBy } from '#modules/traceability/recalls/affected.server.ts'
import { answerRecall, hearAnswer, markRecallRead } from '#modules/traceability/recalls/answer-recall.server.ts'
import { beginRecall } from '#modules/traceability/recalls/begin-recall.server.ts'
import { closeRecall } from '#modules/traceability/recalls/close-recall.server.ts'
import {
  answerWord,
  handlingWord,
  type RecallRefusal,
  recallRefusalText,
} from '#modules/traceability/recalls/recall-labels.ts'
import { farmRecalls, ownRecall, recallDetail } from '#modules/traceability/recalls/recall-queries.server.ts'

const tag = 'ロットと回収'

const refusedBy = (...codes: RecallRefusal[]) => refusals(codes, recallRefusalText)

const ofRecall = z.object({ id: IdOf<'recall'>('回収') })

/** The cursor of a list of lots: a day and an id. */
const After = z.string().max(200, 'after には前回の応答の next をそのまま指定してください。').optional()

const Search = z.object({
  q: Text(0, 60).optional().describe('ロット番号の先頭、または商品名'),
  on: DayIn.optional(),
  after: After,
  limit: Limit.optional(),
})

const LotOut = z.object({
  id: AnId,
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  harvestedOn: Day,
  bestBeforeOn: Day.nullable(),
  qty: Count.nullable().describe('収穫数量。未入力の場合は null'),
  sentQty: Count,
  restaurants: Count.describe('納品先の飲食店の数'),
  recalledAt: Moment.nullable().describe('回収を開始した時刻。このロットは出荷できない'),
})

const DeliveryOut = z.object({
  orderId: AnId,
  number: z.string(),
  restaurantId: AnId,
  restaurant: z.string(),
  kitchenId: AnId,
  kitchen: z.string(),
  phone: z.string(),
  deliveryOn: Day,
  qty: Count,
  unit: z.string(),
  receivedQty: Count.nullable().describe('検収数量。未検収の場合は null'),
  trackingNumbers: z.array(z.string()),
})

const ReceivedOut = z.object({
  lotId: AnId,
  code: z.string(),
  harvestedOn: Day,
  bestBeforeOn: Day.nullable(),
  name: z.string(),
  unit: z.string(),
  qty: Count,
  orderId: AnId,
  number: z.string(),
  deliveryOn: Day,
  farm: z.string(),
  kitchen: z.string(),
  recalled: z.boolean(),
})

const Answer = z
  .enum(recallAnswers)
  .describe(recallAnswers.map((answer) => `${answer}：${answerWord[answer]}`).join('／'))

const Handling = z
  .enum(recallHandlings)
  .describe(recallHandlings.map((handling) => `${handling}：${handlingWord[handling]}`).join('／'))

const AffectedOut = z.object({
  restaurants: Count,
  qty: Count,
  packed: Count.describe('箱詰め済みで未出荷の注文の件数。詰め直しになる'),
  kitchens: z.array(
    z.object({
      restaurantId: AnId,
      restaurant: z.string(),
      kitchenId: AnId,
      kitchen: z.string(),
      phone: z.string(),
      qty: Count,
      orders: Count,
      lastOn: Day,
    }),
  ),
})

const RecallOut = z.object({
  id: AnId,
  number: Count,
  rehearsal: z.boolean().describe('訓練。連絡は送信していない'),
  reason: z.string(),
  begunAt: Moment,
  begunBy: z.string(),
  closedAt: Moment.nullable(),
  lots: z.array(z.object({ id: AnId, code: z.string(), name: z.string(), unit: z.string(), harvestedOn: Day })),
  restaurants: Count,
  read: Count.describe('既読の飲食店の数'),
  answered: Count.describe('回答した飲食店の数'),
})

const RecallDetailOut = RecallOut.extend({
  handling: Handling,
  instructions: z.string(),
  report: z.string().nullable(),
  qty: Count,
  targets: z.array(
    z.object({
      restaurantId: AnId,
      restaurant: z.string(),
      kitchens: z.array(z.object({ name: z.string(), phone: z.string(), qty: Count, lastOn: Day })),
      toldAt: Moment.nullable(),
      readAt: Moment.nullable(),
      answer: Answer.nullable(),
      answeredAt: Moment.nullable(),
      note: z.string(),
      heard: z.boolean().describe('電話での回答を登録したもの'),
    }),
  ),
})

const OwnRecallOut = z.object({
  id: AnId,
  number: Count,
  farm: z.string(),
  farmPhone: z.string(),
  reason: z.string(),
  handling: Handling,
  instructions: z.string(),
  begunAt: Moment,
  closedAt: Moment.nullable(),
  report: z.string().nullable(),
  answer: Answer.nullable(),
  answeredAt: Moment.nullable(),
  note: z.string(),
  lines: z.array(
    z.object({
      orderId: AnId,
      number: z.string(),
      deliveryOn: Day,
      kitchen: z.string(),
      name: z.string(),
      code: z.string(),
      harvestedOn: Day,
      qty: Count,
      unit: z.string(),
    }),
  ),
})

/** About one recall, as the farm sees it. */
const ofOneRecall = {
  params: { id: 'recallId' },
  output: RecallDetailOut,
  answer: ({ ctx }: ApiContext, { recallId }: { recallId: RecallId }) => recallDetail(ctx, recallId),
} as const

const lotIds = ['0193c0de-0000-7000-8000-000000000004']

const perPage = 50

const nextOf = (next: { on: JstDate; id: string } | null) => next && dayCursorText(next)

type Search = { q?: string | undefined; on?: JstDate | undefined; limit?: number | undefined }
const filterOf = ({ q, on, limit }: Search) => ({ words: q?.trim() ?? '', on: on ?? null, limit: limit ?? perPage })

export const lotsOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/farm/lots',
    tag,
    scope: 'lots.read',
    summary: '農園のロットを取得する（農園）',
    description: '収穫日の新しい順。q はロット番号または商品名、on は収穫日です。',
  })
    .input(z.object({ query: Search }))
    .output(z.object({ lots: z.array(LotOut), next: Next }))
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const after = parseDayCursor<'lot'>(query.after ?? null)
      const { rows, next } = await farmLots(ctx, { ...filterOf(query), after })
      return { lots: rows, next: nextOf(next) }
    }),
  read: endpoint('members', {
    method: 'GET',
    path: '/farm/lots/{id}',
    tag,
    scope: 'lots.read',
    summary: 'ロットと納品先の飲食店を取得する（農園）',
    description: '納品日の新しい順。',
  })
    .input(
      z.object({
        params: z.object({ id: IdOf<'lot'>('ロット') }),
        query: z.object({ after: After, limit: Limit.optional() }),
      }),
    )
    .output(z.object({ lot: LotOut, deliveries: z.array(DeliveryOut), next: Next }))
    .handler(async ({ context: { ctx }, input: { params, query } }) => {
      const after = parseDayCursor<'orderLine'>(query.after ?? null)
      const { lot, deliveries, next } = await lotDetail(ctx, params.id, { after, limit: query.limit ?? perPage })
      return { lot, deliveries, next: nextOf(next) }
    }),
  received: endpoint('members', {
    method: 'GET',
    path: '/received-lots',
    tag,
    scope: 'lots.read',
    summary: '届いた商品のロットを取得する（飲食店）',
    description: 'お届け日の新しい順。limit は注文の件数、on はお届け日です。',
  })
    .input(z.object({ query: Search }))
    .output(z.object({ lots: z.array(ReceivedOut), next: Next }))
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const after = parseDayCursor<'order'>(query.after ?? null)
      const { rows, next } = await receivedLots(ctx, { ...filterOf(query), after })
      return { lots: rows, next: nextOf(next) }
    }),
}

export const recallsOperations = {
  preview: endpoint('members', {
    method: 'GET',
    path: '/farm/affected-kitchens',
    tag,
    scope: 'lots.read',
    summary: '回収の対象となる飲食店を取得する（農園）',
    description: '記録は変更されません。lots はロットIDをコンマで区切ったものです。',
  })
    .errors(refusedBy('no_lots', 'too_many_lots', 'several_farms'))
    .input(z.object({ query: z.object({ lots: z.string().max(2_000) }) }))
    .output(AffectedOut)
    .handler(async ({ context: { ctx }, input: { query } }) => {
      const ids = query.lots.split(',').flatMap((text) => parseId<'lot'>(text.trim()) ?? [])
      return granted(await affectedBy(ctx, ids), recallRefusalText)
    }),
  list: endpoint('members', {
    method: 'GET',
    path: '/farm/recalls',
    tag,
    scope: 'lots.read',
    summary: '回収と訓練の一覧（農園）',
  })
    .output(z.object({ recalls: z.array(RecallOut) }))
    .handler(async ({ context: { ctx } }) => ({ recalls: await farmRecalls(ctx) })),
  read: endpoint('members', {
    method: 'GET',
    path: '/farm/recalls/{id}',
    tag,
    scope: 'lots.read',
    summary: '回収の進捗（農園）',
    description: '既読・回答の状況を返します。未回答の飲食店には電話で連絡してください。',
  })
    .input(z.object({ params: ofRecall }))
    .output(RecallDetailOut)
    .handler(({ context: { ctx }, input: { params } }) => recallDetail(ctx, params.id)),
  begin: operation(beginRecall, {
    path: '/farm/recalls',
    tag,
    scope: 'recalls.write',
    summary: '回収または訓練を開始する（農園）',
    description:
      'rehearsal が false の場合は、対象の飲食店のメンバー全員に、夜間でも直ちに連絡し、そのロットは出荷できなくなります。true の場合は、連絡を送信しません。',
    successStatus: 201,
    example: { body: { lotIds, reason: '金属の破片が入っているおそれ', handling: 'stop', rehearsal: true } },
    without: ['behalfReason'],
    output: RecallDetailOut,
    answer: ({ ctx }, _given, { id }) => recallDetail(ctx, id),
  }),
  hear: operation(hearAnswer, {
    path: '/farm/recalls/{id}/heard-answers',
    tag,
    scope: 'recalls.write',
    summary: '電話での回答を登録する（農園）',
    example: { body: { restaurantId: '0193c0de-0000-7000-8000-000000000005', answer: 'unused' } },
    ...ofOneRecall,
  }),
  close: operation(closeRecall, {
    path: '/farm/recalls/{id}/closing',
    tag,
    scope: 'recalls.write',
    summary: '報告して回収を終了する（農園）',
    description: '訓練でない場合、報告は対象の飲食店にも通知されます。',
    example: { body: { report: 'すべて引き取りました。' } },
    ...ofOneRecall,
  }),
  own: endpoint('members', {
    method: 'GET',
    path: '/recalls/{id}',
    tag,
    scope: 'lots.read',
    summary: '回収のお願いを取得する（飲食店）',
  })
    .input(z.object({ params: ofRecall }))
    .output(OwnRecallOut)
    .handler(async ({ context: { ctx }, input: { params } }) => {
      const recall = await ownRecall(ctx, params.id)
      await markRecallRead(ctx, { recallId: params.id })
      return recall
    }),
  answer: operation(answerRecall, {
    path: '/recalls/{id}/answers',
    tag,
    scope: 'recalls.write',
    summary: '回収のお願いに回答する（飲食店）',
    description: '回答し直すこともできます。前の回答も残ります。',
    example: { body: { answer: 'unused', note: '冷蔵庫に分けました' } },
    params: { id: 'recallId' },
    output: OwnRecallOut,
    answer: ({ ctx }, { recallId }) => ownRecall(ctx, recallId),
  }),
}
