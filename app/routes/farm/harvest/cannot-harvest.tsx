import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import { formatDay } from '#kernel/format.ts'
import { type OrderLineId, parseId } from '#kernel/ids.ts'
import { addDays, earlierDay, jstDateOf, laterDay, parseJstDate } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { harvestNeeds } from '#modules/ordering/fulfilment/harvest-list.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { shortOrders } from '#modules/ordering/short-orders.server.ts'
import { reportNoHarvest } from '#modules/products/harvest/cannot-harvest.server.ts'
import { fieldsToMend, formOf, shownAgain } from '#web/form.ts'
import { job } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { checked, type ReadForm } from '#web/read-form.server.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/cannot-harvest.ts'
import CannotHarvestScreen from './cannot-harvest-screen.tsx'

export const meta = () => ownMeta('収穫できない商品')

/** How far ahead a farm says that something cannot be harvested. */
const daysAhead = 14

/** The products and days in the address are asked first, and show the orders that they touch; the second form answers. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'harvest.allot', { farmId })
  const today = jstDateOf(ctx.now)
  const last = addDays(today, daysAhead - 1)
  const needs = await harvestNeeds(ctx, { from: today, to: last })
  const search = new URL(request.url).searchParams
  const productIds = [...new Set(search.getAll('product').flatMap((id) => parseId<'product'>(id) ?? []))].slice(0, 100)
  const from = parseJstDate(search.get('from')) ?? today
  const asked = parseJstDate(search.get('to')) ?? from
  const to = earlierDay(laterDay(asked, from), last)
  return {
    goods: [...Map.groupBy(needs, ({ productId }) => productId)].map(([id, [first]]) => ({
      id,
      name: first?.name ?? '',
      packLabel: first?.packLabel ?? '',
    })),
    days: Array.from({ length: daysAhead }, (_, ahead) => addDays(today, ahead)).map((day) => ({
      day,
      word: formatDay(day),
    })),
    productIds,
    from,
    to,
    orders: productIds.length > 0 ? await shortOrders(ctx, { productIds, from, to }) : null,
    formKey: crypto.randomUUID() as string,
  }
})

const Asked = z.object(reportNoHarvest.declaration.input)

/** The ticked orders: their version is in `order.<id>`, and the order of a line in `of.<line>`. */
function readShort(form: FormData): ReadForm<z.output<typeof Asked>> {
  const lineIds = [...form.keys()].flatMap((name) =>
    name.startsWith('of.') ? (parseId<'orderLine'>(name.slice(3)) ?? []) : [],
  )
  const wrong: Record<string, string> = {}
  const lines = lineIds.map((lineId) => {
    const qty = parseWholeNumber(form.get(`qty.${lineId}`))
    if (qty === null || qty < 0) wrong[`qty.${lineId}`] = refusalText('bad_quantity')
    return { orderId: String(form.get(`of.${lineId}`)), lineId, qty: qty ?? 0, substitute: substituteIn(form, lineId) }
  })
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const orders = form.getAll('take').flatMap((orderId) => {
    const ofOrder = byOrder.get(String(orderId))
    const version = parseWholeNumber(form.get(`order.${String(orderId)}`))
    const proposedOn = String(form.get(`day.${String(orderId)}`) ?? '') || undefined
    return ofOrder && version
      ? [{ orderId, version, lines: ofOrder.map(({ orderId: _, ...line }) => line), proposedOn }]
      : []
  })
  if (orders.length === 0) wrong.take = '回答する注文を1件以上選択してください。'
  if (Object.keys(wrong).length > 0)
    return { ok: false, problem: { fields: wrong, summary: fieldsToMend, typed: shownAgain(form) } }
  const asked = {
    productIds: form.getAll('product'),
    from: form.get('from'),
    to: form.get('to'),
    reason: form.get('reason'),
    closes: form.has('closes'),
    orders,
    key: form.get('key'),
  }
  return checked(Asked, asked, form)
}

/** `<product>:<count>` */
function substituteIn(form: FormData, lineId: OrderLineId) {
  const [productId, count] = String(form.get(`substitute.${lineId}`) ?? '').split(':')
  const qty = parseWholeNumber(count ?? '')
  return productId && qty ? { productId, qty } : null
}

const answerAll = job(reportNoHarvest, { read: readShort, done: (done) => ({ done }) })

export const action = pageAction(async (ctx, { request }: Route.ActionArgs) =>
  answerAll(ctx, await formOf(request), {}),
)

/** Offline the page stays unchanged, with what was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default CannotHarvestScreen
