import type { FarmActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { AnswerLinkId, MembershipId, OrderId } from '#kernel/ids.ts'
import { readAnswerToken } from '#modules/notifications/answer-token.server.ts'
import type { AnswerStep } from '#modules/ordering/answer-links.server.ts'
import { type OrderDetail, orderDetail } from '#modules/ordering/order-queries.server.ts'
import { type Lot, lotsOf } from '#modules/traceability/lot.server.ts'
import { stepOf } from '../fulfilment/farm-step.ts'
import type { LinkRefusal } from './link-labels.ts'

/** The holder of a link is not signed in; the link contains for whom they act. `encryption` verifies our own tokens. */
export type LinkParts = Pick<Ctx, 'db' | 'now'> & { encryption: Encryption }

export type OpenLink = {
  id: AnswerLinkId
  step: AnswerStep
  /** Of the order when the link was sent. */
  version: number
  membershipId: MembershipId
  orderId: OrderId
  /** The farm's person, with everything that the use cases need of a signed-in user. */
  ctx: Ctx
  order: OrderDetail
  /** Why it accepts no answer; null: it does. */
  refusal: LinkRefusal | null
}

/**
 * What a token opens: the order, and whether its question is still open. Reading changes nothing: mail scanners open
 * every link. null for an invalid token, or one whose person is no longer at the farm.
 */
export async function readLink({ db, now, encryption }: LinkParts, token: string): Promise<OpenLink | null> {
  const id = readAnswerToken(encryption, token)
  if (!id) return null
  const link = await db
    .selectFrom('answerLinks')
    .select(['orderId', 'membershipId', 'step', 'orderVersion', 'expiresAt', 'usedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  const actor = link && (await farmActorOf(db, link.membershipId))
  if (!link || !actor) return null
  const ctx: Ctx = { db, now, actor }
  const order = await orderDetail(ctx, link.orderId)
  const refusal = link.usedAt
    ? 'used'
    : link.expiresAt <= now
      ? 'ended'
      : stepNow(order) !== link.step
        ? 'other'
        : link.step === 'answer' && now > order.answerDueAt
          ? 'late'
          : null
  const about = { id, step: link.step, version: link.orderVersion, membershipId: link.membershipId }
  return { ...about, orderId: link.orderId, ctx, order, refusal }
}

/** The next step of an order; null: none. A divided order is continued on the page that shows both parts. */
export function stepNow(order: OrderDetail): AnswerStep | null {
  if (order.state === 'partly_shipped') return null
  switch (stepOf(order, order.lots)) {
    case 'confirm':
      return 'answer'
    case 'pack':
      return 'pack'
    case 'ship':
      return 'ship'
    default:
      return null
  }
}

/** A farm's person as a current member; null once they have left, or may not sign in. */
async function farmActorOf(db: Ctx['db'], membershipId: MembershipId): Promise<FarmActor | null> {
  const row = await db
    .selectFrom('memberships as m')
    .innerJoin('people', 'people.id', 'm.personId')
    .innerJoin('farms', 'farms.id', 'm.farmId')
    .select(['m.personId', 'people.name', 'm.role', 'm.rights', 'm.seesMoney', 'farms.id as farmId', 'farms.status'])
    .where('m.id', '=', membershipId)
    .where('people.suspendedAt', 'is', null)
    .where('people.closedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    kind: 'farm',
    personId: row.personId,
    name: row.name,
    role: row.role,
    farmId: row.farmId,
    farmApproved: row.status === 'approved',
    rights: row.rights,
    ...(row.seesMoney && { seesMoney: true }),
  }
}

/** The harvests from which the products of an order can be packed. */
export const lotsForLink = ({ ctx, order }: OpenLink): Promise<Map<string, Lot[]>> =>
  lotsOf(
    ctx,
    order.lines.map((line) => line.productId),
  )
