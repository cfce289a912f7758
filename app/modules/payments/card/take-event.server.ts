import { type CardDispute, type CardEvent, CardsUnavailable } from '#kernel/cards.ts'
import { parseId } from '#kernel/ids.ts'
import { sumYen, yen } from '#kernel/yen.ts'
import { writeCardPayment } from './book-card.server.ts'
import { lookAtIntent } from './hold-for-orders.server.ts'
import type { CardCtx } from './hold-store.server.ts'
import { keepSavedCard } from './save-card.server.ts'
import { undoRefund } from './settle-orders.server.ts'

/**
 * A webhook only says which of our rows to look at: what happened is asked of the provider, so that an event that comes
 * twice, late or before its cause is stored changes nothing wrongly.
 */
export async function takeCardEvent(ctx: CardCtx, { about, id }: CardEvent): Promise<void> {
  if (about === 'intent') await lookAtIntent(ctx, id)
  if (about === 'session') await keepSavedCard(ctx, id)
  if (about === 'refund') {
    const refund = await ctx.cards.refundOf(id)
    const movement = parseId<'cardMovement'>(refund?.id)
    if (refund?.failure && movement) await undoRefund(ctx, movement, refund.failure)
  }
  if (about === 'dispute') {
    const dispute = await ctx.cards.dispute(id)
    if (dispute) await noteDispute(ctx, dispute)
  }
}

/**
 * While a payment is disputed the bank has taken the money back: the restaurant owes it again. If the dispute is won the
 * money is back; if it is lost, the debt stays for staff to pursue or write off. Never more than the card has paid, all disputes
 * of it together. One that comes before its capture is booked is to come again.
 */
async function noteDispute({ db, now }: CardCtx, dispute: CardDispute): Promise<void> {
  const { id, intent, reason, state } = dispute
  await db.transaction().execute(async (db) => {
    const hold = await db
      .selectFrom('cardHolds')
      .select(['id', 'restaurantId'])
      .where('intent', '=', intent)
      .forUpdate()
      .executeTakeFirst()
    if (!hold) return
    const moved = await db
      .selectFrom('cardMovements')
      .select(['kind', 'yen', 'state'])
      .where('holdId', '=', hold.id)
      .where('state', 'in', ['asked', 'done'])
      .execute()
    if (moved.some((move) => move.kind === 'capture' && move.state === 'asked'))
      throw new CardsUnavailable(`the capture of ${intent} is not booked yet`)
    const others = await db
      .selectFrom('cardDisputes')
      .select('yen')
      .where('holdId', '=', hold.id)
      .where('id', '<>', id)
      .where('state', '<>', 'won')
      .execute()
    const booked = moved.filter((move) => move.state === 'done')
    const paid = booked.reduce((sum, move) => sum + (move.kind === 'capture' ? move.yen : -move.yen), 0)
    const amount = yen(Math.min(dispute.yen, paid - sumYen(others.map((it) => it.yen))))
    if (amount <= 0) return
    const made = await db
      .insertInto('cardDisputes')
      .values({ id, holdId: hold.id, yen: amount, reason, state: 'open', at: now, endedAt: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    const { restaurantId } = hold
    if (made)
      await writeCardPayment(
        { db, now },
        { eventKey: `card_dispute:${id}`, restaurantId, documentId: null, yen: yen(-amount), reason: 'チャージバック' },
      )
    if (state === 'open') return
    const ended = await db
      .updateTable('cardDisputes')
      .set({ state, endedAt: now })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning('yen')
      .executeTakeFirst()
    if (ended && state === 'won')
      await writeCardPayment(
        { db, now },
        {
          eventKey: `card_dispute_won:${id}`,
          restaurantId,
          documentId: null,
          yen: ended.yen,
          reason: 'チャージバックの取り消し',
        },
      )
  })
}
