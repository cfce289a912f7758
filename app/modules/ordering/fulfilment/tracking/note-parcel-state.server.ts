import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import { knownParcelStates } from '#kernel/carrier-tracking.ts'
import { NotFound } from '#kernel/errors.ts'
import { ok, refuse } from '#kernel/result.ts'
import { choice, IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { parcelStateWord } from '#modules/delivery/tracking/parcel-state-word.ts'
import { ReasonIn } from '#modules/ordering/order-input.ts'
import { lockOrder } from '#modules/ordering/order-store.server.ts'
import { orderRefusals } from '#modules/ordering/refusal-text.ts'
import { followParcels } from './note-events.server.ts'

/**
 * Staff state where a parcel is, as they read it on the page of its carrier or heard it by telephone: no carrier answers
 * programs of small shippers. The same follows as from a carrier's own statement.
 */
export const noteParcelState = mutation({
  name: 'parcel.note_state',
  permission: 'parcel_state.note',
  input: {
    parcelId: IdOf<'parcel'>('箱'),
    state: choice(knownParcelStates).describe('配送状況'),
    reason: ReasonIn(200),
  },
  refusals: orderRefusals('wrong_state', 'reason_missing', 'key_reused'),
  run: async (ctx, { parcelId, state, reason, key }) => {
    const parcel = await ctx.db
      .selectFrom('parcels')
      .select(['orderId', 'ordinal', 'shippedAt'])
      .where('id', '=', parcelId)
      .executeTakeFirst()
    if (!parcel) throw new NotFound('parcel')
    const order = await lockOrder(ctx.db, parcel.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'parcel_state.note', order)
    if (parcel.shippedAt === null) return refuse('wrong_state', { state: order.state })
    const words = reason.trim()
    if (words === '') return refuse('reason_missing')
    await recordEvent(ctx.db, ctx, {
      kind: 'parcel_state_noted',
      orderId: order.id,
      reason: words,
      data: { parcel: parcel.ordinal, state },
    })
    await ctx.db
      .insertInto('parcelEvents')
      .values({
        parcelId,
        state,
        words: parcelStateWord[state],
        place: '',
        at: ctx.now,
        source: 'staff',
        key: `staff:${key}`.slice(0, 200),
        receivedAt: ctx.now,
      })
      .execute()
    await followParcels({ ...ctx, actor: { kind: 'system' } }, order)
    return ok({ orderId: order.id })
  },
})
