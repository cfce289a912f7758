import { sql } from 'kysely'
import { type Actor, standInOf } from '#authorization/actor.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import { insertMany, manyRows } from '#infra/db/many-rows.ts'
import type { ActorKind, InquiryState, OrderState, OrgStatus } from '#kernel/enums.ts'
import {
  type AdminId,
  type ConversationId,
  type DocumentId,
  type EventId,
  type FarmId,
  type InquiryId,
  newId,
  type OrderId,
  type OrderLineId,
  type PersonId,
  type ProductId,
  type PurchaseId,
  type RestaurantId,
} from '#kernel/ids.ts'
import { insertTold, tellOrders } from './tell-live.server.ts'

export type NewEvent = {
  kind: string
  purchaseId?: PurchaseId
  orderId?: OrderId
  orderLineId?: OrderLineId
  inquiryId?: InquiryId
  /** The person it was done to, in the history of accounts. */
  aboutPersonId?: PersonId
  aboutAdminId?: AdminId
  aboutFarmId?: FarmId
  aboutRestaurantId?: RestaurantId
  aboutDocumentId?: DocumentId
  aboutProductId?: ProductId
  aboutConversationId?: ConversationId
  fromState?: OrderState | InquiryState | OrgStatus
  toState?: OrderState | InquiryState | OrgStatus
  reason?: string
  data?: Record<string, unknown>
  /** The actor to record if it is not the current one: a standing instruction acting for the buyer. */
  as?: ActorKind
}

/**
 * Records who did what, when and why, in the transaction that did it, so what is rolled back is never reported. Returns
 * the id, which the quantities it caused refer to.
 */
export async function recordEvent(db: DbOrTx, by: By, event: NewEvent): Promise<EventId> {
  const row = rowOf(by, event)
  await db.insertInto('events').values(row).execute()
  if (row.orderId) await tellOrders(db, [row.orderId])
  return row.id
}

const eventColumns = [
  ...([
    'id',
    'at',
    'pressedAt',
    'kind',
    'actorKind',
    'actorName',
    'personId',
    'adminId',
    'purchaseId',
    'orderId',
  ] as const),
  ...(['orderLineId', 'inquiryId', 'aboutPersonId', 'aboutAdminId', 'aboutFarmId', 'aboutRestaurantId'] as const),
  ...(['aboutDocumentId', 'aboutProductId', 'aboutConversationId', 'fromState', 'toState', 'reason', 'data'] as const),
] as const

/** Several at once, in this order. Returns their ids. */
export async function recordEvents(db: DbOrTx, by: By, events: readonly NewEvent[]): Promise<EventId[]> {
  if (events.length === 0) return []
  const rows = events.map((event) => rowOf(by, event))
  await db
    .insertInto('events')
    .columns(eventColumns)
    .expression(manyRows('events', eventColumns, rows, ['data']))
    .execute()
  await tellOrders(db, ordersIn(rows))
  return rows.map(({ id }) => id)
}

/**
 * The same by several actors, as parts of the `with` of a statement, for a caller that writes more about orders that are there
 * already. `ids`: of the events.
 */
export function eventParts(events: readonly { by: By; event: NewEvent }[]) {
  const rows = events.map(({ by, event }) => rowOf(by, event))
  const values = rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) as unknown }))
  return {
    ids: rows.map(({ id }) => id),
    parts: [sql`recorded as (${insertMany('events', values)})`, sql`told as (${insertTold(ordersIn(rows))})`],
  }
}

const ordersIn = (rows: readonly { orderId: OrderId | null }[]): OrderId[] => [
  ...new Set(rows.flatMap(({ orderId }) => orderId ?? [])),
]

type By = { actor: Actor; now: Date; pressedAt?: Date }

/** What staff do on behalf of a user is recorded under their own name, with the reason of the call. */
function rowOf(by: By, event: NewEvent) {
  const stand = standInOf(by.actor)
  return {
    id: newId<'event'>(),
    at: by.now,
    pressedAt: by.actor.kind === 'system' ? null : (by.pressedAt ?? null),
    kind: event.kind,
    actorKind: event.as ?? (stand ? 'staff' : actorKindOf(by.actor)),
    actorName: stand?.adminName ?? nameOf(by.actor),
    personId: 'personId' in by.actor && !stand ? by.actor.personId : null,
    adminId: stand?.adminId ?? (by.actor.kind === 'staff' ? by.actor.adminId : null),
    purchaseId: event.purchaseId ?? null,
    orderId: event.orderId ?? null,
    orderLineId: event.orderLineId ?? null,
    inquiryId: event.inquiryId ?? null,
    aboutPersonId: event.aboutPersonId ?? null,
    aboutAdminId: event.aboutAdminId ?? null,
    aboutFarmId: event.aboutFarmId ?? null,
    aboutRestaurantId: event.aboutRestaurantId ?? null,
    aboutDocumentId: event.aboutDocumentId ?? null,
    aboutProductId: event.aboutProductId ?? null,
    aboutConversationId: event.aboutConversationId ?? null,
    fromState: event.fromState ?? null,
    toState: event.toState ?? null,
    reason: stand
      ? [event.reason, `代理の理由：${stand.reason}`].filter(isSaidAnew(stand.reason)).join('／')
      : (event.reason ?? null),
    data: JSON.stringify({ ...event.data, ...(stand && { onBehalfOf: by.actor.kind }) }),
  }
}

/** The reason of a telephone call is often also the reason of the step; it is shown once. */
const isSaidAnew = (reason: string) => (words: string | undefined) => words !== undefined && words !== reason

export function actorKindOf(actor: Actor): ActorKind {
  return actor.kind
}

function nameOf(actor: Actor): string {
  if ('name' in actor) return actor.name
  return actor.kind === 'visitor' ? 'ゲスト' : '自動'
}
