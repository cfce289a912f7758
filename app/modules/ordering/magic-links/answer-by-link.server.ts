import { formatDay } from '#kernel/format.ts'
import type { AnswerLinkId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { Fact } from '#modules/notifications/notification-kind.ts'
import { mailToOf, notify } from '#modules/notifications/notify.server.ts'
import { answerPage, ourPage } from '#modules/notifications/our-page.ts'
import { acceptOrder } from '#modules/ordering/accept-order.server.ts'
import { type AnswerStep, lastEventOf, mintAnswerLink } from '#modules/ordering/answer-links.server.ts'
import { deliveryNotesOf } from '#modules/ordering/delivery-notes.ts'
import { declineOrder } from '#modules/ordering/end-order.server.ts'
import { keepOrder } from '#modules/ordering/keep-order.server.ts'
import type { LineAnswer } from '#modules/ordering/order-input.ts'
import { type ShortageReason, shortageReasons } from '#modules/ordering/order-labels.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { acceptWithDay } from '#modules/ordering/propose-day.server.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'
import type { PackedLine } from '../fulfilment/decide-packing.ts'
import { packOrder } from '../fulfilment/pack-order.server.ts'
import { prepareOrder } from '../fulfilment/prepare-order.server.ts'
import { type SentParcel, shipOrder } from '../fulfilment/ship-order.server.ts'
import type { LinkRefusal } from './link-labels.ts'
import { farmNext } from './link-mails.server.tsx'
import { type LinkParts, type OpenLink, readLink, stepNow } from './read-link.server.ts'

/** A farm's answer through a link; each step accepts its own kind. `version`: of the order that the person has seen. */
export type LinkAnswer =
  | { say: 'all'; version?: number | undefined }
  | { say: 'part'; lines: LineAnswer[]; version?: number | undefined }
  /** All of it, on another day if the restaurant agrees. */
  | { say: 'otherDay'; deliveryOn: JstDate; version: number }
  | { say: 'none'; reason: ShortageReason | null }
  /** For an order increased since it was accepted: the increase is refused. */
  | { say: 'keep' }
  | { say: 'packed'; lines: PackedLine[] }
  | { say: 'sent'; parcels: SentParcel[] }

const stepOfSaying = {
  all: 'answer',
  part: 'answer',
  otherDay: 'answer',
  none: 'answer',
  keep: 'answer',
  packed: 'pack',
  sent: 'ship',
} as const satisfies Record<LinkAnswer['say'], AnswerStep>

export type Said = {
  link: OpenLink
  /** The link for the next step; null: there is none. */
  next: { id: AnswerLinkId; step: AnswerStep } | null
}

/**
 * A farm answers from a link, without signing in: the same use cases as on its pages, under the name of the person to
 * whom the link was sent. The link is the idempotency key of the step: pressing twice, or opening an old mail again,
 * does nothing more. null: the token is not ours.
 */
export async function answerByLink(
  parts: LinkParts,
  token: string,
  answer: LinkAnswer,
): Promise<Result<Said, OrderingRefusal | LinkRefusal> | null> {
  const link = await readLink(parts, token)
  if (!link) return null
  if (link.refusal) return refuse(link.refusal)
  if (stepOfSaying[answer.say] !== link.step) return refuse('other')
  const done = await carryOut(link, answer)
  if (!done.ok) return done.refusal === 'key_reused' ? refuse('used') : done
  await link.ctx.db
    .updateTable('answerLinks')
    .set({ usedAt: parts.now })
    .where('id', '=', link.id)
    .where('usedAt', 'is', null)
    .execute()
  return ok(await whatFollows(parts, link))
}

/** The key of the step in the history: a second press of the same link finds it. */
const keyOf = ({ id }: OpenLink) => `answer-link:${id}`

async function carryOut(link: OpenLink, answer: LinkAnswer): Promise<Result<unknown, OrderingRefusal>> {
  const { ctx, orderId } = link
  const key = keyOf(link)
  switch (answer.say) {
    case 'all':
      return acceptOrder(ctx, { orderId, key, lines: [], version: answer.version })
    case 'part':
      return acceptOrder(ctx, { orderId, key, lines: answer.lines, version: answer.version })
    case 'otherDay':
      return acceptWithDay(ctx, { orderId, key, deliveryOn: answer.deliveryOn, version: answer.version })
    case 'none':
      return declineOrder(ctx, { orderId, key, reason: answer.reason ? shortageReasons[answer.reason] : '' })
    case 'keep':
      return keepOrder(ctx, { orderId, key })
    case 'packed': {
      if (link.order.state === 'accepted') {
        const begun = await prepareOrder(ctx, { orderId, key: `${key}:prepare` })
        if (!begun.ok) return begun
      }
      return packOrder(ctx, { orderId, key, lines: answer.lines })
    }
    case 'sent':
      return shipOrder(ctx, { orderId, key, parcels: answer.parcels })
  }
}

/** The current order, and the link for the next step; a link for a later step is also sent by mail. */
async function whatFollows({ now }: LinkParts, link: OpenLink): Promise<Said> {
  const { ctx, orderId, membershipId } = link
  const order = await orderDetail(ctx, orderId)
  const step = stepNow(order)
  const answered = { ...link, order }
  if (!step || step === 'answer') return { link: answered, next: null }
  const id = await ctx.db.transaction().execute(async (db) => {
    const eventId = await lastEventOf(db, orderId)
    const id = await mintAnswerLink(db, now, { order, eventId, membershipId, step })
    const person = await db
      .selectFrom('memberships')
      .innerJoin('people', 'people.id', 'memberships.personId')
      .select(['people.id as personId', 'people.email'])
      .where('memberships.id', '=', membershipId)
      .executeTakeFirst()
    if (person && link.step === 'answer')
      await notify(db, now, {
        key: `answer-link:${id}:${person.email ?? person.personId}`,
        kind: farmNext,
        to: mailToOf(person),
        concerns: { orderId, answerLinkId: id },
        data: {
          restaurant: order.restaurant.name,
          delivery: formatDay(order.deliveryOn),
          ship: formatDay(order.shipOn),
          number: order.number,
          lines: order.lines.flatMap((line): Fact[] =>
            line.quantities.confirmed?.qty ? [[line.name, `${line.quantities.confirmed.qty}${line.unitLabel}`]] : [],
          ),
          notes: [['電話', order.shipTo.phone], ...deliveryNotesOf(order).map(({ word, text }): Fact => [word, text])],
          answer: answerPage(id),
          address: ourPage(`/farmer/orders/${orderId}`),
        },
      })
    return id
  })
  return { link: answered, next: { id, step } }
}
