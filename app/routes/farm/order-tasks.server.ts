import { redirect } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay, formatYen } from '#kernel/format.ts'
import type { OrderId } from '#kernel/ids.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { type Answered, acceptOrder, reportShortage } from '#modules/ordering/accept-order.server.ts'
import { keepOrder } from '#modules/ordering/change-order.server.ts'
import { answerCancel, declineOrder, giveUpOrder } from '#modules/ordering/end-order.server.ts'
import { dropRest } from '#modules/ordering/fulfilment/drop-rest.server.ts'
import { packOrder } from '#modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '#modules/ordering/fulfilment/prepare-order.server.ts'
import { shipOrder } from '#modules/ordering/fulfilment/ship-order.server.ts'
import { shipPart, shipRest } from '#modules/ordering/fulfilment/ship-part.server.ts'
import { amountAt } from '#modules/ordering/order.ts'
import { shortageReasons } from '#modules/ordering/order-labels.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formKey, invalid, parseForm, staleForm } from '#web/form.ts'
import { no, problemOf, readAnswers, readPacked, readParcels, reasonIn, versionIn } from './order-form.server.ts'

const Task = z.object({
  task: z.enum([
    'accept',
    'acceptPart',
    'decline',
    'keep',
    'shortage',
    'answerCancel',
    'prepare',
    'pack',
    'ship',
    'giveUp',
    'shipPart',
    'shipRest',
    'dropRest',
  ]),
  key: formKey(),
})

type Sent = { ctx: Ctx; orderId: OrderId; key: string; form: FormData }

/** One form of the farmer's order page: reads it, calls its use case, returns the next page. */
export async function doTask(sent: Omit<Sent, 'key'>) {
  const asked = parseForm(Task, sent.form)
  if (!asked.ok) return invalid({ ...asked.problem, summary: staleForm })
  return tasks[asked.value.task]({ ...sent, key: asked.value.key })
}

const list = (step: string) => `/farmer/orders?step=${step}`

