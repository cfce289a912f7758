import type { AdminId, FarmId, PersonId, RestaurantId } from '#kernel/ids.ts'
import type { OrderState } from '#kernel/words.ts'
import { type Actor, type BuyerActor, viewerOf } from './actor.ts'

/** All that a rule may look at. Any row with these ids will do. */
export type OrderSides = { farmId: FarmId; restaurantId: RestaurantId; state?: OrderState }
/** An organisation of either side; the other id is null. */
export type OrganisationSides = { farmId: FarmId | null; restaurantId: RestaurantId | null }
/** Whose photo it is, and whether the one who asks has shown the form it was chosen in. */
export type PhotoSides = {
  personId: PersonId | null
  formShown: boolean
  /** Of which farm's goods it is, and whether those are for everybody to see. */
  farmId: FarmId | null
  everybody: boolean
  /** Whose logo it is, and whether that restaurant has ordered from the farm that asks. */
  restaurantId: RestaurantId | null
  ordersHere: boolean
  /** Between whom it was sent: in an order's claim or receipt, or in a talk. */
  claim: { farmId: FarmId; restaurantId: RestaurantId } | null
}
/** Whose paper it is; `draftShown`: of a sign-up, and whoever asks has its cookie. */
export type DocumentSides = { farmId: FarmId | null; restaurantId: RestaurantId | null; draftShown: boolean }
/** Whose account it is: a person's or an administrator's. */
export type AccountOwner = { personId: PersonId } | { adminId: AdminId }
/** Both sides of a conversation. */
export type TalkSides = { farmId: FarmId; restaurantId: RestaurantId }
export type CartOwner = { personId: PersonId; restaurantId: RestaurantId }

const isBuyerOf = (actor: Actor, it: { restaurantId: RestaurantId }) =>
  actor.kind === 'buyer' && actor.restaurantId === it.restaurantId
const isFarmOf = (actor: Actor, it: { farmId: FarmId }) => actor.kind === 'farm' && actor.farmId === it.farmId
/** What a restaurant has not placed yet is its own affair. */
const isPlaced = ({ state }: OrderSides) => state !== 'draft' && state !== 'pending_approval'
const worksFor = (actor: Actor, it: OrganisationSides) =>
  (actor.kind === 'buyer' && actor.restaurantId === it.restaurantId) ||
  (actor.kind === 'farm' && actor.farmId === it.farmId)
const isOfFarm = (actor: Actor, it: { farmId: FarmId | null }) =>
  it.farmId !== null && worksFor(actor, { farmId: it.farmId, restaurantId: null })
const isOfRestaurant = (actor: Actor, it: { restaurantId: RestaurantId | null }) =>
  it.restaurantId !== null && worksFor(actor, { farmId: null, restaurantId: it.restaurantId })
const owns = (actor: Actor, it: OrganisationSides) => worksFor(actor, it) && 'role' in actor && actor.role === 'owner'
/** A helper who only looks (見る) does nothing; one who packs (箱づめ) promises nothing. */
const mayPack = (actor: Actor, it: { farmId: FarmId }) =>
  isFarmOf(actor, it) && actor.kind === 'farm' && actor.rights !== 'see'
const mayAnswer = (actor: Actor, it: { farmId: FarmId }) =>
  isFarmOf(actor, it) && actor.kind === 'farm' && actor.rights === 'all'
const seesDocument = (actor: Actor, it: DocumentSides) => it.draftShown || worksFor(actor, it)
/** Papers speak for the place: handed in and taken away by its owners, at a farm also by who promises for it. */
const changesDocument = (actor: Actor, it: DocumentSides) =>
  it.draftShown || owns(actor, it) || (it.farmId !== null && mayAnswer(actor, { farmId: it.farmId }))
const isStaff = (actor: Actor) => actor.kind === 'staff'
const isSystem = (actor: Actor) => actor.kind === 'system'
const hasAccount = (actor: Actor) => actor.kind !== 'visitor' && actor.kind !== 'system'
const isPerson = (actor: Actor, it: { personId: PersonId | null }) =>
  'personId' in actor && actor.personId === it.personId
