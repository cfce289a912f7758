import { api, kitchenOf } from '#api/api.server.ts'
import { granted } from '#api/problems.server.ts'
import { yen } from '#kernel/yen.ts'
import { acceptAnswer } from '#modules/sourcing/accept-answer.server.ts'
import { answerRequest, declineRequest, withdrawAnswer } from '#modules/sourcing/answer-request.server.ts'
import { type Asked, askRequest, changeRequest } from '#modules/sourcing/ask-request.server.ts'
import { withdrawRequest } from '#modules/sourcing/close-request.server.ts'
import { demand } from '#modules/sourcing/demand.server.ts'
import { requestRefusalText } from '#modules/sourcing/refusal-text.ts'
import { askedRequest, askedRequests, ownRequest, ownRequests } from '#modules/sourcing/request-queries.server.ts'

const text = requestRefusalText

export const requestsHandlers = {
  list: api.requests.list.handler(async ({ context: { ctx } }) => ({ requests: await ownRequests(ctx) })),
  ask: api.requests.ask.handler(async ({ context: { ctx }, input: { headers, body } }) => {
    const { kitchenId: named, ...said } = body
    const kitchenId = kitchenOf(ctx.actor, named)
    const made = await askRequest(ctx, { kitchenId, key: headers['idempotency-key'], ...askedOf(said) })
    return madeOf(granted(made, text))
  }),
  one: api.requests.one.handler(({ context: { ctx }, input: { params } }) => ownRequest(ctx, params.id)),
  change: api.requests.change.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const { version, ...said } = body
    const key = headers['idempotency-key']
    return madeOf(granted(await changeRequest(ctx, { requestId: params.id, key, version, ...askedOf(said) }), text))
  }),
  withdraw: api.requests.withdraw.handler(async ({ context: { ctx }, input: { params, headers } }) => {
    const done = await withdrawRequest(ctx, { requestId: params.id, key: headers['idempotency-key'] })
    return { id: granted(done, text).requestId }
  }),
  accept: api.requests.accept.handler(async ({ context: { ctx }, input: { params, headers, body } }) =>
    granted(await acceptAnswer(ctx, { requestId: params.id, key: headers['idempotency-key'], ...body }), text),
  ),
  asked: api.requests.asked.handler(async ({ context: { ctx } }) => ({ requests: await askedRequests(ctx) })),
  askedOne: api.requests.askedOne.handler(({ context: { ctx }, input: { params } }) => askedRequest(ctx, params.id)),
  answer: api.requests.answer.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const { priceYen, words = '', ...offer } = body
    const key = headers['idempotency-key']
    const said = { ...offer, priceYen: yen(priceYen), words }
    return granted(await answerRequest(ctx, { requestId: params.id, key, ...said }), text)
  }),
  decline: api.requests.decline.handler(async ({ context: { ctx }, input: { params, headers } }) =>
    granted(await declineRequest(ctx, { requestId: params.id, key: headers['idempotency-key'] }), text),
  ),
  withdrawAnswer: api.requests.withdrawAnswer.handler(async ({ context: { ctx }, input: { params, headers } }) =>
    granted(await withdrawAnswer(ctx, { requestId: params.id, key: headers['idempotency-key'] }), text),
  ),
  demand: api.requests.demand.handler(({ context: { ctx } }) => demand(ctx)),
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