const tasks = {
  accept: async ({ ctx, orderId, key, form }: Sent) => {
    const result = await acceptOrder(ctx, { orderId, key, lines: [], version: versionIn(form) })
    return result.ok ? redirectWithFlash(list('confirm'), '受けました。お店の画面に出ています。') : no(result, form)
  },
  acceptPart: (sent: Sent) => answerLines(sent, acceptOrder),
  shortage: (sent: Sent) => answerLines(sent, reportShortage),
  keep: async ({ ctx, orderId, key, form }: Sent) => {
    const result = await keepOrder(ctx, { orderId, key })
    return result.ok
      ? redirectWithFlash(list('confirm'), 'ふえた分はことわりました。前に受けた数のままです。')
      : no(result, form)
  },
  answerCancel: async ({ ctx, orderId, key, form }: Sent) => {
    const agree = form.get('answer') === 'agree'
    const result = await answerCancel(ctx, { orderId, key, agree })
    const told = agree ? '取り消しに応じました。' : '取り消さずに送ると答えました。'
    return result.ok ? redirectWithFlash(`/farmer/orders/${orderId}`, told) : no(result, form)
  },
  giveUp: async ({ ctx, orderId, key, form }: Sent) => {
    const result = await giveUpOrder(ctx, { orderId, key, reason: String(form.get('reason') ?? '') })
    return result.ok
      ? redirectWithFlash(list('pack'), '取り消しになりました。お店と運営に伝わっています。')
      : no(result, form, 'reason')
  },
  decline: async ({ ctx, orderId, key, form }: Sent) => {
    const reason = reasonIn(form, 'reason')
    const result = await declineOrder(ctx, { orderId, key, reason: reason ? shortageReasons[reason] : '' })
    return result.ok
      ? redirectWithFlash(list('confirm'), '辞退しました。お店の画面に出ています。')
      : no(result, form, 'reason')
  },
  prepare: async ({ ctx, orderId, key, form }: Sent) => {
    const result = await prepareOrder(ctx, { orderId, key })
    return result.ok ? redirect(`/farmer/orders/${orderId}`) : no(result, form)
  },
  pack: async ({ ctx, orderId, key, form }: Sent) => {
    const read = readPacked(form)
    if (!read.ok) return invalid(read.problem)
    const result = await packOrder(ctx, { orderId, key, lines: read.lines })
    return result.ok
      ? redirectWithFlash(`/farmer/orders/${orderId}#main`, '箱づめしました。次は発送です。')
      : no(result, form)
  },
  ship: async ({ ctx, orderId, key, form }: Sent) => {
    const result = await shipOrder(ctx, { orderId, key, parcels: readParcels(form) })
    return result.ok
      ? redirectWithFlash(`/farmer/orders/${orderId}?sent=now`, '発送しました。お店の画面に出ています。')
      : no(result, form)
  },
  shipPart: async ({ ctx, orderId, key, form }: Sent) => {
    const read = readPacked(form)
    const restOn = parseJstDate(String(form.get('restOn') ?? ''))
    if (!restOn || !read.ok) {
      const wrong = read.ok ? {} : read.problem.fields
      return invalid(problemOf({ ...wrong, ...(!restOn && { restOn: '残りが届く日をえらんでください。' }) }, form))
    }
    const { lines } = read
    // a box without a number is sent with the rest
    const parcels = readParcels(form).filter((box) => 'trackingNumber' in box && box.trackingNumber.trim() !== '')
    const result = await shipPart(ctx, { orderId, key, lines, parcels, restOn })
    if (!result.ok) return no(result, form, partFields[result.refusal])
    return redirectWithFlash(
      `/farmer/orders/${orderId}#main`,
      `先に発送しました。残りは${formatDay(restOn)}までに届けると、お店に伝えました。`,
    )
  },
  shipRest: async ({ ctx, orderId, key, form }: Sent) => {
    const read = readPacked(form)
    if (!read.ok) return invalid(read.problem)
    const result = await shipRest(ctx, { orderId, key, lines: read.lines, parcels: readParcels(form) })
    return result.ok
      ? redirectWithFlash(`/farmer/orders/${orderId}?sent=now`, '残りを発送しました。お店の画面に出ています。')
      : no(result, form)
  },
  dropRest: async ({ ctx, orderId, key, form }: Sent) => {
    const result = await dropRest(ctx, { orderId, key, reason: String(form.get('reason') ?? '') })
    return result.ok
      ? redirectWithFlash(`/farmer/orders/${orderId}`, '先に送った分だけになりました。お店にメールで知らせています。')
      : no(result, form, 'reason')
  },
}

const partFields: Partial<Record<OrderingRefusal, string>> = { rest_too_late: 'restOn', never_divided: 'restOn' }

async function answerLines({ ctx, orderId, key, form }: Sent, answer: typeof acceptOrder) {
  const read = readAnswers(form)
  if (!read.ok) return invalid(read.problem)
  const result = await answer(ctx, { orderId, key, lines: read.lines, version: versionIn(form) })
  return result.ok ? redirectWithFlash(list('confirm'), await answered(ctx, result.value)) : no(result, form)
}

/**
 * After a smaller quantity was promised: its effect on the amount, and the lines that the chef's instruction removed.
 */
async function answered(ctx: Ctx, { orderId, outcome }: Answered): Promise<string> {
  if (outcome === 'ask') return 'お店に聞いています。返事がなくても、決まった時刻に自動で決まります。'
  if (outcome === 'end') return 'お店の指示で、この注文はやめになりました。お店の画面に出ています。'
  const { lines } = await orderDetail(ctx, orderId)
  const less = lines.reduce((sum, line) => sum + amountAt(line, 'ordered') - amountAt(line, 'confirmed'), 0)
  if (less === 0) return '受けました。お店の画面に出ています。'
  const dropped = lines.filter(
    (line) =>
      line.onShortage !== 'ship_what_there_is' && line.quantities.ordered?.qty && line.quantities.confirmed?.qty === 0,
  )
  const names = dropped.map((line) => `「${line.name}」`).join('')
  return `受けました。商品代は、注文より${formatYen(less)}少なくなります（税抜）。${names && `お店の希望で、${names}は送りません。`}`
}
