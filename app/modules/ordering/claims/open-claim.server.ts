import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import type { OrderLine } from '../order.ts'
import { linesOf, lockOrder, type Order } from '../order-store.server.ts'
import { tellOfClaim } from './claim-mails.server.tsx'
import { withoutPhotos } from './without-photos.ts'
import { type NewClaim, type Opened, writeClaim } from './write-claim.server.ts'

export type OpenClaimInput = { orderId: OrderId; key: string; photoForm?: string } & NewClaim

/**
 * A claim about a delivery (transition 20), reported after the inspection: by the kitchen within its period, later by
 * staff only. Within the limit that both sides have agreed to it is settled immediately.
 */
export const openClaim = (ctx: Ctx, input: OpenClaimInput): Promise<Opened> =>
  idempotent(ctx, 'claim.open', input.key, withoutPhotos(input), async (ctx) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'claim.open', order)
    if (order.state === 'delivered' || order.state === 'shipped') return refuse('inspect_first')
    const line = ((await linesOf(ctx.db, [order.id])).get(order.id) ?? []).find(({ id }) => id === input.lineId)
    if (!line) return refuse('unknown_line')
    return writeClaim(ctx, order, line, input, { photoForm: input.photoForm ?? input.key, tell: tellOfClaim })
  })

/**
 * The same during the inspection, with the rest of the receipt: the order is already locked, and the receipt makes the
 * bill final.
 */
export const openClaimLocked = (
  ctx: Ctx,
  order: Order,
  line: OrderLine,
  said: NewClaim,
  photoForm: string,
): Promise<Opened> => writeClaim(ctx, order, line, said, { photoForm, told: 'with_others', tell: tellOfClaim })
