import { z } from 'zod'
import { Body, IdOf, Quantity, ShortageReasonIn, Text } from '#kernel/schema.ts'
import { refusalText } from './refusal-text.ts'

/** Parts of the inputs of use cases about orders (audit-log/use-case.server.ts). */

/** Told to the other side. */
export const ReasonIn = (longest: number, { chosen = false } = {}) =>
  Text(1, longest, refusalText('reason_missing', chosen ? { chosen: 'yes' } : {}))

/** The version of the order on the page: nothing is answered or changed that has changed meanwhile. */
export const OrderVersion = z.int('整数を入力してください。').min(1)

const answered = { lineId: IdOf<'orderLine'>('明細'), qty: Quantity(0), reason: ShortageReasonIn.nullable().optional() }

/** How much of a line the farm can send. */
export const PlainAnswer = Body(answered)

/** `substitute`: what the farm would send instead; only what the chef has approved counts. */
export const LineAnswer = Body({
  ...answered,
  substitute: Body({ productId: IdOf<'product'>('商品'), qty: Quantity(1) })
    .nullable()
    .optional(),
})
export type LineAnswer = z.output<typeof LineAnswer>
