import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { endedStates } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type KitchenId, newId, type RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { organisationHead } from '../sign-up/organisation-head.server.ts'
import { type Changes, changesBetween, type TypedProfile } from '../sign-up/profile.ts'
import { type KitchenColumns, readKitchen } from './read-kitchen.server.ts'
import { type KitchenRefusal, mostKitchens } from './restaurant-labels.ts'
import { tellStaff } from './tell-staff.server.ts'

export type KitchenFacts = {
  id: KitchenId
  version: number
  name: string
  /** In one line, without the postal code. */
  address: string
  typed: TypedProfile
  /** Upcoming days off. */
  closures: JstDate[]
}

/** The kitchens that are open, oldest first. */
export async function kitchensOf(db: DbOrTx, restaurantId: RestaurantId): Promise<KitchenFacts[]> {
  const rows = await db
    .selectFrom('kitchens')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    name: row.name,
    address: addressText(row),
    typed: typedKitchen(row),
    closures: [],
  }))
}

/** One kitchen with its days off; for every member. */
export async function ownKitchen(ctx: Ctx, id: KitchenId): Promise<KitchenFacts> {
  const { restaurantId } = requireBuyer(ctx.actor)
  authorize(ctx.actor, 'organisation.see', { farmId: null, restaurantId })
  const kitchen = (await kitchensOf(ctx.db, restaurantId)).find((known) => known.id === id)
  if (!kitchen) throw new NotFound('kitchen')
  const closed = await ctx.db
    .selectFrom('kitchen_closures')
    .select('closed_on')
    .where('kitchen_id', '=', id)
    .where('closed_on', '>=', jstDateOf(ctx.now))
    .orderBy('closed_on')
    .execute()
  return { ...kitchen, closures: closed.map((row) => row.closed_on) }
}

type Fields = { ok: false; refusal: 'fields'; fields: Record<string, string> }

/** Adds a kitchen, which can be ordered for immediately. Staff check its permit. */
export async function addKitchen(
  ctx: Ctx,
  { key, typed }: { key: string; typed: TypedProfile },
): Promise<Result<{ id: KitchenId; name: string }, KitchenRefusal> | Fields> {
  const restaurantId = requireManagedRestaurant(ctx)
  const read = readKitchen(typed)
  if (!read.ok) return { ok: false, refusal: 'fields', fields: read.fields }
  return idempotent<{ id: KitchenId; name: string }, KitchenRefusal>(ctx, 'kitchen.add', key, typed, async (within) => {
    const { db } = within
    const head = await organisationHead(db, { restaurantId }, true)
    if ((await kitchensOf(db, restaurantId)).length >= mostKitchens) return refuse('too_many_kitchens')
    const id = newId<'kitchen'>()
    await db
      .insertInto('kitchens')
      .values({ id, restaurant_id: restaurantId, closed_at: null, ...read.columns })
      .execute()
    const { name } = read.columns
    await recordEvent(db, within, { kind: 'kitchen_added', aboutRestaurantId: restaurantId, data: { kitchen: name } })
    const changes: Changes = { kitchen: ['', name], address: ['', addressText(read.columns)] }
    if (head.status === 'approved') await tellStaff(within, { restaurantId, name: head.name, changes })
    return ok({ id, name })
  })
}

/** Changes a kitchen; open orders keep their destination. `version`: the one that the owner has seen. */
export async function saveKitchen(
  ctx: Ctx,
  { id, version, typed }: { id: KitchenId; version: number; typed: TypedProfile },
): Promise<Result<{ name: string }, KitchenRefusal> | Fields> {
  const restaurantId = requireManagedRestaurant(ctx)
  const read = readKitchen(typed)
  if (!read.ok) return { ok: false, refusal: 'fields', fields: read.fields }
  return ctx.db.transaction().execute(async (db): Promise<Result<{ name: string }, KitchenRefusal>> => {
    const head = await organisationHead(db, { restaurantId }, true)
    const before = await lockKitchen(db, restaurantId, id)
    if (before.version !== version) return refuse('changed_meanwhile')
    await db
      .updateTable('kitchens')
      .set({ ...read.columns, version: version + 1 })
      .where('id', '=', id)
      .execute()
    const after: KitchenColumns = read.columns
    const changes = changesBetween(typedKitchen(before), typedKitchen(after))
    if (Object.keys(changes).length === 0) return ok({ name: after.name })
    await recordEvent(db, ctx, {
      kind: 'kitchen_changed',
      aboutRestaurantId: restaurantId,
      data: { kitchen: after.name, changes },
    })
    const [was, is] = [addressText(before), addressText(after)]
    if (was !== is && head.status === 'approved')
      await tellStaff({ ...ctx, db }, { restaurantId, name: head.name, changes: { address: [was, is] } })
    return ok({ name: after.name })
  })
}

