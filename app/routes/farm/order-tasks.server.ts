import { redirect } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#access/ctx.ts'
import { formatYen } from '#kernel/format.ts'
import { grams } from '#kernel/grams.ts'
import { type OrderId, parseId } from '#kernel/ids.ts'
import type { Result } from '#kernel/result.ts'
import { parseKilograms, parseWholeNumber } from '#kernel/text.ts'
import { carriers } from '#kernel/words.ts'
import { type PackedLine, packOrder } from '#modules/fulfilment/pack-order.server.ts'
import { prepareOrder } from '#modules/fulfilment/prepare-order.server.ts'
import { type SentParcel, shipOrder } from '#modules/fulfilment/ship-order.server.ts'
import { acceptOrder, type LineAnswer } from '#modules/ordering/accept-order.server.ts'
import { declineOrder } from '#modules/ordering/end-order.server.ts'
import { amountAt } from '#modules/ordering/order.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { type ShortageReason, shortageReasons } from '#modules/ordering/order-words.ts'
import { type OrderingRefusal, refusalText } from '#modules/ordering/refusal-text.ts'
import { fieldsToMend, formKey, invalid, type Problem, parseForm, refused, staleForm, typedIn } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'

const Task = z.object({
  task: z.enum(['accept', 'acceptPart', 'decline', 'prepare', 'pack', 'ship']),
  key: formKey(),
})

type Done = { orderId: OrderId }
type Sent = { ctx: Ctx; orderId: OrderId; key: string; form: FormData }

/** One form of the farmer's order page: reads it, calls its use case, says what comes next. */
export async function doTask(sent: Omit<Sent, 'key'>) {
  const asked = parseForm(Task, sent.form)
  if (!asked.ok) return invalid({ ...asked.problem, summary: staleForm })
  return tasks[asked.value.task]({ ...sent, key: asked.value.key })
}

const list = (step: string) => `/farmer/orders?step=${step}`

const tasks = {
  accept: async ({ ctx, orderId, key, form }: Sent) => {
    const result = await acceptOrder(ctx, { orderId, key, lines: [] })
    return result.ok ? redirectWithNotice(list('confirm'), '受けました。お店の画面に出ています。') : no(result, form)
  },
  acceptPart: async ({ ctx, orderId, key, form }: Sent) => {
    const wrong: Record<string, string> = {}
    const lines = idsOf<'orderLine'>(form, 'qty').map((lineId): LineAnswer => {
      const qty = parseWholeNumber(form.get(`qty.${lineId}`))
      if (qty === null) wrong[`qty.${lineId}`] = refusalText('bad_quantity')
      return { lineId, qty: qty ?? 0, reason: reasonIn(form, `reason.${lineId}`) }
    })
    if (Object.keys(wrong).length > 0) return invalid(problemOf(wrong, form))
    const result = await acceptOrder(ctx, { orderId, key, lines })
    return result.ok ? redirectWithNotice(list('confirm'), await answered(ctx, orderId)) : no(result, form)
  },
  decline: async ({ ctx, orderId, key, form }: Sent) => {
    const reason = reasonIn(form, 'reason')
    const result = await declineOrder(ctx, { orderId, key, reason: reason ? shortageReasons[reason] : '' })
    return result.ok
      ? redirectWithNotice(list('confirm'), '辞退しました。お店の画面に出ています。')
      : no(result, form, 'reason')
  },
  prepare: async ({ ctx, orderId, key, form }: Sent) => {
    const result = await prepareOrder(ctx, { orderId, key })
    return result.ok ? redirect(`/farmer/orders/${orderId}`) : no(result, form)
  },
  pack: async ({ ctx, orderId, key, form }: Sent) => {
    const wrong: Record<string, string> = {}
    const lines = idsOf<'orderLine'>(form, 'qty').map((lineId): PackedLine => {
      const qty = parseWholeNumber(form.get(`qty.${lineId}`))
      if (qty === null) wrong[`qty.${lineId}`] = refusalText('bad_quantity')
      const scale = String(form.get(`kg.${lineId}`) ?? '').trim()
      const weight = parseKilograms(scale)
      if (scale !== '' && weight === null) wrong[`kg.${lineId}`] = '重さはkgの数字で入力してください（例 2.685）。'
      const lot = form.get(`lot.${lineId}`)
      return {
        lineId,
        qty: qty ?? 0,
        grams: weight === null ? null : grams(weight),
        reason: reasonIn(form, `reason.${lineId}`),
        lot: lot === 'today' ? 'today' : parseId<'lot'>(lot),
      }
    })
    if (Object.keys(wrong).length > 0) return invalid(problemOf(wrong, form))
    const result = await packOrder(ctx, { orderId, key, lines })
    return result.ok
      ? redirectWithNotice(`/farmer/orders/${orderId}#main`, '箱づめしました。次は発送です。')
      : no(result, form)
  },
  ship: async ({ ctx, orderId, key, form }: Sent) => {
    const parcels = idsOf<'parcel'>(form, 'number').map((parcelId): SentParcel => {
      if (form.has(`unused.${parcelId}`)) return { parcelId, unused: true }
      const carrier = carriers.find((known) => known === form.get(`carrier.${parcelId}`)) ?? 'yamato'
      return { parcelId, carrier, trackingNumber: String(form.get(`number.${parcelId}`) ?? '') }
    })
    const result = await shipOrder(ctx, { orderId, key, parcels })
    return result.ok
      ? redirectWithNotice(`/farmer/orders/${orderId}?sent=now`, '発送しました。お店の画面に出ています。')
      : no(result, form)
  },
}

