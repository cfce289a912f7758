import type { OrderState } from '#kernel/enums.ts'
import type { AdminId, FarmId, PersonId, RestaurantId } from '#kernel/ids.ts'
import type { OrderRole } from '#modules/ordering/process/transition-rule.ts'
import { ruleOf, type TransitionName, transitionNames } from '#modules/ordering/process/transitions.ts'
import { type Actor, type BuyerActor, viewerOf } from './actor.ts'
import { roleMay } from './staff-roles.ts'

/** All that a rule may look at. Any row with these ids will do. */
export type OrderSides = { farmId: FarmId; restaurantId: RestaurantId; state?: OrderState }
/** The sides of an order for the user who takes a step of it; no farm: a purchase of several farms is being placed. */
export type StepSides = { farmId: FarmId | null; restaurantId: RestaurantId }
/** An organisation of either side; the other id is null. */
export type OrganisationSides = { farmId: FarmId | null; restaurantId: RestaurantId | null }
/** The photo's owner, and whether the caller was shown the form in which it was chosen. */
export type PhotoSides = {
  personId: PersonId | null
  formShown: boolean
  /** The farm of the product, and whether the photo is public. */
  farmId: FarmId | null
  isPublic: boolean
  /** The logo's owner, and whether that restaurant has ordered from the farm that asks. */
  restaurantId: RestaurantId | null
  ordersHere: boolean
  /** The two sides between which it was sent: in an order's claim or receipt, or in a conversation. */
  claim: { farmId: FarmId; restaurantId: RestaurantId } | null
}
/** The document's owner; `draftShown`: it belongs to a sign-up, and the caller has the cookie of that sign-up. */
export type DocumentSides = { farmId: FarmId | null; restaurantId: RestaurantId | null; draftShown: boolean }
/** The account's owner: a user or an administrator. */
export type AccountOwner = { personId: PersonId } | { adminId: AdminId }
/** Both sides of a conversation. */
export type ConversationSides = { farmId: FarmId; restaurantId: RestaurantId }
export type CartOwner = { personId: PersonId; restaurantId: RestaurantId }

const isBuyerOf = (actor: Actor, it: { restaurantId: RestaurantId }) =>
  actor.kind === 'buyer' && actor.restaurantId === it.restaurantId
const isFarmOf = (actor: Actor, it: { farmId: FarmId | null }) => actor.kind === 'farm' && actor.farmId === it.farmId
/** An order that is not placed yet is visible to its restaurant only. */
const isPlaced = ({ state }: OrderSides) => state !== 'draft' && state !== 'pending_approval'
const worksFor = (actor: Actor, it: OrganisationSides) =>
  (actor.kind === 'buyer' && actor.restaurantId === it.restaurantId) ||
  (actor.kind === 'farm' && actor.farmId === it.farmId)
const isOfFarm = (actor: Actor, it: { farmId: FarmId | null }) =>
  it.farmId !== null && worksFor(actor, { farmId: it.farmId, restaurantId: null })
const isOfRestaurant = (actor: Actor, it: { restaurantId: RestaurantId | null }) =>
  it.restaurantId !== null && worksFor(actor, { farmId: null, restaurantId: it.restaurantId })
const owns = (actor: Actor, it: OrganisationSides) => worksFor(actor, it) && 'role' in actor && actor.role === 'owner'
/** A helper with the right 閲覧のみ only reads; one with 箱詰め packs but cannot make commitments. */
const mayPack = (actor: Actor, it: { farmId: FarmId | null }) =>
  isFarmOf(actor, it) && actor.kind === 'farm' && actor.rights !== 'see'
const mayAnswer = (actor: Actor, it: { farmId: FarmId | null }) =>
  isFarmOf(actor, it) && actor.kind === 'farm' && actor.rights === 'all'
const seesMoneyOf = (actor: Actor, it: { farmId: FarmId | null }) =>
  isFarmOf(actor, it) && actor.kind === 'farm' && (actor.role === 'owner' || actor.seesMoney === true)
