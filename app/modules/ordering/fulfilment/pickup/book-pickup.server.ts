import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { Temperature } from '#kernel/enums.ts'
import { formatDay, formatMoment } from '#kernel/format.ts'
import type { FarmId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayIn } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { AnyCarrierIn } from '#modules/delivery/any-carrier.ts'
import { knownCarrier } from '#modules/delivery/carrier-word.ts'
import { pickupDeadline } from '#modules/delivery/pickup-deadline.ts'
import { mayMailStranger } from '#modules/identity/mail-throttle.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { labelDay } from '../labels/label-day.server.ts'
import { usedCarriers } from '../used-carriers.server.ts'
import { pickupRequest } from './pickup-mails.server.tsx'
import { pickupRefusals } from './pickup-refusals.ts'
import { type PickupSettings, pickupSettingsOf } from './pickup-settings.server.ts'

/** How many parcels of one size and temperature wait. */
export type PickupParcels = { sizeClass: number; temperature: Temperature; count: number }

export type PickupOfCarrier = {
  /** One of the enum, or another one by its name. */
  carrier: string
  settings: PickupSettings
  /** The last moment of a booking for this day, inclusive. */
  until: Date
  /** What waits now. */
  parcels: PickupParcels[]
  /** The last booking of this day; null: none, or it was cancelled. `same`: it states what waits now. */
  booked: { at: Date; mailed: boolean; parcels: PickupParcels[]; same: boolean } | null
}

/** The pick-ups of a day: of each carrier that something waits for, or that was asked to come. */
export const pickupsOfDay = query('labels.see', async (ctx, asked: JstDate | null) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'labels.see', { farmId })
  const { day, orders } = await labelDay(ctx, asked)
  return { day, ...(await pickupsAmong(ctx, { day, orders })) }
})

/** The same for a page that has read the parcels of the day. */
export const pickupsAmong = query(
  'labels.see',
  async (ctx, { day, orders }: { day: JstDate; orders: WaitingOrders }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'labels.see', { farmId })
    const used = (await usedCarriers(ctx, farmId)).map(({ carrier }) => carrier)
    const others = [...used, ...orders.map(({ carrier }) => carrier)]
    return {
      pickups: await pickupsFor(ctx, farmId, day, orders),
      settings: await pickupSettingsOf(ctx.db, farmId, others),
    }
  },
)

type WaitingOrders = Awaited<ReturnType<typeof labelDay>>['orders']

async function pickupsFor(ctx: Ctx, farmId: FarmId, day: JstDate, orders: WaitingOrders): Promise<PickupOfCarrier[]> {
  const last = await lastBookings(ctx, farmId, day)
  const named = [...orders, ...last].map(({ carrier }) => carrier)
  const settings = await pickupSettingsOf(ctx.db, farmId, named)
  return settings.flatMap((own) => {
    const { carrier } = own
    const parcels = countParcels(orders.filter((it) => it.carrier === carrier).flatMap((it) => it.parcels))
    const booking = last.find((it) => it.carrier === carrier)
    const booked = booking?.state === 'booked' ? booking : null
    if (parcels.length === 0 && !booked) return []
    return [
      {
        carrier,
        settings: own,
        until: pickupDeadline(day, own.cutoffMinute),
        parcels,
        booked: booked && { ...booked, same: sameParcels(booked.parcels, parcels) },
      },
    ]
  })
}

const lastBookings = (ctx: Ctx, farmId: FarmId, day: JstDate) =>
  ctx.db
    .selectFrom('pickupBookings')
    .distinctOn('carrier')
    .select(['carrier', 'state', 'parcels', 'mailed', 'at', 'revision'])
    .where('farmId', '=', farmId)
    .where('shipOn', '=', day)
    .orderBy('carrier')
    .orderBy('revision', 'desc')
    .execute()

/** Pure: parcels by temperature and size, in this order. */
export function countParcels(parcels: readonly { sizeClass: number; temperature: Temperature }[]): PickupParcels[] {
  const groups = Map.groupBy(parcels, ({ sizeClass, temperature }) => `${temperature} ${sizeClass}`)
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      return first ? [{ sizeClass: first.sizeClass, temperature: first.temperature, count: group.length }] : []
    })
    .toSorted((a, b) => a.temperature.localeCompare(b.temperature) || a.sizeClass - b.sizeClass)
}

const sameParcels = (a: readonly PickupParcels[], b: readonly PickupParcels[]): boolean =>
  a.length === b.length &&
  a.every((it) =>
    b.some(
      ({ sizeClass, temperature, count }) =>
        sizeClass === it.sizeClass && temperature === it.temperature && count === it.count,
    ),
  )

const ofDay = { day: DayIn.describe('集荷日（出荷日）'), carrier: AnyCarrierIn }

/**
 * Asks a carrier to fetch what waits on a day, by mail to its depot if the farm has stated an address. Once per day and
 * carrier: asked again with other parcels it is a change, with the same ones nothing. After the depot's hour it is refused,
 * with what can be done instead.
 */