/**
 * Closes a kitchen permanently: not the last one, and not while an order is on its way there. Its carts are deleted
 * with it.
 */
export async function closeKitchen(
  ctx: Ctx,
  { id, version }: { id: KitchenId; version: number },
): Promise<Result<{ name: string }, KitchenRefusal>> {
  const restaurantId = requireManagedRestaurant(ctx)
  return ctx.db.transaction().execute(async (db): Promise<Result<{ name: string }, KitchenRefusal>> => {
    await organisationHead(db, { restaurantId }, true)
    const kitchen = await lockKitchen(db, restaurantId, id)
    if (kitchen.version !== version) return refuse('changed_meanwhile')
    if ((await kitchensOf(db, restaurantId)).length === 1) return refuse('last_kitchen')
    const open = await db
      .selectFrom('orders')
      .select('id')
      .where('kitchen_id', '=', id)
      .where('restaurant_id', '=', restaurantId)
      .where('state', 'not in', endedStates)
      .limit(1)
      .executeTakeFirst()
    if (open) return refuse('open_orders')
    await db
      .updateTable('kitchens')
      .set({ closed_at: ctx.now, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('carts').where('kitchen_id', '=', id).execute()
    await recordEvent(db, ctx, {
      kind: 'kitchen_closed',
      aboutRestaurantId: restaurantId,
      data: { kitchen: kitchen.name },
    })
    return ok({ name: kitchen.name })
  })
}

/** A day on which the kitchen is closed and no delivery is possible. Orders already placed for it stay. */
export async function addClosure(ctx: Ctx, { id, day }: { id: KitchenId; day: JstDate }): Promise<void> {
  await changeClosures(ctx, id, day, async (db) => {
    const row = { kitchen_id: id, closed_on: day }
    const written = await db
      .insertInto('kitchen_closures')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('closed_on')
      .executeTakeFirst()
    return written ? 'kitchen_day_off' : null
  })
}

export async function removeClosure(ctx: Ctx, { id, day }: { id: KitchenId; day: JstDate }): Promise<void> {
  await changeClosures(ctx, id, day, async (db) => {
    const gone = await db
      .deleteFrom('kitchen_closures')
      .where('kitchen_id', '=', id)
      .where('closed_on', '=', day)
      .returning('closed_on')
      .executeTakeFirst()
    return gone ? 'kitchen_day_on' : null
  })
}

async function changeClosures(
  ctx: Ctx,
  id: KitchenId,
  day: JstDate,
  change: (db: DbOrTx) => Promise<'kitchen_day_off' | 'kitchen_day_on' | null>,
): Promise<void> {
  const restaurantId = requireManagedRestaurant(ctx)
  await ctx.db.transaction().execute(async (db) => {
    const { name } = await lockKitchen(db, restaurantId, id)
    const kind = await change(db)
    if (kind) await recordEvent(db, ctx, { kind, aboutRestaurantId: restaurantId, data: { kitchen: name, day } })
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
    .where('restaurant_id', '=', restaurantId)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('kitchen'))
}

type Row = Omit<KitchenColumns, 'place'>

const addressText = ({ city, street, building }: Pick<Row, 'city' | 'street' | 'building'>): string =>
  [`${city}${street}`, building].filter(Boolean).join(' ')

/** As the fields of the form show it. */
const typedKitchen = (row: Row): TypedProfile => ({
  kitchenName: row.name,
  postalCode: row.postal_code,
  prefectureCode: row.prefecture_code,
  city: row.city,
  town: '',
  street: row.street,
  building: row.building,
  phone: row.phone,
  receivingWeekdays: row.receiving_weekdays.join(','),
  slot: row.default_slot,
  receivingNote: row.receiving_note,
})
