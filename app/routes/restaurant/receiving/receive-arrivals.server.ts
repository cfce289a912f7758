import { data } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { formatNumber } from '#kernel/format.ts'
import { type OrderId, parseId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { needsNoPhoto } from '#modules/ordering/claim-process.ts'
import { reasonOf } from '#modules/ordering/claims/claim-terms.ts'
import { arrivalsOfDay } from '#modules/ordering/fulfilment/arrivals.server.ts'
import {
  type ReceiptOfOrder,
  type ReceivedOrder,
  receiveMany,
} from '#modules/ordering/fulfilment/receive-many.server.ts'
import { decideInspection } from '#modules/ordering/fulfilment/receive-order.server.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, invalid, type Problem, typedIn } from '#web/form.ts'
import { type ArrivalForm, arrivalField, divideArrivals } from './arrival-fields.ts'
import { isComing } from './is-coming.ts'
import { fieldOfRefusal, readSaid } from './read-inspection.server.ts'

type Sent = { form: FormData; files: FileStore; day: JstDate; page: string }

/** A delivery of the form that was not received. */
export type LeftOver = { orderId: OrderId; name: string; sentence: string }

/**
 * 「本日分をまとめて検収」: all ticked orders, each by itself. Nothing is received while a field has to be corrected; what
 * cannot be received because its state has changed is named, and the others are.
 */
export async function receiveArrivals(ctx: Ctx, { form, files, day, page }: Sent) {
  const parts = divideArrivals(form)
  if (parts.length === 0)
    return invalid({ fields: {}, summary: '検収する伝票を選択してください。', typed: typedIn(form) })
  const orders = new Map(Object.values(await arrivalsOfDay(ctx, day)).flatMap((of) => of.map((it) => [it.id, it])))
  const read = await readParts(ctx, parts, { orders, files })
  const typed = { ...typedIn(form), ...read.typed }
  if (Object.keys(read.fields).length > 0) return invalid({ fields: read.fields, summary: fieldsToMend, typed })
  const done = [...(await receiveAll(ctx, read.receipts)), ...read.gone]
  const left = done.flatMap((one) => leftOver(one, orders.get(one.orderId)))
  const received = done.length - left.length
  const said = receivedText(
    received,
    read.receipts.filter(({ orderId }) => left.every((one) => one.orderId !== orderId)),
  )
  if (left.length === 0) return redirectWithFlash(page, said)
  const problem: Problem = {
    fields: Object.fromEntries(done.flatMap(fieldOfLeftOver)),
    summary: `${received > 0 ? said : ''}${formatNumber(left.length)}件は検収できませんでした。`,
    typed,
  }
  // what was received disappears from the page only if it is loaded anew, as after a success
  return data({ problem, left }, { status: received > 0 ? 200 : 409 })
}

async function receiveAll(ctx: Ctx, receipts: readonly ReceiptOfOrder[]): Promise<ReceivedOrder[]> {
  if (receipts.length === 0) return []
  // every receipt has a key of its own
  const received = await receiveMany(ctx, { receipts: [...receipts], key: crypto.randomUUID() })
  return received.ok ? received.value.orders : []
}

type Known = { orders: ReadonlyMap<OrderId, OrderSummary>; files: FileStore }

async function readParts(ctx: Ctx, parts: readonly ArrivalForm[], { orders, files }: Known) {
  const receipts: ReceiptOfOrder[] = []
  const gone: ReceivedOrder[] = []
  const fields: Record<string, string> = {}
  const typed: Record<string, string> = {}
  for (const { orderId, form } of parts) {
    const order = orders.get(orderId)
    const key = parseId(form.get('key'))
    if (!order || !key) {
      gone.push({ orderId, refused: noLongerHere })
      continue
    }
    const read = await readSaid(ctx, { key, form, files, lines: order.lines.filter(isComing) })
    for (const [name, sentence] of Object.entries(read.fields)) fields[fieldOnPage(name, orderId)] = sentence
    Object.assign(typed, read.typed)
    if (!read.said) continue
    Object.assign(fields, wrongIn(order, read.said.lines))
    receipts.push({ orderId, ...read.said })
  }
  return { receipts, gone, fields, typed }
}

/** What the receipt would be refused for, told before any other order is received. */
function wrongIn({ lines }: OrderSummary, said: ReceiptOfOrder['lines']): Record<string, string> {
  const decided = decideInspection(lines, said)
  if (!decided.ok) {
    const at = fieldOfRefusal(decided.refusal, decided.detail)
    return at ? { [at]: refusalText(decided.refusal, decided.detail) } : {}
  }
  const withoutPhoto = said.filter(
    ({ verdict, qty, photos = [] }) =>
      verdict !== 'ok' && photos.length === 0 && !needsNoPhoto.includes(reasonOf(verdict, qty)),
  )
  return Object.fromEntries(withoutPhoto.map(({ lineId }) => [`photo.${lineId}`, refusalText('photo_missing')]))
}

const noLongerHere = '注文の状態が変わりました。画面を開き直してください。'

const fieldOnPage = (name: string, id: OrderId): string =>
  name === 'chilled' ? arrivalField.chilled(id) : name === 'frozen' ? arrivalField.frozen(id) : name

function receivedText(received: number, receipts: readonly ReceiptOfOrder[]): string {
  const wrong = receipts.flatMap(({ lines }) => lines.filter(({ verdict }) => verdict !== 'ok')).length
  const claims = wrong > 0 ? `不良・欠品は${formatNumber(wrong)}点です。` : ''
  return `${formatNumber(received)}件を検収しました。${claims}`
}

const leftOver = ({ orderId, refused }: ReceivedOrder, order: OrderSummary | undefined): LeftOver[] =>
  refused === null ? [] : [{ orderId, name: order ? `${order.farm.name} ${order.number}` : '', sentence: refused }]

function fieldOfLeftOver({ refused, refusal, detail }: ReceivedOrder): [string, string][] {
  const at = refused && refusal ? fieldOfRefusal(refusal, detail) : null
  return at && refused ? [[at, refused]] : []
}
