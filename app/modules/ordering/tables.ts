import type { ColumnType, Generated } from 'kysely'
import type { Json, Shown } from '#infra/db/column-types.ts'
import type { KnownParcelState, ParcelState } from '#kernel/carrier-tracking.ts'
import type {
  Carrier,
  Category,
  ClaimDecision,
  ClaimReason,
  ClaimState,
  ClaimWish,
  ClosingDay,
  CostBearer,
  OnShortage,
  OrderState,
  Proposal,
  Remedy,
  RemedyKind,
  Reschedule,
  ShipTo,
  ShortageTerms,
  Slot,
  Stage,
  Temperature,
  Verdict,
} from '#kernel/enums.ts'
import type { Grams } from '#kernel/grams.ts'
import type {
  AdjustmentId,
  AdjustmentRequestId,
  AnswerLinkId,
  ClaimId,
  EventId,
  FarmId,
  KitchenId,
  LabelFileId,
  LotId,
  MembershipId,
  OrderId,
  OrderLineId,
  ParcelId,
  PersonId,
  ProductId,
  PurchaseId,
  RestaurantId,
  ScaleId,
} from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { OrderWay } from '#modules/delivery/ways.ts'
import type { AdjustmentRequestState, requestedKinds } from './adjustments/adjustment-request.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type OrderingTables = {
  purchases: {
    id: PurchaseId
    number: string
    restaurantId: RestaurantId
    kitchenId: KitchenId
    personId: PersonId
    placedAt: Date
  }
  orders: {
    id: OrderId
    number: string
    purchaseId: PurchaseId
    farmId: FarmId
    restaurantId: RestaurantId
    kitchenId: KitchenId
    state: OrderState
    deliveryOn: JstDate
    shipOn: JstDate
    slot: Slot
    placedAt: Date
    cutoffAt: Date
    answerDueAt: Date
    packAt: Date
    inspectHours: Generated<number>
    /** Copied from its restaurant by the database when it is placed. */
    closingDay: ColumnType<ClosingDay, never, never>
    deliveredAt: Date | null
    finalizedAt: Date | null
    timerAt: Date | null
    freightTaxPercent: number
    note: string
    shipTo: Json<ShipTo>
    /** As agreed when it was placed; null: parcels of a carrier. */
    way: ColumnType<OrderWay | null, string | null | undefined, never>
    version: Generated<number>
    changedAt: Date | null
    acceptedAt: Date | null
    cancelPercent: Generated<number>
    cancelAskedAt: Date | null
    cancelFeeYen: Yen | null
    proposal: Json<Proposal> | null
    proposalDueAt: Date | null
    answerUndoUntil: Date | null
    acceptUndoUntil: Generated<Date | null>
    reschedule: Json<Reschedule> | null
    proposedDay: ColumnType<Reschedule | null, string | null | undefined, string | null>
    shortGoodsYen: Generated<Yen>
    /** Written when the order becomes final. */
    totalIncYen: ColumnType<Yen | null, never, Yen>
    /** The number of days after the delivery day by which the rest may come; null: it is not divided. */
    partWaitDays: Generated<number | null>
    partFreight: Generated<boolean>
    restOn: Generated<JstDate | null>
    /** The replacement for this claim, free of charge. */
    claimId: Generated<ClaimId | null>
  }
  purchaseAdditions: { purchaseId: PurchaseId; orderId: OrderId }
  standingInstructions: {
    restaurantId: RestaurantId
    onShortage: OnShortage
    shortageTerms: Json<ShortageTerms>
    tolerancePercent: number | null
    version: Generated<number>
    changedAt: Date
    partWaitDays: Generated<number | null>
    partFreight: Generated<boolean>
  }
  partLines: {
    orderLineId: OrderLineId
    orderId: OrderId
    qty: number
    grams: Grams | null
    lotId: LotId | null
    eventId: EventId
    at: Date
  }
  adjustments: {
    id: AdjustmentId
    number: string
    orderId: OrderId
    /** The previous one; null: the bill itself. */
    correctsId: AdjustmentId | null
    claimId: ClaimId | null
    reason: string
    eventId: EventId
    at: Date
  }
  /** Without a line: freight. Below zero the restaurant is credited. */
  adjustmentLines: {
    adjustmentId: AdjustmentId
    orderLineId: OrderLineId | null
    yen: Yen
    taxPercent: number
  }
  /** What a farm asks for after shipping; `adjustmentId`: the entry that carried it out. */
  adjustmentRequests: {
    id: AdjustmentRequestId
    orderId: OrderId
    state: AdjustmentRequestState
    reason: string
    words: Generated<string>
    askedAt: Date
    dueAt: Date
    answeredAt: Date | null
    adjustmentId: AdjustmentId | null
  }
  adjustmentRequestLines: {
    requestId: AdjustmentRequestId
    orderLineId: OrderLineId
    kind: (typeof requestedKinds)[number]
    qty: number | null
    grams: Grams | null
  }
  platformTerms: {
    single: Generated<boolean>
    claimAutoYen: Generated<Yen>
    version: Generated<number>
    /** The rate to which a farm agrees when it signs up. */
    commissionBp: Generated<number>
  }
  orderLines: {
    id: OrderLineId
    orderId: OrderId
    ordinal: number
    productId: ProductId
    name: string
    packLabel: string
    unitLabel: string
    picture: string
    category: Category
    temperature: Temperature
    catchWeight: boolean
    nominalGrams: Grams | null
    tolerancePercent: number | null
    priceYen: Yen
    taxPercent: number
    ceilingYen: Yen
    /** As agreed with the farm when the line was ordered; the database takes it from the farm. */
    commissionBp: Generated<number>
    /** Free of charge. */
    free: Generated<boolean>
    priceFromQty: number | null
    onShortage: OnShortage
    priceWhy: 'list' | 'tier' | 'own' | null
    listYen: Yen | null
    orderedQty: Shown<number>
    confirmedQty: Shown<number>
    shippedQty: Shown<number>
    receivedQty: Shown<number>
    billedQty: Shown<number>
    orderedGrams: Shown<Grams>
    confirmedGrams: Shown<Grams>
    shippedGrams: Shown<Grams>
    receivedGrams: Shown<Grams>
    billedGrams: Shown<Grams>
    billedYen: Shown<Yen>
    receivedMissing: Shown<number>
    receivedMissingOf: Shown<number>
    billedMissing: Shown<number>
    billedMissingOf: Shown<number>
    verdict: Verdict | null
    orderedBefore: number | null
    shortageTerms: ColumnType<ShortageTerms, string | undefined, string>
    substituteFor: OrderLineId | null
    /** Copied from its order by the database. */
    restaurantId: ColumnType<RestaurantId, never, never>
  }
  calendarFeeds: { membershipId: MembershipId; hash: Buffer; createdAt: Date; lastReadAt: Date | null }
  /** What each piece of a line weighed, and on which scale; the latest row of a line holds. */
  lineWeighings: {
    id: Generated<number>
    orderLineId: OrderLineId
    scaleId: ScaleId | null
    pieceGrams: Grams[]
    at: Date
  }
  quantityEntries: {
    id: Generated<number>
    orderLineId: OrderLineId
    stage: Stage
    qty: number
    grams: Grams | null
    missing: Generated<number | null>
    missingOf: Generated<number | null>
    yen: Yen | null
    reason: string | null
    eventId: EventId
    at: Date
  }
  parcels: {
    id: ParcelId
    orderId: OrderId
    ordinal: number
    temperature: Temperature
    sizeClass: number
    freightYen: Yen
    coolYen: Yen
    waived: boolean
    carrier: string | null
    trackingNumber: string | null
    /** Of a carrier that is not in the enum; `{n}` stands for the number. */
    trackingPage: Generated<string | null>
    shippedAt: Date | null
    unusedAt: Date | null
    /** Sent with a tracking number; the moment of sending is `shippedAt` either way. */
    tracked: Generated<boolean>
    sentFirst: Generated<boolean>
    forRest: Generated<boolean>
    name: Generated<string>
    byFarm: Generated<boolean>
    /** Of its last label; the database takes it from parcel_labels. */
    labelCarrier: Shown<string>
    labelNumber: Shown<string>
    /** Of the latest of its parcel_events; the database takes it from them. */
    trackedState: Shown<KnownParcelState>
    trackedWords: Shown<string>
    trackedPlace: Shown<string>
    trackedAt: Shown<Date>
  }
  usedCarriers: { farmId: FarmId; carrier: string; trackingPage: string | null; usedAt: Date }
  parcelLines: { parcelId: ParcelId; orderLineId: OrderLineId; qty: number }
  parcelArrangements: { orderId: OrderId; version: number; changedAt: Date }
  parcelEvents: {
    id: Generated<number>
    parcelId: ParcelId
    state: ParcelState
    words: string
    place: string
    at: Date
    source: 'poll' | 'webhook' | 'staff'
    key: string
    receivedAt: Date
  }
  parcelWatches: { parcelId: ParcelId; askAt: Date | null; askedAt: Date | null; since: Date }
  pickupSettings: {
    farmId: FarmId
    /** One of the enum, or another one by its name; as in `parcels`. */
    carrier: string
    /** Minute of the day in Japan. */
    cutoffMinute: number
    depotEmail: Generated<string>
    depotPhone: Generated<string>
    regular: Generated<boolean>
    version: Generated<number>
  }
  pickupBookings: {
    farmId: FarmId
    carrier: string
    shipOn: JstDate
    revision: number
    state: 'booked' | 'cancelled'
    parcels: Json<{ sizeClass: number; temperature: Temperature; count: number }[]>
    mailed: boolean
    eventId: EventId
    at: Date
  }
  parcelCases: { parcelId: ParcelId; kind: 'late' | 'returned'; orderId: OrderId; at: Date }
  labelSettings: { farmId: FarmId; carrier: Carrier; version: Generated<number> }
  carrierContracts: {
    farmId: FarmId
    carrier: Carrier
    customerCode: Generated<string>
    freightCode: Generated<string>
    /** Of ゆうプリR, as the farm has found them in its program; empty: it has not said. */
    chilledCode: Generated<string>
    frozenCode: Generated<string>
    eveningCode: Generated<string>
    /** The columns of the file that comes back, counted from 0; null: they are found by their headings. */
    customerNumberColumn: number | null
    trackingNumberColumn: number | null
  }
  /** The carrier of one order, where it is not the farm's usual one. */
  orderCarriers: { orderId: OrderId; carrier: string }
  labelFiles: {
    id: LabelFileId
    farmId: FarmId
    name: string
    sha256: string
    rowCount: number
    eventId: EventId
    at: Date
  }
  parcelLabels: {
    id: Generated<number>
    parcelId: ParcelId
    carrier: string
    trackingNumber: string
    fileId: LabelFileId
    at: Date
  }
  receipts: {
    orderId: OrderId
    restaurantId: RestaurantId
    receivedAt: Date
    receivedBy: string
    /** In tenths of a degree Celsius. */
    chilledTenths: number | null
    frozenTenths: number | null
    note: Generated<string>
    eventId: EventId
  }
  receiptPhotos: { orderId: OrderId; photoKey: string }
  claims: {
    id: ClaimId
    number: string
    orderId: OrderId
    orderLineId: OrderLineId
    farmId: FarmId
    restaurantId: RestaurantId
    state: ClaimState
    reason: ClaimReason
    qty: number
    grams: Grams | null
    /** Of one more unit than `qty`. */
    part: Generated<number | null>
    partOf: Generated<number | null>
    amountYen: Yen
    wish: ClaimWish
    words: Generated<string>
    hidden: Generated<boolean>
    automaticYen: Yen
    largeYen: Yen
    rateBelowThreshold: boolean
    photoCount: Generated<number>
    offer: Json<Remedy> | null
    decision: Json<ClaimDecision> | null
    rechecked: Generated<boolean>
    openedAt: Date
    answeredAt: Date | null
    escalatedAt: Date | null
    decidedAt: Date | null
    settledAt: Date | null
    timerAt: Date | null
    wholeOrder: Generated<boolean>
  }
  /** How the farm says that it delivered what has no tracking number. */
  handOvers: {
    orderId: OrderId
    handedAt: Date
    receivedBy: string
    photoKey: string | null
    personId: PersonId
    recordedAt: Date
  }
  claimPhotos: { claimId: ClaimId; photoKey: string; byFarm: Generated<boolean> }
  claimEntries: {
    claimId: ClaimId
    orderId: OrderId
    orderLineId: OrderLineId
    kind: RemedyKind
    yen: Yen
    offBillYen: Yen
    freightOffYen: Generated<Yen>
    nextStatement: boolean
    taxPercent: number
    borneBy: CostBearer
    eventId: EventId
    at: Date
  }
  orderNews: { eventId: EventId; orderId: OrderId; party: 'restaurant' | 'farm'; at: Date }
  answerLinks: {
    id: AnswerLinkId
    orderId: OrderId
    membershipId: MembershipId
    step: 'answer' | 'pack' | 'ship'
    orderVersion: number
    eventId: EventId
    createdAt: Date
    expiresAt: Date
    usedAt: Date | null
  }
}
