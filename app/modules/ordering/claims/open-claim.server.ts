import { authorize, seeOrNotFound } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { refuse } from '#kernel/result.ts'
import { once } from '#modules/history/once.server.ts'
import type { OrderLine } from '../order.ts'
import { linesOf, lockOrder, type Order } from '../order-store.server.ts'
import { tellOfClaim } from './claim-mails.server.tsx'
import { withoutPhotos } from './without-photos.ts'
import { type NewClaim, type Opened, writeClaim } from './write-claim.server.ts'

export type OpenClaimInput = { orderId: OrderId; key: string; photoForm?: string } & NewClaim

/**
 * Something about what was delivered (transition 20), told after the boxes were checked: by the kitchen while it may
 * still be told, later by staff only. What both sides have agreed to settles at once.
 */
export const openClaim = (ctx: Ctx, input: OpenClaimInput): Promise<Opened> =>
  once(ctx, 'claim.open', input.key, withoutPhotos(input), async (ctx) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'claim.open', order)
    if (order.state === 'delivered' || order.state === 'shipped') return refuse('inspect_first')
    const line = ((await linesOf(ctx.db, [order.id])).get(order.id) ?? []).find(({ id }) => id === input.lineId)
    if (!line) return refuse('unknown_line')
    return writeClaim(ctx, order, line, input, { photoForm: input.photoForm ?? input.key, tell: tellOfClaim })
  })

/** The same at the door, with the rest of the receipt: the order is locked, and the bill is closed by the receipt. */
export const openClaimLocked = (
  ctx: Ctx,
  order: Order,
  line: OrderLine,
  said: NewClaim,
  photoForm: string,
): Promise<Opened> => writeClaim(ctx, order, line, said, { photoForm, told: 'with_others', tell: tellOfClaim })