const isAdmin = (actor: Actor, it: { adminId: AdminId }) => actor.kind === 'staff' && actor.adminId === it.adminId
const isOwner = (actor: Actor, it: AccountOwner) => ('personId' in it ? isPerson(actor, it) : isAdmin(actor, it))
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
  /** Goods and farms that one keeps at hand, and what one is told of them: one's own only. */
  'favourites.keep': (actor: Actor, _: null) => 'personId' in actor,
  /** The shelves of the catalogue and the words under which things are found. */
  'produce.curate': (actor: Actor, _: null) => isStaff(actor),
  /** One's own only: there is nobody else to name. */
  'looks.save': (actor: Actor, _: null) => hasAccount(actor),
  /** For oneself only, as well. Staff are no party to the terms. */
  'consent.give': (actor: Actor, _: null) => 'personId' in actor,
  /** What protects an account beside its password is for its owner alone; a lost one see account_change.decide. */
  'factors.see': (actor: Actor, owner: AccountOwner) => isOwner(actor, owner),
  'factors.change': (actor: Actor, owner: AccountOwner) => isOwner(actor, owner),
  /** Staff always have a second factor, so they cannot do without. */
  'factors.remove': (actor: Actor, owner: AccountOwner) => isOwner(actor, owner) && !isStaff(actor),
  /** One's own address, password, login methods and data, and the end of one's account. */
  'own_account.change': (actor: Actor, _: null) => 'personId' in actor,
  /** For the software of the place one works for; with nowhere to work there is nothing to connect. */
  'api_token.see': (actor: Actor, _: null) => actor.kind === 'buyer' || actor.kind === 'farm',
  'api_token.make': (actor: Actor, _: null) => actor.kind === 'buyer' || actor.kind === 'farm',
  /** Programs of one's place that hear what happens: for its owners. */
  'webhook.keep': owns,
  'webhook.make': owns,
  /** What reached nobody, so that somebody calls. */
  'notices.undelivered': (actor: Actor, _: null) => isStaff(actor),
  'admins.list': (actor: Actor, _: null) => isStaff(actor),
  /** Administrators cannot lock themselves out. */
  'admin.disable': (actor: Actor, it: { adminId: AdminId }) => isStaff(actor) && !isAdmin(actor, it),
  /** A change of an address or the reset of a second factor, by two administrators; never of one's own account. */
  'account_change.decide': (actor: Actor, owner: AccountOwner) => isStaff(actor) && !isOwner(actor, owner),
  'account_change.see': (actor: Actor, _: null) => isStaff(actor),
  /** Every administrator can withdraw one; the owner of the account can stop it. */
  'account_change.withdraw': (actor: Actor, _: null) => isStaff(actor),
  'account_change.stop': (actor: Actor, owner: AccountOwner) => isOwner(actor, owner),
  'cart.see': isCartOf,
  'cart.change': isCartOf,
  'order.place': (actor: Actor, cart: CartOwner) => isApprovedBuyer(actor) && isBuyerOf(actor, cart),
  'purchase.see': (actor: Actor, purchase: { restaurantId: RestaurantId }) =>
    isBuyerOf(actor, purchase) || isStaff(actor),
  'order.see': (actor: Actor, order: OrderSides) =>
    isBuyerOf(actor, order) || (isFarmOf(actor, order) && isPlaced(order)) || isStaff(actor) || isSystem(actor),
  'order.accept': (actor: Actor, order: OrderSides) =>
    (isApprovedFarm(actor) && mayAnswer(actor, order)) || isSystem(actor),
  'order.decline': (actor: Actor, order: OrderSides) => mayAnswer(actor, order),
  /** Orders above somebody's limit are placed by an owner's word; it takes one who may place orders. */
  'order.approve': (actor: Actor, order: OrderSides) =>
    isApprovedBuyer(actor) && owns(actor, { farmId: null, restaurantId: order.restaurantId }),
  'order.send_back': (actor: Actor, order: OrderSides) =>
    owns(actor, { farmId: null, restaurantId: order.restaurantId }),
  'order.withdraw': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order),
  'order.lapse': (actor: Actor, _: OrderSides) => isSystem(actor),
  /** More, less or without a line, while it may be changed. What is taken on is new, so for whoever may order. */
  'order.change': (actor: Actor, order: OrderSides) => isApprovedBuyer(actor) && isBuyerOf(actor, order),
  'order.keep': (actor: Actor, order: OrderSides) => mayAnswer(actor, order) || isSystem(actor),
  /** The farm has less than it was asked for, or than it had said. */
  'order.propose': (actor: Actor, order: OrderSides) => mayAnswer(actor, order) || isSystem(actor),
  'order.agree': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order) || isSystem(actor),
  'order.ask_cancel': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order),
  'order.answer_cancel': (actor: Actor, order: OrderSides) => mayAnswer(actor, order),
  'order.give_up': (actor: Actor, order: OrderSides) => mayAnswer(actor, order),
  'order.never_ship': (actor: Actor, _: OrderSides) => isSystem(actor),
  'order.expire': (actor: Actor, _: OrderSides) => isSystem(actor),
  'order.cancel': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order),
  'order.prepare': (actor: Actor, order: OrderSides) => mayPack(actor, order) || isSystem(actor),
  'order.short': (actor: Actor, order: OrderSides) => mayPack(actor, order),
  'order.weigh': (actor: Actor, order: OrderSides) => mayPack(actor, order),
  'order.ship': (actor: Actor, order: OrderSides) => mayPack(actor, order),
  /** The rest of a divided order cannot come: what was promised is taken back. */
  'order.drop_rest': (actor: Actor, order: OrderSides) => mayAnswer(actor, order) || isSystem(actor),
  'order.deliver': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order) || isSystem(actor),
  'order.inspect': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order) || isSystem(actor),
  /** Staff end what nothing else ends. */
  'order.overrule': (actor: Actor, _: OrderSides) => isStaff(actor),
  /** A final bill is put right by an entry against it; a claim that is settled later writes one by itself. */
  'order.correct': (actor: Actor, _: OrderSides) => isStaff(actor) || isSystem(actor),
  /** What the carrier could not hand over is back at the farm; who pays for it, staff decide. */
  'order.send_back_parcel': (actor: Actor, _: OrderSides) => isStaff(actor),
  /** Staff do for a side what it asked for by telephone; what may be done is what that side may do. */
  'order.stand_in': (actor: Actor, _: OrderSides) => isStaff(actor),
  'order.finalize': (actor: Actor, _: OrderSides) => isSystem(actor),
  /** The calendar of one's restaurant's deliveries: one's own only, so there is nobody to name. */
  'calendar.keep': (actor: Actor, _: null) => actor.kind === 'buyer',
  'calendar.make': (actor: Actor, _: null) => actor.kind === 'buyer',
  /** About what was delivered: the kitchen says it, staff for it when it is too late; the farm answers. */
  'claim.open': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order) || isStaff(actor),
  'claim.answer': (actor: Actor, order: OrderSides) => mayAnswer(actor, order),
  'claim.close': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order),
  'claim.escalate': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order) || mayAnswer(actor, order),
  'claim.decide': (actor: Actor, _: OrderSides) => isStaff(actor),
  'claims.list_all': (actor: Actor, _: null) => isStaff(actor),
  /** Up to how much claims settle by themselves where neither side has said anything. */
  'claims.set_limit': (actor: Actor, _: null) => isStaff(actor),
  /** Which harvest went to whom: the farm's own, and staff's; what came to a restaurant, its own. */
  'lots.see': (actor: Actor, lot: { farmId: FarmId }) => isFarmOf(actor, lot) || isStaff(actor),
  'received_lots.see': (actor: Actor, it: { restaurantId: RestaurantId }) => isBuyerOf(actor, it),
  'lots.list_all': (actor: Actor, _: null) => isStaff(actor),
  /** To call goods back is to speak for the farm; staff do it where the farm cannot, and say why. */
  'recall.begin': (actor: Actor, it: { farmId: FarmId }) => mayAnswer(actor, it) || isStaff(actor),
  'recall.see': (actor: Actor, it: { farmId: FarmId }) => isFarmOf(actor, it) || isStaff(actor),
  /** What was heard by telephone; whoever packs may make the calls. */
  'recall.hear': (actor: Actor, it: { farmId: FarmId }) => mayPack(actor, it) || isStaff(actor),
  'recall.close': (actor: Actor, it: { farmId: FarmId }) => mayAnswer(actor, it) || isStaff(actor),
  'recall.answer': (actor: Actor, it: { restaurantId: RestaurantId }) => isBuyerOf(actor, it),
  'commission.see': (actor: Actor, order: OrderSides) => isFarmOf(actor, order) || isStaff(actor),
  /** What a farm says about its goods, its harvests and its days off: promises, so for whoever may promise. */
  'goods.see': (actor: Actor, goods: { farmId: FarmId }) => isFarmOf(actor, goods) || isStaff(actor),
  /** Which restaurants buy from the farm, and at what prices of their own: while it trades. */
  'regulars.see': (actor: Actor, farm: { farmId: FarmId }) => isApprovedFarm(actor) && isFarmOf(actor, farm),
  /** How a short harvest is divided: promises to several restaurants at once. */
  'harvest.allot': (actor: Actor, goods: { farmId: FarmId }) => isApprovedFarm(actor) && mayAnswer(actor, goods),
  'goods.change': (actor: Actor, goods: { farmId: FarmId }) => mayAnswer(actor, goods),
  /** To say what was harvested when is part of packing. */
  'goods.harvested': (actor: Actor, goods: { farmId: FarmId }) => mayPack(actor, goods),
  /** The farm's page, its shipping days and days off. */
  'farm.describe': (actor: Actor, farm: { farmId: FarmId }) => mayAnswer(actor, farm),
  'goods.review': (actor: Actor, _: null) => isStaff(actor),
  'orders.list_all': (actor: Actor, _: null) => isStaff(actor),
  /** What a farm and a restaurant write to each other is for them alone; staff see what is reported, and each look is recorded. */
  'talk.see': (actor: Actor, talk: OrganisationSides) => worksFor(actor, talk),
  'talk.write': (actor: Actor, talk: TalkSides) => isBuyerOf(actor, talk) || mayPack(actor, talk),
  /** To write first: a restaurant to any farm; a farm only to restaurants that have ordered from it or written to it. */
  'talk.begin': (actor: Actor, talk: TalkSides & { known: boolean }) =>
    (isApprovedBuyer(actor) && isBuyerOf(actor, talk)) || (isApprovedFarm(actor) && mayPack(actor, talk) && talk.known),
  /** To call staff in is a step of its own: not for a helper who only looks. */
  'talk.report': (actor: Actor, talk: TalkSides) => isBuyerOf(actor, talk) || mayPack(actor, talk),
  'talk.inspect': (actor: Actor, talk: { reported: boolean }) => isStaff(actor) && talk.reported,
  'talks.review': (actor: Actor, _: null) => isStaff(actor),
  /** Words that everybody reads are for who may trade and may answer for the place. */
  'review.write': (actor: Actor, order: TalkSides) =>
    (isApprovedBuyer(actor) && isBuyerOf(actor, order)) || (isApprovedFarm(actor) && mayAnswer(actor, order)),
  'review.reply': (actor: Actor, review: { farmId: FarmId }) => isApprovedFarm(actor) && mayAnswer(actor, review),
  'review.report': (actor: Actor, _: null) => 'personId' in actor && !(actor.kind === 'farm' && actor.rights === 'see'),
  'reviews.moderate': (actor: Actor, _: null) => isStaff(actor),
  'inquiry.send': (actor: Actor, _: null) => !isSystem(actor),
  'inquiry.see': (actor: Actor, inquiry: { personId: PersonId | null }) => isPerson(actor, inquiry) || isStaff(actor),
  'inquiry.handle': (actor: Actor, _: null) => isStaff(actor),
  'inquiries.list_all': (actor: Actor, _: null) => isStaff(actor),
  'announcement.read': (actor: Actor, _: null) => 'personId' in actor,
  'announcement.write': (actor: Actor, _: null) => isStaff(actor),
  'page.publish': (actor: Actor, _: null) => isStaff(actor),
  'audit.see': (actor: Actor, _: null) => isStaff(actor),
  'desk.see': (actor: Actor, _: null) => isStaff(actor),
  'photo.add': (actor: Actor, _: null) => !isSystem(actor),
  'photo.see': (actor: Actor, photo: PhotoSides) =>
    photo.everybody ||
    isPerson(actor, photo) ||
    photo.formShown ||
    isStaff(actor) ||
    isOfFarm(actor, photo) ||
    isOfRestaurant(actor, photo) ||
    (photo.claim !== null && worksFor(actor, photo.claim)) ||
    (actor.kind === 'farm' && photo.ordersHere),
  'document.see': (actor: Actor, document: DocumentSides) => seesDocument(actor, document) || isStaff(actor),
  'document.change': changesDocument,
  /** What an organisation says about itself while it asks to be let in: its owner's to say. */
  'application.change': owns,
  /** Its own page, and who works there. */
  'organisation.see': worksFor,
  /** What it says about itself, its kitchens, and who was invited to work there. */
  'organisation.manage': owns,
  /** Who works there with which rights: to invite, to change rights and to remove. */
  'member_rights.change': owns,
  /** What the restaurant allows in advance; every cook may read it. */
  'instruction.see': (actor: Actor, it: { restaurantId: RestaurantId }) => isBuyerOf(actor, it) || isStaff(actor),
  'instruction.change': (actor: Actor, it: { restaurantId: RestaurantId }) =>
    isApprovedBuyer(actor) && isBuyerOf(actor, it),
  /** いつもの and the orders that go by themselves: of everybody who cooks there; they show prices. */
  'list.see': (actor: Actor, it: { restaurantId: RestaurantId }) => isApprovedBuyer(actor) && isBuyerOf(actor, it),
  'list.change': (actor: Actor, it: { restaurantId: RestaurantId }) => isApprovedBuyer(actor) && isBuyerOf(actor, it),
  /** What a restaurant looks for, with the answers: prices are in them. */
  'request.see': (actor: Actor, it: { restaurantId: RestaurantId }) =>
    (isApprovedBuyer(actor) && isBuyerOf(actor, it)) || isStaff(actor) || isSystem(actor),
  'request.ask': (actor: Actor, it: { restaurantId: RestaurantId }) => isApprovedBuyer(actor) && isBuyerOf(actor, it),
  /** What a farm was asked for, and what chefs look for, while it trades; only those who promise answer. */
  'asked_request.see': (actor: Actor, it: { farmId: FarmId }) => isApprovedFarm(actor) && isFarmOf(actor, it),
  'request.answer': (actor: Actor, it: { farmId: FarmId }) => isApprovedFarm(actor) && mayAnswer(actor, it),
  'requests.list_all': (actor: Actor, _: null) => isStaff(actor),
  'request.remove': (actor: Actor, _: null) => isStaff(actor),
  /** What the deliveries of a restaurant prove to its guests, and which farms it shows them (modules/badges). */
  'badges.see': (actor: Actor, it: { restaurantId: RestaurantId }) => isBuyerOf(actor, it) || isStaff(actor),
  'badges.choose': (actor: Actor, it: { restaurantId: RestaurantId }) => isApprovedBuyer(actor) && isBuyerOf(actor, it),
  /** Lists of members, their papers and their history; the work on an application; and what changes an account. */
  'members.see': (actor: Actor, _: null) => isStaff(actor),
  'members.review': (actor: Actor, _: null) => isStaff(actor),
  'members.decide': (actor: Actor, _: null) => isStaff(actor),
  /** Through a member's eyes, for ten minutes (identity/views). Administrators are no members. */
  'person.view': (actor: Actor, _: null) => isStaff(actor),
  /** The gallery of parts and the check of the installation: open while one develops, else for staff. */
  'installation.see': (actor: Actor, place: { environment: string }) =>
    isStaff(actor) || place.environment === 'development' || place.environment === 'test',
}

