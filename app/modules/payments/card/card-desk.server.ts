import { sql } from 'kysely'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatYen } from '#kernel/format.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { deadStates } from '#modules/ordering/order-process.ts'
import { requireSignedIn } from '#modules/ordering/order-queries.server.ts'
import { type CardState, cardAdvice } from './card-labels.ts'
import { noAnswer } from './hold-store.server.ts'
import { cardRefusals } from './refusal-text.ts'

const mostShown = 100

/** What staff look at: disputes, what was refused or not captured, and the renewals; the newest first. */
export const cardDesk = query('card.watch', async (ctx) => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'card.watch', null)
  const orders = () =>
    ctx.db
      .selectFrom('cardHolds')
      .innerJoin('restaurants', 'restaurants.id', 'cardHolds.restaurantId')
      .leftJoin('orders', 'orders.id', 'cardHolds.orderId')
      .select(['restaurants.name as restaurant', 'orders.id as orderId', 'orders.number'])
  const disputes = await orders()
    .innerJoin('cardDisputes', 'cardDisputes.holdId', 'cardHolds.id')
    .select(['cardDisputes.id', 'cardDisputes.yen', 'reason', 'cardDisputes.state', 'cardDisputes.at'])
    .orderBy('cardDisputes.endedAt', (order) => order.desc().nullsFirst())
    .orderBy('cardDisputes.at', 'desc')
    .limit(mostShown)
    .execute()
  const movements = await orders()
    .innerJoin('cardMovements', 'cardMovements.holdId', 'cardHolds.id')
    .select(['cardMovements.id', 'cardMovements.yen', 'kind', 'cardMovements.failure', 'cardMovements.at', 'undoneBy'])
    .where((is) => is.or([is('cardMovements.state', '=', 'failed'), is('cardMovements.undoneBy', 'is not', null)]))
    .orderBy('cardMovements.at', 'desc')
    .limit(mostShown)
    .execute()
  const holds = () =>
    orders().select(['cardHolds.id', 'cardHolds.yen', 'cardHolds.state', 'cardHolds.failure', 'cardHolds.at', 'until'])
  const refused = await holds()
    .where('cardHolds.state', '=', 'failed')
    .orderBy('cardHolds.endedAt', 'desc')
    .limit(mostShown)
    .execute()
  const renewals = await holds()
    .where('cardHolds.renews', 'is not', null)
    .where('cardHolds.state', '<>', 'failed')
    .orderBy('cardHolds.at', 'desc')
    .limit(mostShown)
    .execute()
  const givenUp = await ctx.db
    .selectFrom('cardOrders')
    .innerJoin('orders', 'orders.id', 'cardOrders.orderId')
    .innerJoin('restaurants', 'restaurants.id', 'orders.restaurantId')
    .select(['restaurants.name as restaurant', 'orders.id as orderId', 'orders.number'])
    .select(['cardOrders.failure', 'cardOrders.gaveUpAt as at'])
    .select(({ selectFrom }) => [
      selectFrom('charges')
        .select(({ fn }) => fn.sum<string>('totalYen').as('yen'))
        .whereRef('charges.orderId', '=', 'orders.id')
        .as('owed'),
      selectFrom('cardMovements as m')
        .innerJoin('cardHolds as h', 'h.id', 'm.holdId')
        .select(sql<string>`sum(case m.kind when 'capture' then m.yen else -m.yen end)`.as('yen'))
        .whereRef('h.orderId', '=', 'orders.id')
        .where('m.state', '=', 'done')
        .as('paid'),
    ])
    .where('gaveUpAt', 'is not', null)
    .orderBy('gaveUpAt', 'desc')
    .limit(mostShown)
    .execute()
  return {
    disputes,
    movements,
    givenUp: givenUp.flatMap(({ at, owed, paid, ...row }) =>
      at ? [{ ...row, at, yen: yen(Number(owed ?? 0) - Number(paid ?? 0)) }] : [],
    ),
    refused,
    renewals,
  }
})

/** How an order is paid by card, in yen, and what the restaurant has to know or do. */
export type CardPayment = {
  state: CardState
  heldYen: Yen
  paidYen: Yen
  refundedYen: Yen
  /** What the order comes to so far and the card has not paid. */
  unpaidYen: Yen
  advice: string
}

