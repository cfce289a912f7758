import type { Actor } from '#access/actor.ts'
import type { DbOrTx } from '#access/ctx.ts'
import {
  type AdminId,
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
import type { ActorKind, InquiryState, OrderState, OrgStatus } from '#kernel/words.ts'

export type NewEvent = {
  kind: string
  purchaseId?: PurchaseId
  orderId?: OrderId
  orderLineId?: OrderLineId
  inquiryId?: InquiryId
  /** Whom or what it was done to, in the history of accounts. */
  aboutPersonId?: PersonId
  aboutAdminId?: AdminId
  aboutFarmId?: FarmId
  aboutRestaurantId?: RestaurantId
  aboutDocumentId?: DocumentId
  aboutProductId?: ProductId
  fromState?: OrderState | InquiryState | OrgStatus
  toState?: OrderState | InquiryState | OrgStatus
  reason?: string
  data?: Record<string, unknown>
  /** Who is named, where it is not the one who asks: a standing instruction acting for the buyer. */
  as?: ActorKind
}

/**
 * Writes who did what, when and why, in the transaction that did it. So nobody is told
 * of what was rolled back. Returns the id, which the quantities it caused refer to.
 */
export async function recordEvent(db: DbOrTx, by: By, event: NewEvent): Promise<EventId> {
  const row = rowOf(by, event)
  await db.insertInto('events').values(row).execute()
  return row.id
}

/** Many at once, in this order. */
export async function recordEvents(db: DbOrTx, by: By, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('events')
    .values(events.map((event) => rowOf(by, event)))
    .execute()
}

type By = { actor: Actor; now: Date }

const rowOf = (by: By, event: NewEvent) => ({
  id: newId<'event'>(),
  at: by.now,
  kind: event.kind,
  actor_kind: event.as ?? actorKindOf(by.actor),
  actor_name: nameOf(by.actor),
  person_id: 'personId' in by.actor ? by.actor.personId : null,
  admin_id: by.actor.kind === 'staff' ? by.actor.adminId : null,
  purchase_id: event.purchaseId ?? null,
  order_id: event.orderId ?? null,
  order_line_id: event.orderLineId ?? null,
  inquiry_id: event.inquiryId ?? null,
  about_person_id: event.aboutPersonId ?? null,
  about_admin_id: event.aboutAdminId ?? null,
  about_farm_id: event.aboutFarmId ?? null,
  about_restaurant_id: event.aboutRestaurantId ?? null,
  about_document_id: event.aboutDocumentId ?? null,
  about_product_id: event.aboutProductId ?? null,
  from_state: event.fromState ?? null,
  to_state: event.toState ?? null,
  reason: event.reason ?? null,
  data: JSON.stringify(event.data ?? {}),
})

export function actorKindOf(actor: Actor): ActorKind {
  return actor.kind
}

function nameOf(actor: Actor): string {
  if ('name' in actor) return actor.name
  return actor.kind === 'visitor' ? '名のない人' : '自動'
}