export type Operation = keyof typeof rules

/**
 * Operations for which a session alone is not enough: the caller has proved within the last ten minutes who they are
 * (fresh.ts). `authorize` does not accept them, `authorizeProven` accepts nothing else.
 */
export const provenOperations = [
  'own_account.change',
  'factors.change',
  'factors.remove',
  'api_token.make',
  'webhook.make',
  'calendar.make',
  'member_rights.change',
  'admin.disable',
  'account_change.decide',
  'members.decide',
  'person.view',
  'order.stand_in',
] as const satisfies readonly Operation[]
export type ProvenOperation = (typeof provenOperations)[number]

type Target<O extends Operation> = Parameters<(typeof rules)[O]>[1]

/** What staff may while they look through somebody's eyes, of what that person may: look. */
export const viewable: readonly Operation[] = [
  'price.see',
  'cart.see',
  'list.see',
  'request.see',
  'asked_request.see',
  'badges.see',
  'purchase.see',
  'order.see',
  'commission.see',
  'inquiry.see',
  'announcement.read',
  'photo.see',
  'document.see',
  'organisation.see',
  'lots.see',
  'received_lots.see',
  'recall.see',
]

export const can = <O extends Operation>(actor: Actor, operation: O, target: Target<O>): boolean =>
  (viewerOf(actor) === null || viewable.includes(operation)) &&
  (rules[operation] as (actor: Actor, target: Target<O>) => boolean)(actor, target)

export const isBuyer = (actor: Actor): actor is BuyerActor => actor.kind === 'buyer'