/** null: the order is paid by invoice, or a farm asks. */
export const cardPaymentOf = query('order.see', async (ctx, orderId: OrderId): Promise<CardPayment | null> => {
  requireSignedIn(ctx)
  const { db, actor } = ctx
  const order = await db
    .selectFrom('orders')
    .leftJoin('cardOrders', 'cardOrders.orderId', 'orders.id')
    .select(['farmId', 'restaurantId', 'state', 'cardOrders.orderId as byCard', 'gaveUpAt', 'cardOrders.failure'])
    .select('nextAt')
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new NotFound('order')
  seeOrNotFound(actor, 'order.see', order)
  if (!order.byCard || actor.kind === 'farm') return null
  const holds = await db
    .selectFrom('cardHolds')
    .select(['yen', 'state', 'failure'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()
  const movements = await db
    .selectFrom('cardMovements')
    .innerJoin('cardHolds', 'cardHolds.id', 'cardMovements.holdId')
    .select(['kind', 'cardMovements.yen', 'cardMovements.state', 'undoneBy'])
    .where('cardHolds.orderId', '=', orderId)
    .execute()
  const charges = await db.selectFrom('charges').select('totalYen').where('orderId', '=', orderId).execute()
  const sum = (rows: readonly { yen: Yen }[]) => yen(rows.reduce((total, row) => total + row.yen, 0))
  const moved = movements.filter(({ state }) => state === 'done')
  const heldYen = sum(holds.filter(({ state }) => state === 'held'))
  const paidYen = sum(moved.filter(({ kind }) => kind === 'capture'))
  const refunds = moved.filter(({ kind }) => kind === 'refund')
  const refundedYen = sum(refunds.filter(({ undoneBy }) => undoneBy === null))
  const owed = charges.reduce((total, { totalYen }) => total + totalYen, 0)
  const unpaidYen = yen(Math.max(0, owed - (paidYen - sum(refunds))))
  const asked = movements.some(({ state }) => state === 'asked') || order.nextAt !== null
  const last = holds.at(-1)
  const state = ((): CardState => {
    if (charges.length > 0) {
      if (asked) return 'taking'
      if (unpaidYen > 0) return 'unpaid'
      return paidYen > 0 ? 'paid' : 'none'
    }
    if (deadStates.some((dead) => dead === order.state)) return 'none'
    if (last?.state === 'failed') return 'failed'
    return heldYen > 0 && last?.state !== 'asked' ? 'held' : 'waiting'
  })()
  const returned = sum(refunds.filter(({ undoneBy }) => undoneBy !== null))
  const advice = adviceOf(state, { unpaidYen, returned, failure: order.failure ?? last?.failure ?? null })
  return { state, heldYen, paidYen, refundedYen, unpaidYen, advice }
})

function adviceOf(
  state: CardState,
  { unpaidYen, returned, failure }: { unpaidYen: Yen; returned: Yen; failure: string | null },
): string {
  const back =
    returned > 0
      ? `カードへの返金${formatYen(returned)}をカード会社が受け付けなかったため、次回の請求書から差し引きます。`
      : ''
  if (state === 'unpaid')
    return `カードで決済できなかった${formatYen(unpaidYen)}は、請求書に記載します。銀行振込でお支払いください。${cardAdvice(failure)}${back}`
  if (state === 'failed')
    return `カード会社の承認が得られていません。注文はそのまま進みます。承認が得られない場合は、請求書に記載しますので、銀行振込でお支払いください。${cardAdvice(failure)}`
  return back
}

/** The provider did not answer for a day: staff have looked there, and it is asked once more. */
export const retryMovement = repeatable({
  name: 'card.retry',
  permission: 'card.change',
  input: { id: IdOf<'cardMovement'>('決済') },
  refusals: cardRefusals('card_movement_ended'),
  run: async (ctx, { id }) => {
    requireSignedIn(ctx)
    seeOrNotFound(ctx.actor, 'card.watch', null)
    authorize(ctx.actor, 'card.change', null)
    return ctx.db.transaction().execute(async (db) => {
      const again = await db
        .updateTable('cardMovements')
        .set({ state: 'asked', failure: null, endedAt: null, attempts: 0, nextAt: null })
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .where('failure', '=', noAnswer)
        .returning('yen')
        .executeTakeFirst()
      if (!again) return refuse('card_movement_ended')
      await recordEvent(db, ctx, { kind: 'card_movement_retried', data: { id, yen: again.yen } })
      return ok(null)
    })
  },
})
