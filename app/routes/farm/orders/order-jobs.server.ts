import { redirect } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { issueDeliverySlip } from '#modules/issued-documents/delivery-slip.server.ts'
import { type Answered, acceptOrder, reportShortage } from '#modules/ordering/accept-order.server.ts'
import {
  requestAdjustment,
  withdrawAdjustmentRequest,
} from '#modules/ordering/adjustments/request-adjustment.server.ts'
import { answerReschedule } from '#modules/ordering/change-delivery.server.ts'
import { answerCancel, declineOrder, giveUpOrder } from '#modules/ordering/end-order.server.ts'
import { arrangeParcels } from '#modules/ordering/fulfilment/arrange-parcels.server.ts'
import { dropRest } from '#modules/ordering/fulfilment/drop-rest.server.ts'
import { packOrder } from '#modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '#modules/ordering/fulfilment/prepare-order.server.ts'
import { shipOrder } from '#modules/ordering/fulfilment/ship-order.server.ts'
import { shipPart, shipRest } from '#modules/ordering/fulfilment/ship-part.server.ts'
import { keepOrder } from '#modules/ordering/keep-order.server.ts'
import { amountAt } from '#modules/ordering/order.ts'
import { shortageReasons } from '#modules/ordering/order-labels.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { acceptWithDay, proposeDay } from '#modules/ordering/propose-day.server.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'
import { undoAccept } from '#modules/ordering/undo-accept.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job } from '#web/jobs.server.ts'
import { orderIdIn } from '#web/order-id.ts'
import type { ReadForm } from '#web/read-form.server.ts'
import { arrangedFieldOf, readArrangement } from './arrangement-form.server.ts'
import { correctedField, readCorrection } from './correction-form.server.ts'
import { fieldIn, problemOf, readAnswers, readPacked, readParcels, reasonIn, versionIn } from './order-form.server.ts'

type Args = { params: { id: string } }
type Refused = Parameters<typeof fieldIn>[0]

const list = (step: string) => `/farmer/orders?step=${step}`
const fields = ({ params }: Args) => ({ orderId: orderIdIn(params) })

/** A form about some lines, and what else it says. */
const linesAnd =
  <Line, More>(lines: (form: FormData) => ReadForm<Line[]>, more: (form: FormData) => More) =>
  (form: FormData, { params }: Args) => {
    const read = lines(form)
    return read.ok
      ? { ok: true as const, value: { orderId: orderIdIn(params), lines: read.value, ...more(form) } }
      : read
  }

const answered = {
  read: linesAnd(readAnswers, (form) => ({ version: versionIn(form) })),
  done: async (value: Answered, _: unknown, ctx: Ctx) => redirectWithFlash(list('confirm'), await effectOf(ctx, value)),
  at: fieldIn,
}
const atDay = ({ refusal }: Refused) => (refusal === 'day_impossible' ? 'deliveryOn' : undefined)
const atReason = ({ refusal }: Refused) => (refusal === 'reason_missing' ? 'reason' : undefined)