const seesDocument = (actor: Actor, it: DocumentSides) => it.draftShown || worksFor(actor, it)
/**
 * Documents speak for the organisation: owners submit and remove them, at a farm also members who may make commitments.
 */
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
/** A cart shows prices, so it requires approval. */
const isCartOf = (actor: Actor, cart: CartOwner) =>
  isApprovedBuyer(actor) && isBuyerOf(actor, cart) && actor.kind === 'buyer' && actor.personId === cart.personId

const ownsRestaurant = (actor: Actor, { restaurantId }: StepSides) => owns(actor, { farmId: null, restaurantId })

/** Who has the roles that the rows of the process name. */
const hasRole: Record<OrderRole, (actor: Actor, order: StepSides) => boolean> = {
  buyer: isBuyerOf,
  trading_buyer: (actor, order) => isApprovedBuyer(actor) && isBuyerOf(actor, order),
  owner: ownsRestaurant,
  trading_owner: (actor, order) => isApprovedBuyer(actor) && ownsRestaurant(actor, order),
  farm: mayAnswer,
  trading_farm: (actor, order) => isApprovedFarm(actor) && mayAnswer(actor, order),
  packer: mayPack,
  staff: isStaff,
  /** They act as the side: see order.stand_in. */
  staff_by_phone: () => false,
  system: isSystem,
  carrier: () => false,
  instruction: () => false,
}

type StepRules = Record<`order.${TransitionName}`, (actor: Actor, order: StepSides) => boolean>

/** One operation for each step of an order, for the roles that its row names. */
const orderSteps = Object.fromEntries(
  transitionNames.map((name) => [
    `order.${name}`,
    (actor: Actor, order: StepSides) => ruleOf(name).who.some((role) => hasRole[role](actor, order)),
  ]),
) as StepRules

/**
 * Who may do what; no other file answers that question. `see` comes before `do`: a use case that finds `see` false
 * answers NotFound, because what a caller may not see does not exist.
 *
 * A suspended member takes on nothing new: no cart, no order, no acceptance. What was agreed before is carried through
 * (decline, prepare, weigh, ship, deliver, inspect), because the other side depends on it.
 */
