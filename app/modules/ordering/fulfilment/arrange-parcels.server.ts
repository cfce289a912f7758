import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId, type OrderId, type ParcelId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { OrderIdIn } from '#kernel/schema.ts'
import { actorKindOf, recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import type { Parcel } from '#modules/ordering/order.ts'
import { checkTransition } from '#modules/ordering/order-process.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import { linesOf, lockOrder, parcelsOf } from '#modules/ordering/order-store.server.ts'
import { packFacts, writeContents } from '#modules/ordering/parcel-contents.server.ts'
import { isArranged, type ParcelContent, proposeContents } from '#modules/ordering/parcel-contents.ts'
import { orderRefusals } from '#modules/ordering/refusal-text.ts'
import { ArrangedParcel, decideArrangement } from './arrange-parcels.ts'

/** The most parcels of one order, as many as can be shipped at once. */
const mostParcels = 200

/**
 * The farm states all parcels of an order while it packs: which there are, how they are called, how large and how cold they
 * are, and what lies in each. The freight that the restaurant pays stays as agreed (docs/decisions/0081). `version`: of the
 * arrangement that was shown; a later one of another user is not overwritten.
 */
export const arrangeParcels = mutation({
  name: 'order.arrange_parcels',
  permission: 'order.weigh',
  input: {
    orderId: OrderIdIn,
    version: z.int().min(0).describe('表示した個口の版。他の人が先に変更した場合は 409 を返します'),
    parcels: z
      .array(ArrangedParcel)
      .min(1, '個口は1つ以上必要です。')
      .max(mostParcels, `個口は${mostParcels}個までです。`)
      .describe('この注文のすべての個口。含まれない個口は使用しません'),
  },
  refusals: orderRefusals(
    'wrong_state',
    'changed_meanwhile',
    'unknown_parcel',
    'unknown_line',
    'parcel_too_large',
    'parcel_temperature',
    'parcel_sum',
    'key_reused',
  ),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.weigh', order)
    const judged = checkTransition(order, 'weigh', actorKindOf(ctx.actor), ctx.now)
    if (!judged.ok) return judged
    if ((await versionOf(ctx, order.id)) !== input.version) return refuse('changed_meanwhile')

    const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
    const parcels = (await parcelsOf(ctx.db, [order.id])).get(order.id) ?? []
    const decision = decideArrangement(parcels, lines, input.parcels)
    if (!decision.ok) return decision
    const { kept, added, removed } = decision.value
    const contents = new Map<ParcelId, readonly ParcelContent[]>()
    // the contents of a parcel that is removed go first
    await writeContents(ctx, order.id, contents)
    for (const { parcel, money } of removed) await remove(ctx, parcel, money)
    for (const { parcel, said, money } of kept) {
      contents.set(parcel.id, said.contents)
      await ctx.db
        .updateTable('parcels')
        .set({ ...columnsOf(said), ...money, unusedAt: null })
        .where('id', '=', parcel.id)
        .execute()
    }
    // they all go the same way
    const tracked = parcels.every((parcel) => parcel.tracked)
    let ordinal = Math.max(0, ...parcels.map((parcel) => parcel.ordinal))
    for (const { said, money } of added) {
      const id = newId<'parcel'>()
      ordinal += 1
      contents.set(id, said.contents)
      await ctx.db
        .insertInto('parcels')
        .values({
          ...{ id, orderId: order.id, ordinal, byFarm: true, tracked, ...columnsOf(said), ...money },
          ...{ carrier: null, trackingNumber: null, shippedAt: null, unusedAt: null },
        })
        .execute()
    }
    await writeContents(ctx, order.id, contents)
    const version = input.version + 1
    await ctx.db
      .insertInto('parcelArrangements')
      .values({ orderId: order.id, version, changedAt: ctx.now })
      .onConflict((it) => it.column('orderId').doUpdateSet({ version, changedAt: ctx.now }))
      .execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'parcels_arranged',
      orderId: order.id,
      data: { parcelsBefore: told(parcels.filter(({ unused }) => !unused)), parcelsNow: told(input.parcels) },
    })
    return ok({ orderId: order.id, version })
  },
})

const columnsOf = ({ name, temperature, sizeClass }: ArrangedParcel) => ({ name: name.trim(), temperature, sizeClass })

type Told = Pick<Parcel, 'name' | 'temperature' | 'contents'> & { sizeClass: number }
const told = (parcels: readonly Told[]) =>
  parcels.map(({ name, temperature, sizeClass, contents }) => ({ name, temperature, sizeClass, contents }))

/** One that was agreed stays, unused; so does one with a label, whose number may come back. */
async function remove(
  ctx: Ctx,
  { id, byFarm, label }: Parcel,
  money: Pick<Parcel, 'freightYen' | 'coolYen' | 'waived'>,
) {
  if (byFarm && !label) await ctx.db.deleteFrom('parcels').where('id', '=', id).execute()
  else
    await ctx.db
      .updateTable('parcels')
      .set({ ...money, unusedAt: ctx.now })
      .where('id', '=', id)
      .execute()
}

async function versionOf(ctx: Ctx, orderId: OrderId): Promise<number> {
  const row = await ctx.db
    .selectFrom('parcelArrangements')
    .select('version')
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  return row?.version ?? 0
}

export type ShownParcel = Pick<Parcel, 'id' | 'name' | 'temperature' | 'sizeClass'> & { contents: ParcelContent[] }
export type ParcelArrangement = {
  version: number
  /** True: the contents are a proposal, and nothing is assigned yet. */
  proposed: boolean
  parcels: ShownParcel[]
}

/** The parcels of an order with what lies in them, or with what could. */
export const parcelArrangement = query('order.see', async (ctx, orderId: OrderId): Promise<ParcelArrangement> => {
  requireSignedIn(ctx)
  const order = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  if (!order) throw new NotFound('order')
  seeOrNotFound(ctx.actor, 'order.see', order)
  const parcels = ((await parcelsOf(ctx.db, [orderId])).get(orderId) ?? []).filter(({ unused }) => !unused)
  const proposed = !isArranged(parcels)
  const lines = proposed ? ((await linesOf(ctx.db, [orderId])).get(orderId) ?? []) : []
  const proposal = proposed ? proposeContents(parcels, lines, await packFacts(ctx, orderId)) : null
  return {
    version: await versionOf(ctx, orderId),
    proposed,
    parcels: parcels.map(({ id, name, temperature, sizeClass, contents }) => ({
      ...{ id, name, temperature, sizeClass },
      contents: proposal?.get(id) ?? [...contents],
    })),
  }
})
