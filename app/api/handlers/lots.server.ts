import { api } from '#api/api.server.ts'
import { granted } from '#api/problems.server.ts'
import { parseId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { dayCursorText, parseDayCursor } from '#modules/traceability/lot-filter.ts'
import { farmLots, lotDetail, receivedLots } from '#modules/traceability/lot-lists.server.ts'
import { affectedBy } from '#modules/traceability/recalls/affected.server.ts'
import { answerRecall, hearAnswer, markRecallRead } from '#modules/traceability/recalls/answer-recall.server.ts'
import { beginRecall } from '#modules/traceability/recalls/begin-recall.server.ts'
import { closeRecall } from '#modules/traceability/recalls/close-recall.server.ts'
import { recallRefusalText } from '#modules/traceability/recalls/recall-labels.ts'
import { farmRecalls, ownRecall, recallDetail } from '#modules/traceability/recalls/recall-queries.server.ts'

const perPage = 50

const nextOf = (next: { on: JstDate; id: string } | null) => next && dayCursorText(next)

type Search = { q?: string | undefined; on?: JstDate | undefined; limit?: number | undefined }
const filterOf = ({ q, on, limit }: Search) => ({ words: q?.trim() ?? '', on: on ?? null, limit: limit ?? perPage })

export const lotsHandlers = {
  list: api.lots.list.handler(async ({ context: { ctx }, input: { query } }) => {
    const after = parseDayCursor<'lot'>(query.after ?? null)
    const { rows, next } = await farmLots(ctx, { ...filterOf(query), after })
    return { lots: rows, next: nextOf(next) }
  }),
  read: api.lots.read.handler(async ({ context: { ctx }, input: { params, query } }) => {
    const after = parseDayCursor<'orderLine'>(query.after ?? null)
    const { lot, deliveries, next } = await lotDetail(ctx, params.id, { after, limit: query.limit ?? perPage })
    return { lot, deliveries, next: nextOf(next) }
  }),
  received: api.lots.received.handler(async ({ context: { ctx }, input: { query } }) => {
    const after = parseDayCursor<'order'>(query.after ?? null)
    const { rows, next } = await receivedLots(ctx, { ...filterOf(query), after })
    return { lots: rows, next: nextOf(next) }
  }),
}

export const recallsHandlers = {
  preview: api.recalls.preview.handler(async ({ context: { ctx }, input: { query } }) => {
    const ids = query.lots.split(',').flatMap((text) => parseId<'lot'>(text.trim()) ?? [])
    return granted(await affectedBy(ctx, ids), recallRefusalText)
  }),
  list: api.recalls.list.handler(async ({ context: { ctx } }) => ({ recalls: await farmRecalls(ctx) })),
  read: api.recalls.read.handler(({ context: { ctx }, input: { params } }) => recallDetail(ctx, params.id)),
  begin: api.recalls.begin.handler(async ({ context: { ctx }, input: { headers, body } }) => {
    const begun = granted(await beginRecall(ctx, { ...body, key: headers['idempotency-key'] }), recallRefusalText)
    return recallDetail(ctx, begun.id)
  }),
  hear: api.recalls.hear.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const said = { ...body, recallId: params.id, key: headers['idempotency-key'] }
    granted(await hearAnswer(ctx, said), recallRefusalText)
    return recallDetail(ctx, params.id)
  }),
  close: api.recalls.close.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const closing = { ...body, recallId: params.id, key: headers['idempotency-key'] }
    granted(await closeRecall(ctx, closing), recallRefusalText)
    return recallDetail(ctx, params.id)
  }),
  own: api.recalls.own.handler(async ({ context: { ctx }, input: { params } }) => {
    const recall = await ownRecall(ctx, params.id)
    await markRecallRead(ctx, params.id)
    return recall
  }),
  answer: api.recalls.answer.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const said = { ...body, recallId: params.id, key: headers['idempotency-key'] }
    granted(await answerRecall(ctx, said), recallRefusalText)
    return ownRecall(ctx, params.id)
  }),
}
