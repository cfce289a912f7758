import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Body, IdOf, OrderIdIn, Text, YesNo } from '#kernel/schema.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { isCarrier } from '#modules/delivery/any-carrier.ts'
import { chosenCarrier, knownCarrier } from '#modules/delivery/carrier-word.ts'
import { parseOtherNumber, parseTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { fitFreight } from '#modules/ordering/fit-boxes.server.ts'
import type { OrderLine, Parcel } from '#modules/ordering/order.ts'
import { askGuards } from '#modules/ordering/order-guards.ts'
import { checkTransition } from '#modules/ordering/order-process.ts'
import { linesOf, lockOrder, moveOrder, parcelsOf, writeQuantities } from '#modules/ordering/order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from '#modules/ordering/refusal-text.ts'
import { expiredAmong, lotsOfLines, recalledAmong } from '#modules/traceability/lot.server.ts'
import { readTrackingPage } from './tracking-page.ts'
import { noteUsedCarriers, usedCarriers } from './used-carriers.server.ts'

/** One planned box: sent with its number, sent without one where its way has none, or not needed. */
export const SentParcel = z.union(
  [
    Body({
      parcelId: IdOf<'parcel'>('個口'),
      carrier: Text(1, 100).describe('yamato・sagawa・japanpost、またはその他の配送会社名（40文字以内）'),
      trackingPage: Text(0, 300)
        .optional()
        .describe(
          'その他の配送会社の荷物追跡ページ。{n} は送り状番号に置き換えて表示します。省略時は、前回この配送会社で登録したページ',
        ),
      trackingNumber: Text(1, 40).describe('送り状番号12桁。その他の配送会社は英数字4〜20文字。ハイフンや全角も可'),
      confirmed: YesNo.optional().describe(
        '送り状と見比べて確認済み。末尾の1桁が一致しない番号や、他の個口と同じ番号も登録します',
      ),
    }),
    Body({
      parcelId: IdOf<'parcel'>('個口'),
      sent: z.literal(true).describe('送り状のない個口（tracked が false）を出荷した'),
    }),
    Body({
      parcelId: IdOf<'parcel'>('個口'),
      unused: z.literal(true).describe('使用しなかった個口。送料はかかりません'),
    }),
  ],
  { error: '個口ごとに、carrier と trackingNumber、sent: true、または unused: true を入力してください。' },
)
export type SentParcel = z.output<typeof SentParcel>

/**
 * The products leave the farm (transition 15). Lines that were not mentioned while packing are sent as confirmed. The
 * lots of every line add up to what is sent, and none of them is recalled. Every box that is sent has a tracking number if
 * its way has them; one with a wrong check digit, or that another box has, is asked about; a box that was not needed is not charged, and after a shortage the others cost what is in
 * them. From here on it cannot be cancelled (window W4).
 */
export const shipOrder = mutation({
  name: 'order.ship',
  permission: 'order.ship',
  input: { orderId: OrderIdIn, parcels: z.array(SentParcel).max(200) },
  refusals: orderRefusals(
    'wrong_state',
    'weight_missing',
    'lot_missing',
    'lot_recalled',
    'lot_expired',
    'tracking_missing',
    'tracking_not_12_digits',
    'tracking_check_digit',
    'tracking_number_wrong',
    'carrier_unnamed',
    'tracking_page_wrong',
    'tracking_twice',
    'tracking_not_used',
    'parcel_unsaid',
    'nothing_to_ship',
    'parcel_holds_goods',
    'key_reused',
  ),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.ship', order)
    // the rest of a divided order is stated line by line (ship-part.server.ts)
    if (order.state === 'partly_shipped') return refuse('wrong_state', { state: order.state })
    const judged = checkTransition(order, 'ship', actorKindOf(ctx.actor), ctx.now)
    if (!judged.ok) return judged

    const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
    const parcels = (await parcelsOf(ctx.db, [order.id])).get(order.id) ?? []
    const lots = await lotsOfLines(
      ctx,
      lines.map((line) => line.id),
    )
    const going = lines.flatMap((line) => (qtyGoing(line) > 0 ? (lots.get(line.id) ?? []) : []))
    const recalled = await recalledAmong(ctx, going)
    if (recalled) return refuse('lot_recalled', { line: recalled.lineId })
    const expired = await expiredAmong(ctx, going)
    if (expired) return refuse('lot_expired', { line: expired.lineId })
    const sent = decideParcels(parcels, input.parcels)
    const unready = askGuards('ship', {
      moving: lines.map((line) => ({ line, qty: qtyGoing(line) })),
      lots,
      // Invalid numbers are reported after what is missing in the boxes.
      boxes: sent.ok
        ? sent.value.map(({ parcel, sent }) => ({ parcel, sent: sent !== null }))
        : parcels.map((parcel) => ({ parcel, sent: true })),
    })
    if (unready) return unready
    if (!sent.ok) return sent
    const full = sent.value.find(({ parcel, sent }) => sent === null && parcel.contents.length > 0)
    if (full) return refuse('parcel_holds_goods', { parcel: full.parcel.id })
    const taken = await refuseTaken(ctx, order.farmId, sent.value)
    if (taken) return taken

    const { eventId } = await moveOrder(ctx, order, 'ship', {
      data: { trackingNumbers: sent.value.flatMap((it) => it.sent?.trackingNumber ?? []) },
    })
    await writeQuantities(
      ctx,
      lines.flatMap((line) => {
        const quantity = line.quantities.confirmed
        return line.quantities.shipped || !quantity
          ? []
          : [{ lineId: line.id, stage: 'shipped' as const, quantity, eventId }]
      }),
    )
    await markParcels(ctx, order.farmId, sent.value)
    const isShort = lines.some((line) => qtyGoing(line) < (line.quantities.confirmed?.qty ?? 0))
    // a box that less does not need may have been sent anyway
    if (isShort || sent.value.some((it) => it.sent && it.parcel.unused)) await fitFreight(ctx, order)
    return ok({ orderId: order.id })
  },
})