/** The ids behind `qty.<id>`; what is no id is not ours. */
function idsOf<Of extends string>(form: FormData, field: string) {
  return [...form.keys()].flatMap((name) => {
    const id = name.startsWith(`${field}.`) ? parseId<Of>(name.slice(field.length + 1)) : null
    return id ? [id] : []
  })
}

function reasonIn(form: FormData, name: string): ShortageReason | null {
  const said = form.get(name)
  const known = Object.keys(shortageReasons) as ShortageReason[]
  return known.find((reason) => reason === said) ?? null
}

const problemOf = (fields: Record<string, string>, form: FormData): Problem => ({
  fields,
  summary: fieldsToMend,
  typed: typedIn(form),
})

/** The refusal's sentence, at the field that it is about. */
function no(result: Extract<Result<Done, OrderingRefusal>, { ok: false }>, form: FormData, field?: string) {
  const { refusal, detail } = result
  const at = detail?.parcel
    ? `number.${detail.parcel}`
    : detail?.line
      ? `${fieldOf[refusal] ?? 'qty'}.${detail.line}`
      : field
  return refused(refusalText(refusal, detail), form, at, at ? 422 : 409)
}

const fieldOf: Partial<Record<OrderingRefusal, string>> = {
  reason_missing: 'reason',
  weight_missing: 'kg',
  weight_not_believable: 'kg',
  too_light: 'kg',
  not_catch_weight: 'kg',
  lot_missing: 'lot',
  lot_unknown: 'lot',
}

/** After less was promised: what it does to the money, and which lines the chef's instruction took out. */
async function answered(ctx: Ctx, orderId: OrderId): Promise<string> {
  const { lines } = await orderDetail(ctx, orderId)
  const less = lines.reduce((sum, line) => sum + amountAt(line, 'ordered') - amountAt(line, 'confirmed'), 0)
  if (less === 0) return '受けました。お店の画面に出ています。'
  const dropped = lines.filter((line) => line.onShortage === 'drop_line' && line.quantities.confirmed?.qty === 0)
  const names = dropped.map((line) => `「${line.name}」`).join('')
  return `受けました。商品代は、注文より${formatYen(less)}少なくなります（税抜）。${names && `お店の希望で、${names}は送りません。`}`
}
