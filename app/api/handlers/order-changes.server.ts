import { api } from '#api/api.server.ts'
import { granted } from '#api/problems.server.ts'
import type { MinuteOfDay } from '#kernel/jst.ts'
import { reportShortage } from '#modules/ordering/accept-order.server.ts'
import { answerProposal, turnDownProposal } from '#modules/ordering/answer-proposal.server.ts'
import { changeOrder, keepOrder, previewChange } from '#modules/ordering/change-order.server.ts'
import { answerCancel, askToCancel, giveUpOrder } from '#modules/ordering/end-order.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { shareHarvest } from '#modules/ordering/share-harvest.server.ts'
import { changeStandingInstruction, standingInstruction } from '#modules/ordering/standing-instruction.server.ts'
import { orderAnswer } from './ordering.server.ts'

export const orderChangesHandlers = {
  standing: api.orderChanges.standing.handler(({ context: { ctx } }) => standingInstruction(ctx)),
  changeStanding: api.orderChanges.changeStanding.handler(async ({ context: { ctx }, input: { headers, body } }) => {
    const { askUntil, otherwise, ...wish } = body
    const shortageTerms = {
      ...(askUntil !== undefined && { askUntil: askUntil as MinuteOfDay }),
      ...(otherwise && { otherwise }),
    }
    const said = { ...wish, shortageTerms, key: headers['idempotency-key'] }
    granted(await changeStandingInstruction(ctx, said), refusalText)
    return standingInstruction(ctx)
  }),
  preview: api.orderChanges.preview.handler(async ({ context: { ctx }, input: { params, body } }) => {
    const { before, after } = granted(await previewChange(ctx, { orderId: params.id, ...body }), refusalText)
    return { before, after }
  }),
  change: api.orderChanges.change.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    granted(await changeOrder(ctx, { orderId: params.id, key: headers['idempotency-key'], ...body }), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  keep: api.orderChanges.keep.handler(async ({ context: { ctx }, input: { params, headers } }) => {
    granted(await keepOrder(ctx, { orderId: params.id, key: headers['idempotency-key'] }), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  shortage: api.orderChanges.shortage.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const said = { orderId: params.id, key: headers['idempotency-key'], lines: body.lines }
    granted(await reportShortage(ctx, said), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  answer: api.orderChanges.answer.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const said = { orderId: params.id, key: headers['idempotency-key'], answers: body.answers }
    granted(await answerProposal(ctx, said), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  turnDown: api.orderChanges.turnDown.handler(async ({ context: { ctx }, input: { params, headers } }) => {
    granted(await turnDownProposal(ctx, { orderId: params.id, key: headers['idempotency-key'] }), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  askCancel: api.orderChanges.askCancel.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const wish = { orderId: params.id, key: headers['idempotency-key'], ...(body?.reason && { reason: body.reason }) }
    granted(await askToCancel(ctx, wish), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  answerCancel: api.orderChanges.answerCancel.handler(
    async ({ context: { ctx }, input: { params, headers, body } }) => {
      const said = { orderId: params.id, key: headers['idempotency-key'], agree: body.agree }
      granted(await answerCancel(ctx, said), refusalText)
      return orderAnswer(ctx, params.id)
    },
  ),
  giveUp: api.orderChanges.giveUp.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const said = { orderId: params.id, key: headers['idempotency-key'], reason: body.reason }
    granted(await giveUpOrder(ctx, said), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  shareHarvest: api.orderChanges.shareHarvest.handler(async ({ context: { ctx }, input: { headers, body } }) =>
    granted(await shareHarvest(ctx, { ...body, key: headers['idempotency-key'] }), refusalText),
  ),
}