/** Stores what was sent, with the tracking numbers; a box that was not sent was not needed. */
export async function markParcels(
  ctx: Ctx,
  farmId: FarmId,
  decided: readonly Decided[],
  { sentFirst = false }: { sentFirst?: boolean } = {},
): Promise<void> {
  const known = decided.some(({ sent }) => sent && sent.page === undefined) ? await usedCarriers(ctx, farmId) : []
  // stated with one box it holds for the others of that carrier
  const stated = new Map(decided.flatMap(({ sent }) => (sent?.carrier && sent.page ? [[sent.carrier, sent.page]] : [])))
  const pageOf = ({ carrier, page }: Pick<Label, 'page'> & { carrier: string | null }) => {
    const before = page === undefined ? known.find((it) => it.carrier === carrier)?.trackingPage : null
    return page ?? (carrier && stated.get(carrier)) ?? before ?? null
  }
  for (const { parcel, sent: label } of decided)
    await ctx.db
      .updateTable('parcels')
      .set(
        label
          ? {
              carrier: label.carrier,
              trackingNumber: label.trackingNumber,
              trackingPage: pageOf(label),
              shippedAt: ctx.now,
              sentFirst,
              // a box that seemed not to be needed, and was
              unusedAt: null,
            }
          : { unusedAt: ctx.now },
      )
      .where('id', '=', parcel.id)
      .execute()
  await noteUsedCarriers(
    ctx,
    farmId,
    decided.flatMap(({ sent }) => (sent?.carrier ? [{ carrier: sent.carrier, trackingPage: pageOf(sent) }] : [])),
  )
}

const qtyGoing = (line: OrderLine) => (line.quantities.shipped ?? line.quantities.confirmed)?.qty ?? 0

export type Decided = {
  parcel: Parcel
  sent:
    | Label
    // its way has no tracking
    | { carrier: null; trackingNumber: null; page: null }
    | null
}

/**
 * Pure: every planned box is either sent or unused, and one that is not needed may be left out. With a plausible number
 * if its way has tracking, without one if it has not.
 */
