import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type Result } from '#kernel/result.ts'
import { settleProposal } from '#modules/ordering/answer-proposal.server.ts'
import { lapseOrder } from '#modules/ordering/approve-purchase.server.ts'
import { expireOrder, neverShipped } from '#modules/ordering/end-order.server.ts'
import { closeLocked } from '#modules/ordering/finalize-order.server.ts'
import { keepLocked } from '#modules/ordering/keep-order.server.ts'
import { nextTimer } from '#modules/ordering/order-process.ts'
import { lockOrder, type Order } from '#modules/ordering/order-store.server.ts'
import type { TransitionName, TransitionWith } from '#modules/ordering/process/transitions.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'
import { dropRestLocked } from './drop-rest.server.ts'
import { prepareNow } from './prepare-order.server.ts'
import { deliverLocked, inspectLocked } from './receive-order.server.ts'

/**
 * Takes every due automatic step: returns what no owner approved, expires what was not answered, applies the chef's
 * instruction if they did not answer, starts packing, ends what never left, assumes delivery, accepts what was not
 * inspected. Each order in its own transaction, so that a failing one does not block the others. Idempotent, and safe
 * to run concurrently: an order is locked, and checked again, before it moves. Returns the steps taken.
 */
export async function runDueTimers(system: Omit<Ctx, 'actor'>): Promise<StepTaken[]> {
  const taken: StepTaken[] = []
  const failed = new Map<OrderId, unknown>()
  // Another process was faster, or timer_at disagrees with the process: tried once per run, or the run would never end.
  const notDue = new Set<OrderId>()
  for (;;) {
    const due = await dueOrders(system, [...failed.keys(), ...notDue])
    if (due.length === 0) break
    for (const orderId of due) {
      try {
        const took = await runTimerOf(system, orderId)
        if (took) taken.push({ orderId, took })
        else notDue.add(orderId)
      } catch (error) {
        failed.set(orderId, error)
      }
    }
  }
  if (failed.size > 0) throw new AggregateError([...failed.values()], `timers of ${failed.size} orders failed`)
  return taken
}

export type StepTaken = { orderId: OrderId; took: TransitionName }

async function dueOrders(system: Omit<Ctx, 'actor'>, except: readonly OrderId[]): Promise<OrderId[]> {
  let due = system.db.selectFrom('orders').select('id').where('timerAt', '<=', system.now)
  if (except.length > 0) due = due.where('id', 'not in', except)
  return (await due.orderBy('timerAt').limit(500).execute()).map((row) => row.id)
}

async function runTimerOf(system: Omit<Ctx, 'actor'>, orderId: OrderId): Promise<TransitionName | null> {
  return system.db.transaction().execute(async (db) => {
    const ctx: Ctx = { ...system, db, actor: { kind: 'system' } }
    const order = await lockOrder(db, orderId)
    const timer = nextTimer(order)
    if (!timer || timer.at > ctx.now) return null
    const done = await steps[timer.name](ctx, order)
    if (!done.ok) throw new Error(`timer ${timer.name} of order ${order.number} was refused: ${done.refusal}`)
    return timer.name
  })
}

type Step = (ctx: Ctx, order: Order) => Promise<Result<unknown, OrderingRefusal>>

/** What does each step whose row has a time (`at`). */
const steps: Record<TransitionWith<'at'>, Step> = {
  lapse: (ctx, { id }) => lapseOrder(ctx, id),
  expire: (ctx, { id }) => expireOrder(ctx, id),
  prepare: (ctx, { id }) => prepareNow(ctx, id),
  keep: keepLocked,
  agree: settleProposal,
  neverShipped: (ctx, { id }) => neverShipped(ctx, id),
  close: async (ctx, order) => ok(await closeLocked(ctx, order)),
  dropRest: (ctx, order) => dropRestLocked(ctx, order, '約束の日までに、残りが出荷されませんでした'),
  deliver: (ctx, order) => deliverLocked(ctx, order),
  inspect: (ctx, order) => inspectLocked(ctx, order, { lines: [] }),
}
