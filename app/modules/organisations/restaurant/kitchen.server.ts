import { z } from 'zod'
import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { endedStates } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type KitchenId, newId, type RestaurantId } from '#kernel/ids.ts'
import { addDays, daysBetween, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { DayIn, IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { type InputOf, mutation, noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { removeCartsOfKitchen } from '#modules/cart/removal/remove-carts.server.ts'
import { addressFields, Line, PhoneIn, receivingFields } from '../fields.server.ts'
import { organisationHead } from '../sign-up/organisation-head.server.ts'
import { placeOfAddress } from '../sign-up/organisation-rows.ts'
import { type Changes, changesBetween } from '../sign-up/profile.ts'
import { missingText } from '../sign-up/profile-labels.ts'
import { mostKitchens, restaurantRefusals } from './restaurant-labels.ts'
import { tellStaff } from './tell-staff.server.ts'

const kitchenFields = {
  name: Line(60, missingText('店舗名')),
  ...addressFields,
  phone: PhoneIn,
  ...receivingFields,
}
type KitchenIn = InputOf<typeof kitchenFields>

const kitchenId = IdOf<'kitchen'>('店舗')

/** A kitchen as its page and the API show it. */
export type KitchenFacts = ReturnType<typeof factsOf> & {
  id: KitchenId
  version: number
  /** In one line, without the postal code. */
  address: string
}

/** The kitchens that are open, oldest first. */
export async function kitchensOf(db: DbOrTx, restaurantId: RestaurantId): Promise<KitchenFacts[]> {
  const rows = await db
    .selectFrom('kitchens')
    .selectAll()
    .where('restaurantId', '=', restaurantId)
    .where('closedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, version: row.version, address: addressText(row), ...factsOf(row) }))
}

/** One kitchen with its upcoming days off; for every member. */
export const ownKitchen = query('organisation.see', async (ctx, id: KitchenId) => {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'organisation.see', { farmId: null, restaurantId })
  const kitchen = (await kitchensOf(ctx.db, restaurantId)).find((known) => known.id === id)
  if (!kitchen) throw new NotFound('kitchen')
  const closed = await ctx.db
    .selectFrom('kitchenClosures')
    .select('closedOn')
    .where('kitchenId', '=', id)
    .where('closedOn', '>=', jstDateOf(ctx.now))
    .orderBy('closedOn')
    .execute()
  return { ...kitchen, closures: closed.map((row) => row.closedOn) }
})

/** Adds a kitchen, which can be ordered for immediately. Staff check its permit. */
export const addKitchen = mutation({
  name: 'kitchen.add',
  permission: 'organisation.manage',
  input: kitchenFields,
  refusals: restaurantRefusals('too_many_kitchens', 'key_reused'),
  run: async (ctx, input) => {
    const { db } = ctx
    const restaurantId = requireManagedRestaurant(ctx)
    const head = await organisationHead(db, { restaurantId }, true)
    if ((await kitchensOf(db, restaurantId)).length >= mostKitchens) return refuse('too_many_kitchens')
    const id = newId<'kitchen'>()
    const columns = columnsOf(input)
    await db
      .insertInto('kitchens')
      .values({ id, restaurantId, closedAt: null, ...columns })
      .execute()
    const { name } = input
    await recordEvent(db, ctx, { kind: 'kitchen_added', aboutRestaurantId: restaurantId, data: { kitchen: name } })
    const changes: Changes = { kitchen: ['', name], address: ['', addressText(columns)] }
    if (head.status === 'approved') await tellStaff(ctx, { restaurantId, name: head.name, changes })
    return ok({ id, name })
  },
})

/** Changes a kitchen; open orders keep their destination. `version`: the one that the owner has seen. */
export const saveKitchen = repeatable({
  name: 'kitchen.save',
  permission: 'organisation.manage',
  input: { id: kitchenId, ...kitchenFields, version: z.int() },
  refusals: restaurantRefusals('changed_meanwhile'),
  run: (ctx, { id, version, ...input }) =>
    withKitchen(ctx, { id, version }, async (within, { head, before }) => {
      const { db } = within
      const after = columnsOf(input)
      await db
        .updateTable('kitchens')
        .set({ ...after, version: version + 1 })
        .where('id', '=', id)
        .execute()
      const changes = changesBetween(factsOf(before), factsOf(after))
      if (Object.keys(changes).length === 0) return ok({ name: after.name })
      const aboutRestaurantId = before.restaurantId
      const data = { kitchen: after.name, changes }
      await recordEvent(db, within, { kind: 'kitchen_changed', aboutRestaurantId, data })
      const [was, is] = [addressText(before), addressText(after)]
      if (was !== is && head.status === 'approved')
        await tellStaff(within, { restaurantId: aboutRestaurantId, name: head.name, changes: { address: [was, is] } })
      return ok({ name: after.name })
    }),
})

/**
 * Closes a kitchen permanently: not the last one, and not while an order is on its way there. Its carts are deleted
 * with it.
 */
export const closeKitchen = repeatable({
  name: 'kitchen.close',
  permission: 'organisation.manage',
  input: { id: kitchenId, version: z.int() },
  refusals: restaurantRefusals('changed_meanwhile', 'last_kitchen', 'open_orders'),
  run: (ctx, input) =>
    withKitchen(ctx, input, async (within, { before: { name, restaurantId } }) => {
      const { db } = within
      const { id, version } = input
      if ((await kitchensOf(db, restaurantId)).length === 1) return refuse('last_kitchen')
      const open = await db
        .selectFrom('orders')
        .select('id')
        .where('kitchenId', '=', id)
        .where('restaurantId', '=', restaurantId)
        .where('state', 'not in', endedStates)
        .limit(1)
        .executeTakeFirst()
      if (open) return refuse('open_orders')
      await db
        .updateTable('kitchens')
        .set({ closedAt: ctx.now, version: version + 1 })
        .where('id', '=', id)
        .execute()
      await removeCartsOfKitchen(db, id)
      await recordEvent(db, within, {
        kind: 'kitchen_closed',
        aboutRestaurantId: restaurantId,
        data: { kitchen: name },
      })
      return ok({ name })
    }),
})

const dayOfKitchen = { id: kitchenId, day: DayIn }

const mostClosedDays = 366

/** The days from the first to the last, both included; one day without a last. */
const daysOff = (day: JstDate, to: JstDate): JstDate[] =>
  Array.from({ length: Math.min(mostClosedDays, Math.max(0, daysBetween(day, to)) + 1) }, (_, n) => addDays(day, n))

/** Days on which the kitchen is closed and no delivery is possible. Orders already placed for them stay. */
export const addClosure = repeatable({
  name: 'kitchen.add_closure',
  permission: 'organisation.manage',
  input: { ...dayOfKitchen, to: DayIn.describe('最終日。省略すると1日だけ').optional() },
  refusals: noRefusals,
  run: (ctx, { id, day, to = day }) =>
    changeClosures(ctx, id, 'kitchen_day_off', (db) =>
      db
        .insertInto('kitchenClosures')
        .values(daysOff(day, to).map((closedOn) => ({ kitchenId: id, closedOn })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('closedOn')
        .execute(),
    ),
})

export const removeClosure = repeatable({
  name: 'kitchen.remove_closure',
  permission: 'organisation.manage',
  input: dayOfKitchen,
  refusals: noRefusals,
  run: (ctx, { id, day }) =>
    changeClosures(ctx, id, 'kitchen_day_on', (db) =>
      db
        .deleteFrom('kitchenClosures')
        .where('kitchenId', '=', id)
        .where('closedOn', '=', day)
        .returning('closedOn')
        .execute(),
    ),
})

async function changeClosures(
  ctx: Ctx,
  id: KitchenId,
  kind: 'kitchen_day_off' | 'kitchen_day_on',
  change: (db: DbOrTx) => Promise<{ closedOn: JstDate }[]>,
) {
  const restaurantId = requireManagedRestaurant(ctx)
  return ctx.db.transaction().execute(async (db) => {
    const { name } = await lockKitchen(db, restaurantId, id)
    for (const { closedOn: day } of await change(db))
      await recordEvent(db, ctx, { kind, aboutRestaurantId: restaurantId, data: { kitchen: name, day } })
    return ok(null)
  })
}

type LockedKitchen = Awaited<ReturnType<typeof lockKitchen>>
type Head = Awaited<ReturnType<typeof organisationHead>>

/** The restaurant and the kitchen locked, in the version that the owner has seen. */
async function withKitchen<T, R extends string>(
  ctx: Ctx,
  { id, version }: { id: KitchenId; version: number },
  change: (within: Ctx, locked: { head: Head; before: LockedKitchen }) => Promise<Result<T, R>>,
): Promise<Result<T, R | 'changed_meanwhile'>> {
  const restaurantId = requireManagedRestaurant(ctx)
  return ctx.db.transaction().execute(async (db): Promise<Result<T, R | 'changed_meanwhile'>> => {
    const head = await organisationHead(db, { restaurantId }, true)
    const before = await lockKitchen(db, restaurantId, id)
    if (before.version !== version) return refuse('changed_meanwhile')
    return change({ ...ctx, db }, { head, before })
  })
}

function requireManagedRestaurant(ctx: Ctx): RestaurantId {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'organisation.manage', { farmId: null, restaurantId })
  return restaurantId
}

/** Locked exclusively: a concurrent order for it waits, and then finds it closed. */
async function lockKitchen(db: DbOrTx, restaurantId: RestaurantId, id: KitchenId) {
  return db
    .selectFrom('kitchens')
    .selectAll()
    .where('id', '=', id)
    .where('restaurantId', '=', restaurantId)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('kitchen'))
}

type Columns = ReturnType<typeof columnsOf>

const columnsOf = ({ town, ...kitchen }: KitchenIn) => ({
  name: kitchen.name,
  postalCode: kitchen.postalCode,
  prefectureCode: kitchen.prefectureCode,
  city: kitchen.city,
  street: `${town}${kitchen.street}`,
  building: kitchen.building,
  place: placeOfAddress({ ...kitchen, town }),
  phone: kitchen.phone,
  receivingWeekdays: kitchen.receivingWeekdays,
  defaultSlot: kitchen.slot,
  receivingNote: kitchen.receivingNote,
})

const addressText = ({ city, street, building }: Pick<Columns, 'city' | 'street' | 'building'>): string =>
  [`${city}${street}`, building].filter(Boolean).join(' ')

const factsOf = (row: Omit<LockedKitchen | Columns, 'place'>) => ({
  name: row.name,
  postalCode: row.postalCode,
  prefectureCode: row.prefectureCode,
  city: row.city,
  street: row.street,
  building: row.building,
  phone: row.phone,
  receivingWeekdays: row.receivingWeekdays,
  slot: row.defaultSlot,
  receivingNote: row.receivingNote,
})