export const bookPickup = mutation({
  name: 'pickup.book',
  permission: 'labels.change',
  input: ofDay,
  refusals: pickupRefusals('pickup_regular', 'pickup_empty', 'pickup_too_late', 'pickup_mail_limit', 'key_reused'),
  run: async (ctx, { day, carrier }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'labels.change', { farmId })
    await lockPickups(ctx, farmId)
    const { orders } = await labelDay(ctx, day)
    const pickup = (await pickupsFor(ctx, farmId, day, orders)).find((it) => it.carrier === carrier)
    if (!pickup || pickup.parcels.length === 0) return refuse('pickup_empty')
    const { settings, until, parcels, booked } = pickup
    if (settings.regular) return refuse('pickup_regular')
    if (booked?.same) return ok({ mailed: booked.mailed, again: true })
    if (ctx.now > until) return refuse('pickup_too_late', { until: formatMoment(until), phone: settings.depotPhone })
    return writeBooking(ctx, farmId, day, { settings, parcels, state: booked ? 'changed' : 'booked' })
  },
})

/** What was booked is not needed any more. */
export const cancelPickup = mutation({
  name: 'pickup.cancel',
  permission: 'labels.change',
  input: ofDay,
  refusals: pickupRefusals('pickup_not_booked', 'pickup_too_late', 'pickup_mail_limit', 'key_reused'),
  run: async (ctx, { day, carrier }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'labels.change', { farmId })
    await lockPickups(ctx, farmId)
    const { orders } = await labelDay(ctx, day)
    const pickup = (await pickupsFor(ctx, farmId, day, orders)).find((it) => it.carrier === carrier)
    if (!pickup?.booked) return refuse('pickup_not_booked')
    const { settings, until, booked } = pickup
    if (ctx.now > until) return refuse('pickup_too_late', { until: formatMoment(until), phone: settings.depotPhone })
    return writeBooking(ctx, farmId, day, { settings, parcels: booked.parcels, state: 'cancelled' })
  },
})

/** Two members of a farm who press at once: the second sees what the first has booked. */
const lockPickups = (ctx: Ctx, farmId: FarmId) =>
  ctx.db.selectFrom('farms').select('id').where('id', '=', farmId).forNoKeyUpdate().executeTakeFirstOrThrow()

type Booking = { settings: PickupSettings; parcels: PickupParcels[]; state: 'booked' | 'changed' | 'cancelled' }

async function writeBooking(ctx: Ctx, farmId: FarmId, day: JstDate, { settings, parcels, state }: Booking) {
  const { carrier, depotEmail, depotPhone } = settings
  if (depotEmail && (await mayMailStranger(ctx, 'pickup_request', depotEmail)).may !== 'send')
    return refuse('pickup_mail_limit', { phone: depotPhone })
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: `pickup_${state}`,
    aboutFarmId: farmId,
    data: { carrier, day, parcels },
  })
  const { revision } = await ctx.db
    .insertInto('pickupBookings')
    .values(({ selectFrom, fn, lit }) => ({
      farmId,
      carrier,
      shipOn: day,
      revision: selectFrom('pickupBookings')
        .select(({ eb }) => eb(fn.coalesce(fn.max('revision'), lit(0)), '+', 1).as('next'))
        .where('farmId', '=', farmId)
        .where('carrier', '=', carrier)
        .where('shipOn', '=', day),
      state: state === 'cancelled' ? ('cancelled' as const) : ('booked' as const),
      parcels: JSON.stringify(parcels),
      mailed: depotEmail !== '',
      eventId,
      at: ctx.now,
    }))
    .returning('revision')
    .executeTakeFirstOrThrow()
  if (depotEmail)
    await notify(ctx.db, ctx.now, {
      key: `pickup:${farmId}:${carrier}:${day}:${revision}`,
      kind: pickupRequest,
      to: depotEmail as Email,
      data: { asked: state, ...(await senderOf(ctx, farmId, carrier)), day: formatDay(day), parcels: factsOf(parcels) },
    })
  return ok({ mailed: depotEmail !== '', again: false })
}

const factsOf = (parcels: readonly PickupParcels[]) =>
  parcels.map(
    ({ sizeClass, temperature, count }) =>
      [`${temperatureWord[temperature]}・${sizeClass}サイズ`, `${count}個口`] as const,
  )

async function senderOf(ctx: Ctx, farmId: FarmId, carrier: string) {
  const known = knownCarrier(carrier)
  const farm = await ctx.db
    .selectFrom('farms')
    .leftJoin('carrierContracts', (join) =>
      join
        .onRef('carrierContracts.farmId', '=', 'farms.id')
        // of a carrier that we know by its name alone there is none
        .on(({ eb, lit }) => (known ? eb('carrierContracts.carrier', '=', known) : lit(false))),
    )
    .select(['farms.name', 'farms.phone', 'farms.prefectureCode', 'farms.city', 'farms.street'])
    .select('carrierContracts.customerCode')
    .where('farms.id', '=', farmId)
    .executeTakeFirstOrThrow()
  const code = parsePrefCode(farm.prefectureCode)
  return {
    farm: farm.name,
    phone: farm.phone,
    address: `${code ? prefectureOf(code).name : ''}${farm.city}${farm.street}`,
    customerCode: farm.customerCode ?? '',
  }
}
