import type { Grams } from './grams.ts'
import type { OrderLineId, ProductId, RescheduleId } from './ids.ts'
import type { JstDate, MinuteOfDay } from './jst.ts'
import type { Yen } from './yen.ts'

/** The enums that tables, modules and pages share. Their labels are in the module that owns them (…/words-ja.ts). */

export const orgStatuses = ['draft', 'submitted', 'approved', 'returned', 'rejected', 'suspended', 'closed'] as const
export type OrgStatus = (typeof orgStatuses)[number]

/** The two sides of the market. */
export type Side = 'restaurant' | 'farm'

export const memberRoles = ['owner', 'staff'] as const
export type MemberRole = (typeof memberRoles)[number]

/** The rights of a farm's helper: read, pack and ship, or everything except the members. */
export const helperRights = ['see', 'pack', 'all'] as const
export type HelperRights = (typeof helperRights)[number]

export const partyTypes = ['corporation', 'sole_trader'] as const
export type PartyType = (typeof partyTypes)[number]

/** Closing days of a bill (締日); 31 stands for the last day of the month. */
export const closingDays = [5, 10, 15, 20, 25, 31] as const
export type ClosingDay = (typeof closingDays)[number]
/** What became of a rate that was proposed to a farm; `withdrawn` by us. */
export const commissionAnswers = ['agreed', 'declined', 'withdrawn'] as const
export type CommissionAnswer = (typeof commissionAnswers)[number]
/** 銀行振込, 口座振替, クレジットカード. */
export const paymentMethods = ['transfer', 'direct_debit', 'card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** What a farm sells, in the categories of the food business law: it decides which permits are required. */
export const goodsKinds = [
  'own_produce',
  'resold_produce',
  'rice',
  'egg',
  'meat',
  'fish',
  'dairy',
  'pickles',
  'processed',
  'honey_tea',
  'alcohol',
  'seedlings',
  'wild',
] as const
export type GoodsKind = (typeof goodsKinds)[number]

export const documentKinds = ['business_licence', 'permit', 'notification', 'certificate', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

/**
 * How staff verified the identity of a user who has lost every factor: called on the number we have, saw documents, met
 * in person.
 */
export const identityProofs = ['called_back', 'papers', 'in_person'] as const
export type IdentityProof = (typeof identityProofs)[number]

/** What two administrators change of an account together, and the outcomes. */
export const accountChangeKinds = ['email', 'factors'] as const
export type AccountChangeKind = (typeof accountChangeKinds)[number]
export type AccountChangeOutcome = 'applied' | 'stopped' | 'withdrawn' | 'lapsed' | 'failed'

/** The purposes of one-time secrets. */
export type CodePurpose =
  | 'verify_email'
  | 'reset_password'
  | 'change_email'
  | 'recover_email'
  | 'second_factor'
  | 'passkey'
  | 'admin_invitation'
  | 'device'
  | 'member_invitation'
  | 'phone_code'
  | 'social'
  | 'stop_change'
  | 'bank_account'

export const audiences = ['everybody', 'restaurants', 'farms'] as const
export type Audience = (typeof audiences)[number]

/** Time slot of a delivery: a wish to the carrier, not a promise. */
export const slots = ['none', 'am', '14-16', '16-18', '18-20', '19-21'] as const
export type Slot = (typeof slots)[number]

export const temperatures = ['ambient', 'chilled', 'frozen'] as const
export type Temperature = (typeof temperatures)[number]

export const categories = [
  'leaf',
  'fruitveg',
  'root',
  'mushroom',
  'fruit',
  'egg',
  'rice',
  'herb',
  'meat',
  'fish',
  'processed',
  'set',
] as const
export type Category = (typeof categories)[number]

/** Which a label must state (食品表示基準, since 2026-04-01). */
export const allergens = ['shrimp', 'crab', 'cashew', 'walnut', 'wheat', 'buckwheat', 'egg', 'milk', 'peanut'] as const
export type Allergen = (typeof allergens)[number]
/** What a farm states: some of them, or that there are none. */
export const statedAllergens = [...allergens, 'none'] as const
export type StatedAllergen = (typeof statedAllergens)[number]

export const methods = ['conventional', 'specially_cultivated', 'jas_organic', 'natural'] as const
export type Method = (typeof methods)[number]

export const productStatuses = ['draft', 'listed', 'paused', 'sold_out', 'archived'] as const
export type ProductStatus = (typeof productStatuses)[number]

/** A product that staff have not reviewed yet, or have returned. */
export type ProductApproval = 'waiting' | 'returned'

/** What limits the orderable quantity: a stock, or expected harvests. */
export type SellsFrom = 'stock' | 'harvest'

/** Who sees a product: everyone, or restaurants that the farm has chosen. */
export type ShownTo = 'everybody' | 'chosen'

/** How sure a farm is of a harvest (確度). */
export const confidences = ['high', 'middle', 'low'] as const
export type Confidence = (typeof confidences)[number]

/** Where else a farm can be found. */
export const linkKinds = ['web', 'instagram', 'x', 'facebook', 'youtube', 'line'] as const
export type LinkKind = (typeof linkKinds)[number]
/** What an alert can be about. */
export const watchKinds = ['back_in_stock', 'in_season', 'price_change', 'new_of_farm', 'words'] as const
export type WatchKind = (typeof watchKinds)[number]

/** What the chef allows in advance when a line falls short (不足時の指示). */
export const shortageInstructions = ['ship_what_there_is', 'substitute', 'drop_line', 'all_or_nothing', 'ask'] as const
export type OnShortage = (typeof shortageInstructions)[number]

/** What happens without anyone's answer: the two instructions that depend on no person or product. */
export const plainInstructions = ['ship_what_there_is', 'drop_line'] as const satisfies readonly OnShortage[]
export type PlainInstruction = (typeof plainInstructions)[number]

/** Parameters of an instruction: which products and up to which amount, until what time of the day, and what then. */
export type ShortageTerms = {
  substitutes?: readonly ProductId[]
  /** Without tax, for everything that replaces the missing part of the line. */
  substituteMaxYen?: Yen
  askUntil?: MinuteOfDay
  otherwise?: PlainInstruction
}

/**
 * The outcome of a day of a standing order (自動注文): ordered, sent to an owner for approval, or nothing was available.
 */
export const runOutcomes = ['ordered', 'asked', 'nothing', 'refused'] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** Why a usual product is not available on a day. */
export const whysNot = [
  'gone',
  'farm_closed',
  'out_of_season',
  'not_listed',
  'sold_out',
  'no_delivery',
  'answer_first',
  'below_min_order',
  'too_big_to_ship',
  'above_ceiling',
] as const
export type Blocker = (typeof whysNot)[number]
export type LeftOut = { productId: ProductId; name: string; why: Blocker }

/** What a farm can send of lines about which the restaurant is asked. */
export type ProposedLine = {
  lineId: OrderLineId
  stated: number
  reason: string
  substitute: { productId: ProductId; qty: number } | null
}
/** `gone`: the missing part was never harvested, so it does not return to the stock. */
export type Proposal = { lines: readonly ProposedLine[]; gone?: boolean }

/** A delivery as the restaurant wants it, with the moments of its day. */
export type NewDelivery = {
  deliveryOn: JstDate
  shipOn: JstDate
  slot: Slot
  note: string
  cutoffAt: string
  answerDueAt: string
  packAt: string
}

/** What the restaurant asks the farm for, with the moments as they were when it asked. */
export type Reschedule = NewDelivery & { id: RescheduleId }

/** What the kitchen finds when it opens the box (検収). */
export const verdicts = ['ok', 'short', 'damaged', 'wrong', 'temperature'] as const
export type Verdict = (typeof verdicts)[number]

/** The states of a claim about delivered products (ordering/claim-process.ts). */
export const claimStates = ['opened', 'answered', 'escalated', 'decided', 'settled', 'withdrawn'] as const
export type ClaimState = (typeof claimStates)[number]
/** In these states a party can still act, and the line of the claim is not final. */
export const openClaimStates = ['opened', 'answered', 'escalated', 'decided'] as const satisfies readonly ClaimState[]

/** What the kitchen found. */
export const toldReasons = ['short', 'damaged', 'spoiled', 'wrong', 'temperature', 'not_arrived'] as const
/** The subject of a claim; a returned parcel is reported by staff. */
export const claimReasons = [...toldReasons, 'sent_back'] as const
export type ClaimReason = (typeof claimReasons)[number]

/** Why the carrier could not deliver the boxes: 受取拒否, 長期不在, 宛先不明. */
export const sentBackWhys = ['refused', 'absent', 'unknown_address'] as const
export type SentBackWhy = (typeof sentBackWhys)[number]

/** The remedy: off the next bill, a lower price for what is kept, a replacement, money back, or none. */
export const remedyKinds = ['credit', 'price_reduction', 'replacement', 'refund', 'none'] as const
export type RemedyKind = (typeof remedyKinds)[number]
export const claimWishes = ['credit', 'price_reduction', 'replacement', 'refund'] as const
export type ClaimWish = (typeof claimWishes)[number]

/** `percent` of what is claimed, 0–100; a replacement counts as 100. */
export type Remedy = { kind: RemedyKind; percent: number; words: string }
export const costBearers = ['farm', 'carrier', 'platform', 'buyer'] as const
export type CostBearer = (typeof costBearers)[number]
export type ClaimDecision = Remedy & { borneBy: CostBearer }

/** The five quantities of a line, in the order in which they are written. */
export const stages = ['ordered', 'confirmed', 'shipped', 'received', 'billed'] as const
export type Stage = (typeof stages)[number]

export const carriers = ['yamato', 'sagawa', 'japanpost'] as const
export type Carrier = (typeof carriers)[number]

export type TaxKind = 'standard' | 'food' | 'newspaper' | 'non_taxable' | 'out_of_scope'

export const orderStates = [
  'draft',
  'pending_approval',
  'placed',
  'accepted',
  'proposed',
  'preparing',
  'partly_shipped',
  'shipped',
  'delivered',
  'inspected',
  'finalized',
  'declined',
  'expired',
  'cancelled',
  'sent_back',
] as const
export type OrderState = (typeof orderStates)[number]

/**
 * Orders in these states need no further action; while there are others, their account or organisation cannot be
 * closed.
 */
export const endedStates = [
  'draft',
  'finalized',
  'declined',
  'expired',
  'cancelled',
  'sent_back',
] as const satisfies readonly OrderState[]

/** Reasons for reporting a message. */
export const reportReasons = ['rude', 'fraud', 'outside', 'unwanted', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** What happens to a message with a watched word: it is not sent, or staff review it. */
export const wordActs = ['stop', 'watch'] as const
export type WordAct = (typeof wordActs)[number]

/** The subject of an inquiry. */
export const inquiryKinds = ['order', 'product', 'payment', 'signup', 'fault', 'other'] as const
export type InquiryKind = (typeof inquiryKinds)[number]

export const inquiryStates = ['open', 'working', 'done'] as const
export type InquiryState = (typeof inquiryStates)[number]

/** The actors of an order: B, B+, F, A, S, C, I; and, in the history of accounts, users without a side and visitors. */
export type ActorKind =
  | 'buyer'
  | 'buyer_approver'
  | 'farm'
  | 'staff'
  | 'system'
  | 'carrier'
  | 'instruction'
  | 'person'
  | 'visitor'

/** The quantity stated at one stage of a line; grams only for catch weight. */
/**
 * `missing`: what of the last unit is not there, of a received or billed line that is sold by count; an opened unit counts
 * in `qty` (pricing/part-of-unit.ts).
 */
export type Quantity = { qty: number; grams: Grams | null; missing?: Part | null | undefined }

/** A part of one unit: 3 of 10, 6 of 24. */
export type Part = { count: number; of: number }

/** The destination as it was when the order was placed. */
export type ShipTo = {
  restaurant: string
  kitchen: string
  postalCode: string
  prefectureCode: string
  city: string
  street: string
  building: string
  place: string
  phone: string
}

/** What an administrator is for: members and their questions, money, or everything. */
export const adminRoles = ['support', 'finance', 'full'] as const
export type AdminRole = (typeof adminRoles)[number]

/** What the pieces within one sale unit are called: 30袋 in 3箱. */
export const pieceUnits = [
  '個',
  '袋',
  '束',
  '本',
  '玉',
  '株',
  'パック',
  '房',
  '枚',
  '尾',
  '羽',
  '匹',
  '缶',
  '瓶',
  '丁',
] as const
export type PieceUnit = (typeof pieceUnits)[number]