export function decideParcels(
  parcels: readonly Parcel[],
  said: readonly SentParcel[],
): Result<Decided[], OrderingRefusal> {
  const decided: Decided[] = []
  for (const parcel of parcels) {
    const it = said.find(({ parcelId }) => parcelId === parcel.id)
    const labelled = it && 'trackingNumber' in it && it.trackingNumber.trim() !== ''
    const unlabelled = it && 'sent' in it
    if ((it && 'unused' in it) || (parcel.unused && !labelled && !unlabelled)) {
      decided.push({ parcel, sent: null })
      continue
    }
    if (!parcel.tracked) {
      if (labelled) return refuse('tracking_not_used', { parcel: parcel.id })
      if (!unlabelled) return refuse('parcel_unsaid', { parcel: parcel.id })
      decided.push({ parcel, sent: { carrier: null, trackingNumber: null, page: null } })
      continue
    }
    if (!labelled) return refuse('tracking_missing', { parcel: parcel.id })
    const label = readLabel(it, parcel)
    if (!label.ok) return label
    const { trackingNumber, confirmed } = label.value
    if (!confirmed && decided.some(({ sent }) => sent?.trackingNumber === trackingNumber))
      return refuse('tracking_twice', { parcel: parcel.id })
    decided.push({ parcel, sent: label.value })
  }
  return ok(decided)
}

/** `page`: absent, that of the farm's last parcel with this carrier. */
type Label = { carrier: string; trackingNumber: string; page: string | null | undefined; confirmed: boolean }

/** What the farm says of one label. Only the numbers of the carriers that we know have a check digit. */
function readLabel(
  it: Extract<SentParcel, { trackingNumber: string }>,
  parcel: Parcel,
): Result<Label, OrderingRefusal> {
  const at = { parcel: parcel.id }
  const carrier = chosenCarrier(it.carrier, '')
  if (!knownCarrier(carrier)) {
    if (!isCarrier(carrier)) return refuse('carrier_unnamed', at)
    const number = parseOtherNumber(it.trackingNumber)
    if (!number) return refuse('tracking_number_wrong', at)
    const page = it.trackingPage === undefined ? ok(undefined) : readTrackingPage(it.trackingPage)
    if (!page.ok) return refuse('tracking_page_wrong', at)
    return ok({ carrier, trackingNumber: number, page: page.value, confirmed: it.confirmed === true })
  }
  const number = parseTrackingNumber(it.trackingNumber)
  const digits = number.ok ? number.value : String(number.detail?.digits)
  // a number that came back in a file was looked at when it was imported
  const confirmed = it.confirmed === true || parcel.label?.trackingNumber === digits
  if (!number.ok && number.refusal === 'not_12_digits') return refuse('tracking_not_12_digits', at)
  if (!number.ok && !confirmed) return refuse('tracking_check_digit', at)
  return ok({ carrier, trackingNumber: digits, page: null, confirmed })
}

/** Carriers use their numbers again after a while: an older parcel is no reason to ask. */
const askedAboutDays = 90

/** A number that a box of another order has is asked about: usually the wrong label was read. */
export async function refuseTaken(ctx: Ctx, farmId: FarmId, decided: readonly Decided[]) {
  const unsure = decided.flatMap(({ parcel, sent }) =>
    sent?.trackingNumber && !sent.confirmed ? [{ parcel, ...sent }] : [],
  )
  if (unsure.length === 0) return null
  const taken = await ctx.db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.orderId')
    .select('parcels.trackingNumber')
    .where('orders.farmId', '=', farmId)
    .where('parcels.shippedAt', '>=', momentOf(addDays(jstDateOf(ctx.now), -askedAboutDays), 0))
    .where(
      'parcels.trackingNumber',
      'in',
      unsure.map(({ trackingNumber }) => trackingNumber),
    )
    .execute()
  const twice = unsure.find((it) => taken.some(({ trackingNumber }) => trackingNumber === it.trackingNumber))
  return twice ? refuse('tracking_twice', { parcel: twice.parcel.id }) : null
}
