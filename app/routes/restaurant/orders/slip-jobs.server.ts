import { type OrderId, parseId } from '#kernel/ids.ts'
import { answerAdjustmentRequest } from '#modules/ordering/adjustments/request-adjustment.server.ts'
import { answerProposal, turnDownProposal } from '#modules/ordering/answer-proposal.server.ts'
import { withdrawReschedule } from '#modules/ordering/change-delivery.server.ts'
import { chefAnswers } from '#modules/ordering/decide-shortage.ts'
import { askToCancel, cancelOrder } from '#modules/ordering/end-order.server.ts'
import { answerDay } from '#modules/ordering/propose-day.server.ts'
import { undoAnswer } from '#modules/ordering/undo-answer.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job } from '#web/jobs.server.ts'
import { orderIdIn } from '#web/order-id.ts'

type Args = { params: { id: string } }
type About = { orderId: OrderId }

const fields = ({ params }: Args) => ({ orderId: orderIdIn(params) })
const told =
  (sentence: string) =>
  (_: unknown, { orderId }: About) =>
    redirectWithFlash(`/restaurant/orders/${orderId}`, sentence)

/** The forms of the restaurant's page of an order. */
export const slipJobs = {
  cancel: job(cancelOrder, { fields, done: told('注文をキャンセルしました。農園の画面に表示されています。') }),
  askCancel: job(askToCancel, {
    fields,
    done: told('農園にキャンセルを依頼しました。回答は、この画面に表示されます。'),
  }),
  withdrawReschedule: job(withdrawReschedule, {
    fields,
    done: told('お届けの変更依頼を取り下げました。現在の内容でお届けします。'),
  }),
  answerDay: job(answerDay, {
    fields,
    done: (_, { orderId, agree }) =>
      redirectWithFlash(
        `/restaurant/orders/${orderId}`,
        agree
          ? 'お届け日を変更しました。農園の画面に表示されています。'
          : 'お届け日は変更していません。農園に通知しました。',
      ),
  }),
  turnDown: job(turnDownProposal, { fields, done: told('注文をキャンセルしました。農園の画面に表示されています。') }),
  answer: job(answerProposal, {
    read: (form, { params }: Args) => ({
      ok: true,
      value: { orderId: orderIdIn(params), answers: answersIn(form) },
    }),
    done: told('回答しました。農園の画面に表示されています。'),
  }),
  answerCorrection: job(answerAdjustmentRequest, {
    fields,
    done: told('回答しました。農園の画面に表示されています。'),
  }),
  reopen: job(undoAnswer, { fields, done: told('回答を取り消しました。回答期限までに、もう一度回答してください。') }),
}

/** `answer.<line>`. */
const answersIn = (form: FormData) =>
  [...form.entries()].flatMap(([name, value]) => {
    const lineId = name.startsWith('answer.') ? parseId<'orderLine'>(name.slice(7)) : null
    const answer = chefAnswers.find((known) => known === value)
    return lineId && answer ? [{ lineId, answer }] : []
  })