export const rules = {
  ...orderSteps,
  'price.see': (actor: Actor, _: null) => isApprovedBuyer(actor) || isApprovedFarm(actor) || isStaff(actor),
  /** Favourite products and farms, and alerts about them: the caller's own only. */
  'favourites.keep': (actor: Actor, _: null) => 'personId' in actor,
  /** The categories of the catalogue and the words under which products are found. */
  'produce.curate': (actor: Actor, _: null) => isStaff(actor),
  /** The caller's own only: no target is named. */
  'looks.save': (actor: Actor, _: null) => hasAccount(actor),
  /** Only for oneself, too. Staff are not a party to the terms. */
  'consent.give': (actor: Actor, _: null) => 'personId' in actor,
  /** What protects an account beside its password is for its owner alone; for a lost one see account_change.decide. */
  'factors.see': (actor: Actor, owner: AccountOwner) => isOwner(actor, owner),
  'factors.change': (actor: Actor, owner: AccountOwner) => isOwner(actor, owner),
  /** A second factor is mandatory for staff. */
  'factors.remove': (actor: Actor, owner: AccountOwner) => isOwner(actor, owner) && !isStaff(actor),
  /** The caller's own address, password, login methods and data, and closing the account. */
  'own_account.change': (actor: Actor, _: null) => 'personId' in actor,
  /** For the software of the organisation one works for; without an organisation there is nothing to connect. */
  'api_token.see': (actor: Actor, _: null) => actor.kind === 'buyer' || actor.kind === 'farm',
  'api_token.make': (actor: Actor, _: null) => actor.kind === 'buyer' || actor.kind === 'farm',
  /** Webhooks of an organisation: for its owners. */
  'webhook.keep': owns,
  'webhook.make': owns,
  /** Undelivered notifications, so that staff can call the recipients. */
  'notifications.undelivered': (actor: Actor, _: null) => isStaff(actor),
  'admins.list': (actor: Actor, _: null) => isStaff(actor),
  'admin.invite': (actor: Actor, _: null) => isStaff(actor),
  /** Administrators cannot lock themselves out. */
  'admin.disable': (actor: Actor, it: { adminId: AdminId }) => isStaff(actor) && !isAdmin(actor, it),
  /** A change of address or the reset of a second factor, by two administrators; never of their own account. */
  'account_change.decide': (actor: Actor, owner: AccountOwner) => isStaff(actor) && !isOwner(actor, owner),
  'account_change.see': (actor: Actor, _: null) => isStaff(actor),
  /** Every administrator can withdraw one; the owner of the account can stop it. */
  'account_change.withdraw': (actor: Actor, _: null) => isStaff(actor),
  'account_change.stop': (actor: Actor, owner: AccountOwner) => isOwner(actor, owner),
  'cart.see': isCartOf,
  'cart.change': isCartOf,
  'purchase.see': (actor: Actor, purchase: { restaurantId: RestaurantId }) =>
    isBuyerOf(actor, purchase) || isStaff(actor),
  'order.see': (actor: Actor, order: OrderSides) =>
    isBuyerOf(actor, order) || (isFarmOf(actor, order) && isPlaced(order)) || isStaff(actor) || isSystem(actor),
  /** Staff do for a side what it asked for by telephone, within the rights of that side. */
  'order.stand_in': (actor: Actor, _: OrderSides) => isStaff(actor),
  /** The calendar of the caller's own restaurant's deliveries; no target is named. */
  'calendar.keep': (actor: Actor, _: null) => actor.kind === 'buyer',
  'calendar.make': (actor: Actor, _: null) => actor.kind === 'buyer',
  /** Claims about deliveries: made by the kitchen, or by staff after the deadline; answered by the farm. */
  'claim.open': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order) || isStaff(actor),
  'claim.answer': (actor: Actor, order: OrderSides) => mayAnswer(actor, order),
  'claim.close': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order),
  'claim.escalate': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order) || mayAnswer(actor, order),
  /** A wrong weight or a return, after shipping: asked by the farm, agreed to by the restaurant. */
  'correction.request': (actor: Actor, order: OrderSides) => mayAnswer(actor, order),
  'correction.answer': (actor: Actor, order: OrderSides) => isBuyerOf(actor, order),
  'claim.decide': (actor: Actor, _: OrderSides) => isStaff(actor),
  'claims.list_all': (actor: Actor, _: null) => isStaff(actor),
  /** Up to which amount claims settle automatically where neither side has set a limit. */
  'claims.set_limit': (actor: Actor, _: null) => isStaff(actor),
  /** What arrived at our bank, and the invoices that it pays. */
  'deposits.see': (actor: Actor, _: null) => isStaff(actor),
  'deposits.change': (actor: Actor, _: null) => isStaff(actor),
  /** Giving up what is unpaid of an invoice (貸倒れ), and taking that back. */
  'bad_debt.write_off': (actor: Actor, _: null) => isStaff(actor),
  /** What a restaurant owes and may owe (掛け払い), and when it may not order; every member of it reads why. */
  'credit.see': (actor: Actor, it: { restaurantId: RestaurantId }) =>
    isBuyerOf(actor, it) || isStaff(actor) || isSystem(actor),
  'credit.list_all': (actor: Actor, _: null) => isStaff(actor),
  /** Asking to owe more. */
  'credit.ask': owns,
  'credit.change': (actor: Actor, _: null) => isStaff(actor),
  'card.watch': (actor: Actor, _: null) => isStaff(actor),
  'card.change': (actor: Actor, _: null) => isStaff(actor),
  /** 口座振替: what is collected by our bank; a restaurant's agreement with its own is for its owners. */
  'debits.see': (actor: Actor, _: null) => isStaff(actor),
  'debits.change': (actor: Actor, _: null) => isStaff(actor),
  /** Which harvest went to which buyer: for the farm and staff; what a restaurant received, for that restaurant. */
  'lots.see': (actor: Actor, lot: { farmId: FarmId }) => isFarmOf(actor, lot) || isStaff(actor),
  'received_lots.see': (actor: Actor, it: { restaurantId: RestaurantId }) => isBuyerOf(actor, it),
  /** The labels of the farm's parcels: their addresses, the files for carriers, and the numbers that come back. */
  'labels.see': (actor: Actor, it: { farmId: FarmId }) => isFarmOf(actor, it),
  'labels.change': (actor: Actor, it: { farmId: FarmId }) => mayPack(actor, it),
  /** Where a parcel is, as staff read it on the page of its carrier. */
  'parcel_state.note': (actor: Actor, _: OrderSides) => isStaff(actor),
  'lots.list_all': (actor: Actor, _: null) => isStaff(actor),
  /** A recall speaks for the farm; staff begin one where the farm cannot, with a reason. */
  'recall.begin': (actor: Actor, it: { farmId: FarmId }) => mayAnswer(actor, it) || isStaff(actor),
  'recall.see': (actor: Actor, it: { farmId: FarmId }) => isFarmOf(actor, it) || isStaff(actor),
  /** What was reported by telephone; members who pack may make the calls. */
  'recall.hear': (actor: Actor, it: { farmId: FarmId }) => mayPack(actor, it) || isStaff(actor),
  'recall.close': (actor: Actor, it: { farmId: FarmId }) => mayAnswer(actor, it) || isStaff(actor),
  'recall.answer': (actor: Actor, it: { restaurantId: RestaurantId }) => isBuyerOf(actor, it),
  /**
   * Prices and amounts of orders, what is agreed about them before (a restaurant's own price, an answer to a request, the
   * limit for a substitute), and what the farm is paid for them: not for a helper of the farm, unless its owner lets them.
   * What a product costs in the catalogue is no such secret. The commission is hidden from restaurants, too.
   */
  'order_money.see': (actor: Actor, order: OrganisationSides) =>
    isOfRestaurant(actor, order) || seesMoneyOf(actor, order) || isStaff(actor) || isSystem(actor),
  /** The invoices of a restaurant, what it has paid, and what the next one comes to. */
  'billing.see': (actor: Actor, it: { restaurantId: RestaurantId }) => isBuyerOf(actor, it) || isStaff(actor),
  'receipt.issue': (actor: Actor, it: { restaurantId: RestaurantId }) => isBuyerOf(actor, it),
  /** Closing periods before the job does. */
  'billing.close': (actor: Actor, _: null) => isStaff(actor),
  'commission.see': (actor: Actor, order: OrderSides) => seesMoneyOf(actor, order) || isStaff(actor),
  /** Declaring an issued document void. It is seen by those who see its money. */
  'issued_document.void': (actor: Actor, _: null) => isStaff(actor),
  /** It states amounts: not for a helper who packs without seeing them. */
  'delivery_slip.issue': (actor: Actor, order: OrderSides) => mayPack(actor, order) && seesMoneyOf(actor, order),
  /** What the farm prints for a day of packing; the delivery slips among it also need what the two above ask for. */
  'packing_papers.see': (actor: Actor, it: { farmId: FarmId }) => isFarmOf(actor, it),
  'packing_papers.print': (actor: Actor, it: { farmId: FarmId }) => mayPack(actor, it),
  /** The rate that a farm has agreed to pay us, its statements, and what it says of them. */
  'agreement.see': (actor: Actor, it: { farmId: FarmId }) => seesMoneyOf(actor, it) || isStaff(actor),
  'agreement.propose': (actor: Actor, _: null) => isStaff(actor),
  'agreement.answer': owns,
  /** A farm's registration as an issuer of qualified invoices; it stands on every invoice. */
  'registration.see': (actor: Actor, it: { farmId: FarmId }) => isFarmOf(actor, it) || isStaff(actor),
  'registration.change': (actor: Actor, it: OrganisationSides) => owns(actor, it) || isStaff(actor),
  'statement.see': (actor: Actor, it: { farmId: FarmId }) => seesMoneyOf(actor, it) || isStaff(actor),
  /** To confirm it, or to object to a slip of it. */
  'statement.answer': (actor: Actor, it: { farmId: FarmId }) => seesMoneyOf(actor, it) && mayAnswer(actor, it),
  'statements.list_all': (actor: Actor, _: null) => isStaff(actor),
  'statements.close': (actor: Actor, _: null) => isStaff(actor) || isSystem(actor),
  'objection.answer': (actor: Actor, _: null) => isStaff(actor),
  /** The bank account of a farm and what is paid to it: the account for its owners alone, and staff who pay. */
  'bank_account.keep': owns,
  'bank_account.change': owns,
  'bank_account.stop': (actor: Actor, _: null) => isStaff(actor),
  'own_payouts.see': (actor: Actor, it: { farmId: FarmId }) => seesMoneyOf(actor, it),
  'payouts.see': (actor: Actor, _: null) => isStaff(actor),
  /** Making a run, its file, and what came of it; releasing it is for another administrator than who made it. */
  'payouts.run': (actor: Actor, _: null) => isStaff(actor),
  'payouts.release': (actor: Actor, _: null) => isStaff(actor),
  'ledger.see': (actor: Actor, _: null) => isStaff(actor),
  /** Closing a month: nothing is booked in it any more. */
  'ledger.close': (actor: Actor, _: null) => isStaff(actor),
  /** Beginning a scheduled job that failed before its next time. */
  'jobs.begin': (actor: Actor, _: null) => isStaff(actor),
  /** The names of accounts in the files for our own accounting software. */
  'ledger.books': (actor: Actor, _: null) => isStaff(actor),
  /** What a farm states about its products, harvests and days off: commitments, so for members who may make them. */
  'goods.see': (actor: Actor, goods: { farmId: FarmId }) => isFarmOf(actor, goods) || isStaff(actor),
  /** Which restaurants buy from the farm, and at which own prices: while it trades. */
  'regulars.see': (actor: Actor, farm: { farmId: FarmId }) => isApprovedFarm(actor) && isFarmOf(actor, farm),
  /** How a short harvest is divided: commitments to several restaurants together. */
  'harvest.allot': (actor: Actor, goods: { farmId: FarmId }) => isApprovedFarm(actor) && mayAnswer(actor, goods),
  'goods.change': (actor: Actor, goods: { farmId: FarmId }) => mayAnswer(actor, goods),
  /** Stating what was harvested when is part of packing. */
  'goods.harvested': (actor: Actor, goods: { farmId: FarmId }) => mayPack(actor, goods),
  /** The farm's page, its shipping days and days off. */
  /** Freight tables: those for everyone (no farm) are kept by staff, every farm keeps its own. */
  'freight.see': (actor: Actor, it: { farmId: FarmId | null }) =>
    isFarmOf(actor, it) || (it.farmId === null && actor.kind === 'farm') || isStaff(actor),
  'freight.change': (actor: Actor, it: { farmId: FarmId | null }) =>
    it.farmId === null ? isStaff(actor) : mayAnswer(actor, it),
  /** Route runs: what is agreed there binds a farm like its prices. The runner is the farm whose van it is. */
  'runs.see': (actor: Actor, run: { farmId: FarmId }) => isFarmOf(actor, run),
  'runs.open': (actor: Actor, farm: { farmId: FarmId }) => isApprovedFarm(actor) && mayAnswer(actor, farm),
  /** What it brought is delivered: the driver's, like packing. */
  'runs.handOver': (actor: Actor, run: { farmId: FarmId }) => isApprovedFarm(actor) && mayPack(actor, run),
  'runs.join': (actor: Actor, farm: { farmId: FarmId }) => isApprovedFarm(actor) && mayAnswer(actor, farm),
  'farm.describe': (actor: Actor, farm: { farmId: FarmId }) => mayAnswer(actor, farm),
  'goods.review': (actor: Actor, _: null) => isStaff(actor),
  'orders.list_all': (actor: Actor, _: null) => isStaff(actor),
  /**
   * Messages between a farm and a restaurant are for those two alone; staff see what is reported, and each access is
   * recorded.
   */
  'conversation.see': (actor: Actor, conversation: OrganisationSides) => worksFor(actor, conversation),
  'conversation.write': (actor: Actor, conversation: ConversationSides) =>
    isBuyerOf(actor, conversation) || mayPack(actor, conversation),
  /**
   * Starting a conversation: a restaurant with any farm; a farm only with restaurants that have ordered from it or
   * written to it.
   */
  'conversation.begin': (actor: Actor, conversation: ConversationSides & { known: boolean }) =>
    (isApprovedBuyer(actor) && isBuyerOf(actor, conversation)) ||
    (isApprovedFarm(actor) && mayPack(actor, conversation) && conversation.known),
  /** Reporting to staff is a separate right: not for a helper who only reads. */
  'conversation.report': (actor: Actor, conversation: ConversationSides) =>
    isBuyerOf(actor, conversation) || mayPack(actor, conversation),
  'conversation.inspect': (actor: Actor, conversation: { reported: boolean }) =>
    isStaff(actor) && conversation.reported,
  'talks.review': (actor: Actor, _: null) => isStaff(actor),
  /** Public texts are for members who may trade and may speak for the organisation. */
  'review.write': (actor: Actor, order: ConversationSides) =>
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
    photo.isPublic ||
    isPerson(actor, photo) ||
    photo.formShown ||
    isStaff(actor) ||
    isOfFarm(actor, photo) ||
    isOfRestaurant(actor, photo) ||
    (photo.claim !== null && worksFor(actor, photo.claim)) ||
    (actor.kind === 'farm' && photo.ordersHere),
  'document.see': (actor: Actor, document: DocumentSides) => seesDocument(actor, document) || isStaff(actor),
  'document.change': changesDocument,
  /** What an organisation states in its application: for its owner. */
  'application.change': owns,
  /** The organisation's own page, and its members. */
  'organisation.see': worksFor,
  /** What it states about itself, its kitchens, and its invitations. */
  'organisation.manage': owns,
  /** Members and their rights: inviting, changing rights, removing. */
  'member_rights.change': owns,
  /** What the restaurant allows in advance; every member may read it. */
  'instruction.see': (actor: Actor, it: { restaurantId: RestaurantId }) => isBuyerOf(actor, it) || isStaff(actor),
  'instruction.change': (actor: Actor, it: { restaurantId: RestaurantId }) =>
    isApprovedBuyer(actor) && isBuyerOf(actor, it),
  /** いつもの and standing orders: for every member of the restaurant; they show prices. */
  'list.see': (actor: Actor, it: { restaurantId: RestaurantId }) => isApprovedBuyer(actor) && isBuyerOf(actor, it),
  'list.change': (actor: Actor, it: { restaurantId: RestaurantId }) => isApprovedBuyer(actor) && isBuyerOf(actor, it),
  /** 共同購入: a member with the code of one may look and join, for a kitchen of their own restaurant; it shows their prices. */
  'group_buy.see': (actor: Actor, it: { restaurantId: RestaurantId }) => isApprovedBuyer(actor) && isBuyerOf(actor, it),
  'group_buy.join': (actor: Actor, it: { restaurantId: RestaurantId }) =>
    isApprovedBuyer(actor) && isBuyerOf(actor, it),
  /** A restaurant's requests with the answers: they contain prices. */
  'request.see': (actor: Actor, it: { restaurantId: RestaurantId }) =>
    (isApprovedBuyer(actor) && isBuyerOf(actor, it)) || isStaff(actor) || isSystem(actor),
  'request.ask': (actor: Actor, it: { restaurantId: RestaurantId }) => isApprovedBuyer(actor) && isBuyerOf(actor, it),
  /**
   * What a farm was asked for, and what chefs look for, while it trades; only members who may make commitments answer.
   */
  'asked_request.see': (actor: Actor, it: { farmId: FarmId }) => isApprovedFarm(actor) && isFarmOf(actor, it),
  'request.answer': (actor: Actor, it: { farmId: FarmId }) => isApprovedFarm(actor) && mayAnswer(actor, it),
  'requests.list_all': (actor: Actor, _: null) => isStaff(actor),
  'request.remove': (actor: Actor, _: null) => isStaff(actor),
  /** What the deliveries of a restaurant prove to its guests, and which farms it shows them (modules/traceability/badges). */
  'badges.see': (actor: Actor, it: { restaurantId: RestaurantId }) => isBuyerOf(actor, it) || isStaff(actor),
  'badges.choose': (actor: Actor, it: { restaurantId: RestaurantId }) => isApprovedBuyer(actor) && isBuyerOf(actor, it),
  /**
   * Lists of members, their documents and their history; the processing of an application; and changes of an account.
   */
  'members.see': (actor: Actor, _: null) => isStaff(actor),
  'members.review': (actor: Actor, _: null) => isStaff(actor),
  'members.decide': (actor: Actor, _: null) => isStaff(actor),
  /** Viewing a member's screens for ten minutes (identity/impersonation). Administrators are not members. */
  'person.view': (actor: Actor, _: null) => isStaff(actor),
  /** The component gallery and the check of the installation: open in development, otherwise for staff. */
  'installation.see': (actor: Actor, place: { environment: string }) =>
    isStaff(actor) || place.environment === 'development' || place.environment === 'test',
}

