import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { toldReasons } from '#kernel/enums.ts'
import { refuse } from '#kernel/result.ts'
import { GramsIn, IdOf, OrderIdIn, Quantity, Text } from '#kernel/schema.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import type { OrderLine } from '../order.ts'
import { linesOf, lockOrder, type Order } from '../order-store.server.ts'
import { MissingIn, PhotoForm, PhotoKeys, WishIn } from './claim-input.ts'
import { claimRefusals } from './claim-labels.ts'
import { tellOfClaim } from './claim-mails.server.tsx'
import { withoutPhotos } from './without-photos.ts'
import { type NewClaim, type Opened, writeClaim } from './write-claim.server.ts'

/**
 * A claim about a delivery (transition 20), reported after the inspection: by the kitchen within its period, later by
 * staff only. Within the limit that both sides have agreed to it is settled immediately.
 */
export const openClaim = mutation({
  name: 'claim.open',
  permission: 'claim.open',
  input: {
    orderId: OrderIdIn,
    lineId: IdOf<'orderLine'>('明細'),
    reason: z.enum(toldReasons),
    usableQty: Quantity(0).describe('良品数'),
    usableMissing: MissingIn.optional(),
    usableGrams: GramsIn.nullable().default(null),
    wish: WishIn.default('credit'),
    words: Text(0, 400).default(''),
    hidden: z.boolean().default(false).describe('開梱時にはわからなかった'),
    form: PhotoForm.optional(),
    photos: PhotoKeys.default([]),
  },
  refusals: claimRefusals(
    'inspect_first',
    'not_delivered',
    'too_late',
    'photo_missing',
    'photos_gone',
    'claimed_already',
    'nothing_claimed',
    'more_than_shipped',
    'unknown_line',
    'key_reused',
  ),
  same: withoutPhotos,
  run: async (ctx, { orderId, key, usableQty, usableMissing, usableGrams, form = key, ...said }) => {
    const order = await lockOrder(ctx.db, orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'claim.open', order)
    if (order.state === 'delivered' || order.state === 'shipped') return refuse('inspect_first')
    const line = ((await linesOf(ctx.db, [order.id])).get(order.id) ?? []).find(({ id }) => id === said.lineId)
    if (!line) return refuse('unknown_line')
    const claim = { ...said, usable: { qty: usableQty, grams: usableGrams, missing: usableMissing } }
    return writeClaim(ctx, order, line, claim, { photoForm: form, tell: tellOfClaim })
  },
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
