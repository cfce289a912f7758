import type { Selectable } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { AdjustmentRequestId, OrderId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import type { OrderLine } from '../order.ts'
import type { Adjustment } from './adjustment.ts'
import { standsAt } from './adjustment.ts'
import {
  type AdjustmentRequest,
  amountBeforeBill,
  type RequestedChange,
  stateAt,
  yenOfChange,
} from './adjustment-request.ts'

type Bill = {
  lines: readonly OrderLine[]
  /** Corrections so far; null while the bill is not final. */
  earlier: readonly Pick<Adjustment, 'lines'>[] | null
}

/** What a line comes to now, without tax: after its corrections, or as far as it is known before the bill is final. */
export function standsNow(line: OrderLine, { earlier }: Bill): Yen {
  if (!earlier) return amountBeforeBill(line)
  return standsAt({ lines: [line], parcels: [], earlier, freightTaxPercent: 0 }, line.id)?.yen ?? amountBeforeBill(line)
}

/** What a farm has asked to correct in an order, newest first; for actors who may see the order. */
export async function adjustmentRequestsOf(
  db: DbOrTx,
  orderId: OrderId,
  bill: Bill,
  now: Date,
): Promise<AdjustmentRequest[]> {
  const rows = await db
    .selectFrom('adjustmentRequests')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('askedAt', 'desc')
    .execute()
  if (rows.length === 0) return []
  const changes = await changesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, state, reason, words, askedAt, dueAt, answeredAt }) => ({
    id,
    state: stateAt(state, dueAt, now),
    reason,
    words,
    askedAt,
    dueAt,
    answeredAt,
    lines: (changes.get(id) ?? []).flatMap((change) => {
      const line = bill.lines.find((it) => it.id === change.lineId)
      return line ? [{ ...change, yen: yenOfChange(line, change, standsNow(line, bill)) }] : []
    }),
  }))
}

export async function changesOf(
  db: DbOrTx,
  ids: readonly AdjustmentRequestId[],
): Promise<Map<AdjustmentRequestId, RequestedChange[]>> {
  const rows = await db.selectFrom('adjustmentRequestLines').selectAll().where('requestId', 'in', ids).execute()
  const changes = new Map<AdjustmentRequestId, RequestedChange[]>()
  for (const { requestId, ...row } of rows) {
    const change = changeOf(row)
    if (change) changes.set(requestId, [...(changes.get(requestId) ?? []), change])
  }
  return changes
}

type Stored = Omit<Selectable<Database['adjustmentRequestLines']>, 'requestId'>

function changeOf({ orderLineId: lineId, kind, qty, grams }: Stored): RequestedChange | null {
  if (kind === 'weight') return grams === null ? null : { lineId, kind, qty: null, grams }
  return qty === null ? null : { lineId, kind, qty, grams }
}
