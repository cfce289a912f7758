import type { FarmId, PersonId, RestaurantId } from '#kernel/ids.ts'
import type { Actor, BuyerActor } from './actor.ts'

/** All that a rule may look at. Any row with these ids will do. */
export type OrderSides = { farmId: FarmId; restaurantId: RestaurantId }
/** Whose photo it is, and whether the one who asks has shown the form it was chosen in. */
export type PhotoSides = { personId: PersonId | null; formShown: boolean }
export type CartOwner = { personId: PersonId; restaurantId: RestaurantId }

const isBuyerOf = (actor: Actor, it: { restaurantId: RestaurantId }) =>
  actor.kind === 'buyer' && actor.restaurantId === it.restaurantId
const isFarmOf = (actor: Actor, it: { farmId: FarmId }) => actor.kind === 'farm' && actor.farmId === it.farmId
const isStaff = (actor: Actor) => actor.kind === 'staff'
const isSystem = (actor: Actor) => actor.kind === 'system'
const hasAccount = (actor: Actor) => actor.kind !== 'visitor' && actor.kind !== 'system'
const isPerson = (actor: Actor, it: { personId: PersonId | null }) =>
  'personId' in actor && actor.personId === it.personId
const isApprovedBuyer = (actor: Actor) => actor.kind === 'buyer' && actor.restaurantApproved
const isApprovedFarm = (actor: Actor) => actor.kind === 'farm' && actor.farmApproved
/** A cart shows prices, so it begins with the approval. */
const isCartOf = (actor: Actor, cart: CartOwner) =>
  isApprovedBuyer(actor) && isBuyerOf(actor, cart) && actor.kind === 'buyer' && actor.personId === cart.personId

/**
 * Who may do what; nowhere else answers that question. `see` comes before `do`: a use
 * case that finds `see` false says NotFound, because what you may not see does not exist.
 *
 * Whoever is suspended takes on nothing new: no cart, no order, no acceptance. What was agreed before is
 * carried through (decline, prepare, weigh, ship, deliver, inspect), for the other side waits for it.
 */
export const rules = {
  'price.see': (actor: Actor, _: null) => isApprovedBuyer(actor) || isApprovedFarm(actor) || isStaff(actor),
  /** One's own only: there is nobody else to name. */
  'looks.save': (actor: Actor, _: null) => hasAccount(actor),
  'cart.see': isCartOf,
  'cart.change': isCartOf,
  'order.place': (actor: Actor, cart: CartOwner) => isApprovedBuyer(actor) && isBuyerOf(actor, cart),
  'purchase.see': (actor: Actor, purchase: { restaurantId: RestaurantId }) =>
    isBuyerOf(actor, purchase) || isStaff(actor),
  'order.see': (actor: Actor, order: OrderSides) =>
    isBuyerOf(actor, order) || isFarmOf(actor, order) || isStaff(actor) || isSystem(actor),
  'order.accept': (actor: Actor, order: OrderSides) =>
    (isApprovedFarm(actor) && isFarmOf(actor, order)) || isSystem(actor),
  'order.decline': (actor: Actor, order: OrderSides) => isFarmOf(actor, order),
  'order.expire': (actor: Actor, _: OrderSides) => isSystem(actor),
  'order.cancel': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order),
  'order.prepare': (actor: Actor, order: OrderSides) => isFarmOf(actor, order) || isSystem(actor),
  'order.short': (actor: Actor, order: OrderSides) => isFarmOf(actor, order),
  'order.weigh': (actor: Actor, order: OrderSides) => isFarmOf(actor, order),
  'order.ship': (actor: Actor, order: OrderSides) => isFarmOf(actor, order),
  'order.deliver': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order) || isSystem(actor),
  'order.inspect': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order) || isSystem(actor),
  'order.finalize': (actor: Actor, _: OrderSides) => isSystem(actor),
  'commission.see': (actor: Actor, order: OrderSides) => isFarmOf(actor, order) || isStaff(actor),
  'orders.list_all': (actor: Actor, _: null) => isStaff(actor),
  'inquiry.send': (actor: Actor, _: null) => !isSystem(actor),
  'inquiry.see': (actor: Actor, inquiry: { personId: PersonId | null }) => isPerson(actor, inquiry) || isStaff(actor),
  'inquiry.handle': (actor: Actor, _: null) => isStaff(actor),
  'inquiries.list_all': (actor: Actor, _: null) => isStaff(actor),
  'photo.add': (actor: Actor, _: null) => !isSystem(actor),
  'photo.see': (actor: Actor, photo: PhotoSides) => isPerson(actor, photo) || photo.formShown || isStaff(actor),
  /** The gallery of parts and the check of the installation: open while one develops, else for staff. */
  'installation.see': (actor: Actor, place: { environment: string }) =>
    isStaff(actor) || place.environment === 'development' || place.environment === 'test',
}

export type Operation = keyof typeof rules
type Target<O extends Operation> = Parameters<(typeof rules)[O]>[1]

export const can = <O extends Operation>(actor: Actor, operation: O, target: Target<O>): boolean =>
  (rules[operation] as (actor: Actor, target: Target<O>) => boolean)(actor, target)

export const isBuyer = (actor: Actor): actor is BuyerActor => actor.kind === 'buyer'
