import type { DbOrTx } from '#authorization/ctx.ts'
import {
  type AnswerLinkId,
  type EventId,
  type FarmId,
  type MembershipId,
  newId,
  type OrderId,
  type PersonId,
} from '#kernel/ids.ts'
import { addDays, type JstDate, momentOf } from '#kernel/jst.ts'

/**
 * What a farm still has to state about an order, in sequence: whether it can send it, what is in the boxes, where they
 * are.
 */
export const answerSteps = ['answer', 'pack', 'ship'] as const
export type AnswerStep = (typeof answerSteps)[number]

/** An owner of a farm, who is notified of its orders. `email` null: they signed in by phone and gave none. */
export type FarmOwner = { membershipId: MembershipId; personId: PersonId; email: string | null }

export const farmOwners = (db: DbOrTx, farmId: FarmId): Promise<FarmOwner[]> =>
  db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .select(['memberships.id as membershipId', 'people.id as personId', 'people.email'])
    .where('memberships.farmId', '=', farmId)
    .where('memberships.role', '=', 'owner')
    .where('people.closedAt', 'is', null)
    .orderBy('memberships.id')
    .execute()

type About = { id: OrderId; deliveryOn: JstDate; version: number }

/**
 * A link for one person to do one step of an order without signing in. It belongs to the event in whose notification it
 * is sent, so repeating that gives the same link. It is valid until the day after the delivery; later it shows what
 * happened to the order.
 */
export async function mintAnswerLink(
  db: DbOrTx,
  now: Date,
  {
    order,
    eventId,
    membershipId,
    step,
  }: { order: About; eventId: EventId; membershipId: MembershipId; step: AnswerStep },
): Promise<AnswerLinkId> {
  const row = await db
    .insertInto('answerLinks')
    .values({
      id: newId<'answerLink'>(),
      orderId: order.id,
      membershipId,
      step,
      orderVersion: order.version,
      eventId,
      createdAt: now,
      expiresAt: later(momentOf(addDays(order.deliveryOn, 2), 0), new Date(now.getTime() + 3_600_000)),
      usedAt: null,
    })
    .onConflict((conflict) => conflict.columns(['eventId', 'membershipId', 'step']).doUpdateSet({ eventId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const later = (a: Date, b: Date) => (a > b ? a : b)

/** The latest event of an order. */
export async function lastEventOf(db: DbOrTx, orderId: OrderId): Promise<EventId> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('orderId', '=', orderId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Deletes links a year after they expired. */
export async function forgetOldLinks({ db, now }: { db: DbOrTx; now: Date }): Promise<number> {
  const before = new Date(now.getTime() - 365 * 24 * 3_600_000)
  const gone = await db.deleteFrom('answerLinks').where('expiresAt', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