/** The forms of the farmer's page of an order; a device may have kept them (order-queued-mutation.ts). */
export const orderJobs = {
  accept: job(acceptOrder, {
    fields: (args: Args) => ({ ...fields(args), undoable: 'true' }),
    done: async ({ orderId, undoable }, _, ctx) => {
      if (!undoable) return redirectWithFlash(list('confirm'), '受注を確定しました。飲食店の画面に表示されています。')
      const { restaurant } = await orderDetail(ctx, orderId)
      return redirectWithFlash(list('confirm'), `「${restaurant.name}」の注文を受注しました。`, {
        orderId,
        key: crypto.randomUUID(),
      })
    },
    at: fieldIn,
  }),
  unaccept: job(undoAccept, {
    fields,
    done: ({ orderId }) =>
      redirectWithFlash(`/farmer/orders/${orderId}`, '受注を取り消しました。この注文は回答待ちです。'),
  }),
  acceptPart: job(acceptOrder, answered),
  shortage: job(reportShortage, answered),
  keep: job(keepOrder, {
    fields,
    done: () => redirectWithFlash(list('confirm'), '増加分を辞退しました。前回確定した数量のままです。'),
  }),
  answerCancel: job(answerCancel, {
    fields,
    done: ({ orderId }, { agree }) =>
      redirectWithFlash(
        `/farmer/orders/${orderId}`,
        agree ? 'キャンセル依頼を承諾しました。' : 'キャンセルせずに出荷すると回答しました。',
      ),
  }),
  answerReschedule: job(answerReschedule, {
    fields,
    done: ({ orderId }, { agree }) =>
      redirectWithFlash(
        `/farmer/orders/${orderId}`,
        agree ? 'お届けの変更を承諾しました。' : '変更せずに出荷すると回答しました。',
      ),
  }),
  acceptWithDay: job(acceptWithDay, {
    fields,
    done: ({ orderId }, { deliveryOn }) =>
      redirectWithFlash(
        `/farmer/orders/${orderId}`,
        `受注を確定し、飲食店に${formatDay(deliveryOn)}のお届けを提案しました。`,
      ),
    at: atDay,
  }),
  proposeDay: job(proposeDay, {
    fields,
    done: ({ orderId }, { deliveryOn }) =>
      redirectWithFlash(`/farmer/orders/${orderId}`, `飲食店に${formatDay(deliveryOn)}のお届けを提案しました。`),
    at: atDay,
  }),
  giveUp: job(giveUpOrder, {
    fields,
    done: () => redirectWithFlash(list('pack'), 'キャンセルしました。飲食店と運営に通知されています。'),
    at: atReason,
  }),
  decline: job(declineOrder, {
    read: (form, { params }: Args) => {
      const reason = reasonIn(form, 'reason')
      return { ok: true, value: { orderId: orderIdIn(params), reason: reason ? shortageReasons[reason] : '' } }
    },
    done: () => redirectWithFlash(list('confirm'), '辞退しました。飲食店の画面に表示されています。'),
    at: atReason,
  }),
  requestCorrection: job(requestAdjustment, {
    read: linesAnd(readCorrection, (form) => ({ reason: String(form.get('reason') ?? '').trim() })),
    done: ({ orderId }) =>
      redirectWithFlash(`/farmer/orders/${orderId}`, '飲食店に確認を依頼しました。回答は、この画面に表示されます。'),
    at: correctedField,
  }),
  withdrawCorrection: job(withdrawAdjustmentRequest, {
    fields,
    done: ({ orderId }) => redirectWithFlash(`/farmer/orders/${orderId}`, '訂正・返品の依頼を取り下げました。'),
  }),
  prepare: job(prepareOrder, { fields, done: ({ orderId }) => redirect(`/farmer/orders/${orderId}`) }),
  pack: job(packOrder, {
    read: linesAnd(readPacked, (form) => ({ scaleId: parseId<'scale'>(form.get('scale')) })),
    done: ({ orderId }) => redirectWithFlash(`/farmer/orders/${orderId}#main`, '箱詰めが完了しました。次は出荷です。'),
    at: fieldIn,
  }),
  parcels: job(arrangeParcels, {
    read: (form, { params }: Args) => readArrangement(form, orderIdIn(params)),
    done: ({ orderId }) => redirectWithFlash(`/farmer/orders/${orderId}#parcels`, '個口を保存しました。'),
    at: arrangedFieldOf,
  }),
  slip: job(issueDeliverySlip, {
    fields,
    done: ({ number }, { orderId }) =>
      redirectWithFlash(
        `/farmer/orders/${orderId}#slip`,
        `納品書 ${number} を発行しました。印刷して、箱に入れてください。`,
      ),
  }),
  ship: job(shipOrder, {
    read: (form, { params }: Args) => ({
      ok: true,
      value: { orderId: orderIdIn(params), parcels: readParcels(form) },
    }),
    done: ({ orderId }) =>
      redirectWithFlash(`/farmer/orders/${orderId}?sent=now`, '出荷しました。飲食店の画面に表示されています。'),
    at: fieldIn,
  }),
  shipPart: job(shipPart, {
    read: (form, { params }: Args) => {
      const read = readPacked(form)
      const restOn = parseJstDate(String(form.get('restOn') ?? ''))
      if (!restOn || !read.ok) {
        const wrong = read.ok ? {} : read.problem.fields
        return {
          ok: false,
          problem: problemOf({ ...wrong, ...(!restOn && { restOn: '残りの商品が届く日を選択してください。' }) }, form),
        }
      }
      // a box without a number is sent with the rest
      const parcels = readParcels(form).filter(
        (box) => 'sent' in box || ('trackingNumber' in box && box.trackingNumber.trim() !== ''),
      )
      return { ok: true, value: { orderId: orderIdIn(params), lines: read.value, parcels, restOn } }
    },
    done: ({ orderId }, { restOn }) =>
      redirectWithFlash(
        `/farmer/orders/${orderId}#main`,
        `一部を出荷しました。残りは${formatDay(restOn)}までに届けると、飲食店に通知しました。`,
      ),
    at: (refused) => fieldIn(refused) ?? partFields[refused.refusal],
  }),
  shipRest: job(shipRest, {
    read: linesAnd(readPacked, (form) => ({ parcels: readParcels(form) })),
    done: ({ orderId }) =>
      redirectWithFlash(
        `/farmer/orders/${orderId}?sent=now`,
        '残りの商品を出荷しました。飲食店の画面に表示されています。',
      ),
    at: fieldIn,
  }),
  dropRest: job(dropRest, {
    fields,
    done: ({ orderId }) =>
      redirectWithFlash(`/farmer/orders/${orderId}`, '出荷済みの分のみになりました。飲食店にメールで通知しています。'),
    at: atReason,
  }),
}

const partFields: Partial<Record<OrderingRefusal, string>> = { rest_too_late: 'restOn', never_divided: 'restOn' }

/**
 * After a smaller quantity was promised: its effect on the amount, and the lines that the chef's instruction removed.
 */
async function effectOf(ctx: Ctx, { orderId, outcome }: Answered): Promise<string> {
  if (outcome === 'ask') return '飲食店に確認中です。回答がない場合も、期限になると自動で決まります。'
  if (outcome === 'end') return '飲食店の指示により、この注文はキャンセルになりました。飲食店の画面に表示されています。'
  const { lines, moneyShown } = await orderDetail(ctx, orderId)
  const less = lines.reduce((sum, line) => sum + amountAt(line, 'ordered') - amountAt(line, 'confirmed'), 0)
  const dropped = lines.filter(
    (line) =>
      line.onShortage !== 'ship_what_there_is' && line.quantities.ordered?.qty && line.quantities.confirmed?.qty === 0,
  )
  const names = dropped.map((line) => `「${line.name}」`).join('')
  if (less === 0 && !names) return '受注を確定しました。飲食店の画面に表示されています。'
  const effect = moneyShown ? `商品代は、注文より${formatYen(less)}減額されます（税抜）。` : ''
  return `受注を確定しました。${effect}${names && `飲食店の希望により、${names}は出荷しません。`}`
}