export type Operation = keyof typeof rules

/**
 * Operations for which a session alone is not enough: the caller has re-authenticated within the last ten minutes
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
  'admin.invite',
  'admin.disable',
  'account_change.decide',
  'members.decide',
  'bank_account.change',
  'payouts.release',
  'ledger.close',
  'bad_debt.write_off',
  'person.view',
  'order.stand_in',
] as const satisfies readonly Operation[]
export type ProvenOperation = (typeof provenOperations)[number]

type Target<O extends Operation> = Parameters<(typeof rules)[O]>[1]

/** What staff may do while viewing as a user, out of what that user may do: read. */
export const viewable: readonly Operation[] = [
  'price.see',
  'cart.see',
  'list.see',
  'group_buy.see',
  'request.see',
  'asked_request.see',
  'badges.see',
  'purchase.see',
  'order.see',
  'order_money.see',
  'commission.see',
  'billing.see',
  'agreement.see',
  'registration.see',
  'statement.see',
  'own_payouts.see',
  'credit.see',
  'inquiry.see',
  'announcement.read',
  'photo.see',
  'document.see',
  'organisation.see',
  'packing_papers.see',
  'lots.see',
  'received_lots.see',
  'recall.see',
]

export const can = <O extends Operation>(actor: Actor, operation: O, target: Target<O>): boolean =>
  (viewerOf(actor) === null || viewable.includes(operation)) &&
  (actor.kind !== 'staff' || roleMay(actor.role, operation)) &&
  (rules[operation] as (actor: Actor, target: Target<O>) => boolean)(actor, target)

export const isBuyer = (actor: Actor): actor is BuyerActor => actor.kind === 'buyer'
