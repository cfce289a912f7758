import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { TextSize, Theme } from '#kernel/appearance.ts'
import type {
  AccountChangeKind,
  AccountChangeOutcome,
  ActorKind,
  Audience,
  Carrier,
  Category,
  ClaimDecision,
  ClaimReason,
  ClaimState,
  ClaimWish,
  ClosingDay,
  CodePurpose,
  Confidence,
  CostBearer,
  DocumentKind,
  GoodsKind,
  HelperRights,
  IdentityProof,
  InquiryKind,
  InquiryState,
  LeftOut,
  LinkKind,
  MemberRole,
  Method,
  OnShortage,
  OrderState,
  OrgStatus,
  PartyType,
  PaymentMethod,
  ProductReview,
  ProductStatus,
  Proposal,
  Remedy,
  RemedyKind,
  ReportReason,
  RunOutcome,
  SellsFrom,
  ShipTo,
  ShortageTerms,
  ShownTo,
  Side,
  Slot,
  Stage,
  TaxKind,
  Temperature,
  Verdict,
  WatchKind,
  WordAct,
} from '#kernel/enums.ts'
import type { Grams } from '#kernel/grams.ts'
import type {
  AccountChangeId,
  AdjustmentId,
  AdminId,
  AnnouncementId,
  AnswerLinkId,
  ApiTokenId,
  CartId,
  ClaimId,
  ConsentId,
  ConversationId,
  ConversationReportId,
  DocumentId,
  EventId,
  FarmId,
  HarvestWindowId,
  Id,
  InquiryId,
  InvitationId,
  KitchenId,
  LotId,
  MailedCodeId,
  MailId,
  MembershipId,
  ModerationTermId,
  NotificationAddressId,
  NotificationDeliveryId,
  NotificationId,
  OrderId,
  OrderLineId,
  PageVersionId,
  ParcelId,
  PersonId,
  ProductId,
  PurchaseId,
  RestaurantId,
  ShoppingListId,
  StaffViewId,
  StandingOrderId,
  WatchId,
  WebhookDeliveryId,
  WebhookId,
} from '#kernel/ids.ts'
import type { JstDate, MinuteOfDay, Weekday } from '#kernel/jst.ts'
import type { MailPace, NotificationTopic, PushKeys, RingingChannel } from '#kernel/notification-enums.ts'
import type { Yen } from '#kernel/yen.ts'
import type { BadgeTables } from './badges-schema.ts'
import type { RecallTables } from './recall-schema.ts'
import type { RequestTables } from './requests-schema.ts'
import type { ReviewTables } from './reviews-schema.ts'

/** The tables for Kysely. The constraints are in db/migrations. */

type Json<T> = ColumnType<T, string, string>
/** Columns that triggers fill; see quantity_entries. */
type Shown<T> = ColumnType<T | null, never, never>

/** Tables of later modules, each in a file of its own. */
type LaterTables = BadgeTables & RecallTables & RequestTables & ReviewTables

export type Database = LaterTables & {
  people: {
    id: PersonId
    /** null: a user who signed up by phone and has given none yet; members of an organisation always have one. */
    email: string | null
    name: string
    emailVerifiedAt: Date | null
    suspendedAt: Date | null
    nameKana: Generated<string>
    closedAt: Date | null
    createdAt: Date
    theme: Theme | null
    textSize: TextSize | null
    lastMembershipId: MembershipId | null
    announcementMails: Generated<boolean>
    priceMails: Generated<boolean>
    /** Quiet hours, in minutes of the day in Japan; both the same: none. */
    quietFrom: Generated<MinuteOfDay>
    quietUntil: Generated<MinuteOfDay>
    /** Of the key in mail addresses before the vault made it; null: no such mail was sent. */
    oldNoticeKeyHash: Generated<Buffer | null>
  }
  identities: {
    provider: string
    issuer: string
    subject: string
    personId: PersonId
    /** As the provider stated it, possibly wrong; never used for look-ups. */
    email: string | null
    linkedAt: Date | null
  }
  textMessages: { id: Id<'textMessage'>; recipient: string; body: string; createdAt: Date }
  passwords: { personId: PersonId; phc: string; changedAt: Date }
  admins: {
    id: AdminId
    email: string
    name: string
    phc: string
    disabledAt: Date | null
    createdAt: Date
    theme: Theme | null
    textSize: TextSize | null
  }
  sessions: {
    idHash: Buffer
    personId: PersonId | null
    adminId: AdminId | null
    channel: 'cookie' | 'bearer'
    provider: string
    providerHandle: string | null
    aal: number
    /** When the provider was last asked whether the account is still valid. */
    providerCheckedAt: Generated<Date | null>
    amr: string[]
    authTime: Date
    createdAt: Date
    seenAt: Date
    idleUntil: Date
    absUntil: Date
    ip: string | null
    userAgent: string | null
    membershipId: MembershipId | null
    /** Bearer only: when the access token ends; the refresh token brings the next. */
    accessUntil: Date | null
  }
  refreshTokens: { hash: Buffer; sessionHash: Buffer; createdAt: Date; expiresAt: Date; spentAt: Date | null }
  apiTokens: {
    id: ApiTokenId
    prefix: string
    hash: Buffer
    personId: PersonId
    membershipId: Id<'membership'>
    name: string
    scopes: string[]
    createdAt: Date
    expiresAt: Date
    lastUsedAt: Date | null
  }
  usedTokens: { hash: Buffer; expiresAt: Date }
  throttle: { key: string; n: number; until: Date }
  knownNetworks: { personId: PersonId | null; adminId: AdminId | null; network: string; seenAt: Date }
  proxyCounts: {
    hour: Date
    trustedProxies: number
    requests: number
    tooShort: number
    tooLong: number
    fromInside: number
  }
  signupDrafts: {
    idHash: Buffer
    side: Side | null
    email: string | null
    profile: Json<Record<string, string>>
    version: Generated<number>
    savedBy: string | null
    committedAt: Date | null
    personId: PersonId | null
    createdAt: Date
    expiresAt: Date
  }
  oneTimeCodes: {
    hash: Buffer
    purpose: CodePurpose
    personId: PersonId | null
    adminId: AdminId | null
    email: string | null
    data: Json<Record<string, unknown>>
    tries: Generated<number>
    createdAt: Date
    expiresAt: Date
    usedAt: Date | null
  }
  totpSecrets: {
    id: Id<'totpSecret'>
    personId: PersonId | null
    adminId: AdminId | null
    sealedSecret: string
    lastStep: number | null
    createdAt: Date
    confirmedAt: Date | null
  }
  backupCodes: {
    hash: Buffer
    personId: PersonId | null
    adminId: AdminId | null
    createdAt: Date
    usedAt: Date | null
  }
  passkeys: {
    credentialId: string
    personId: PersonId | null
    adminId: AdminId | null
    publicKey: Buffer
    counter: number
    transports: string[]
    backedUp: boolean
    name: string
    createdAt: Date
    lastUsedAt: Date | null
  }
  impersonations: {
    id: StaffViewId
    hash: Buffer
    sessionHash: Buffer | null
    adminId: AdminId
    personId: PersonId
    membershipId: MembershipId | null
    reason: string
    beganAt: Date
    until: Date
    endedAt: Date | null
    lastPath: string | null
  }
  accountChanges: {
    id: AccountChangeId
    kind: AccountChangeKind
    personId: PersonId | null
    adminId: AdminId | null
    oldEmail: string | null
    newEmail: string | null
    proof: IdentityProof | null
    reason: string
    askedBy: AdminId
    askedAt: Date
    expiresAt: Date
    confirmedBy: AdminId | null
    confirmedAt: Date | null
    takesEffectAt: Date | null
    endedAt: Date | null
    outcome: AccountChangeOutcome | null
  }
  documents: {
    id: DocumentId
    kind: DocumentKind
    draftHash: Buffer | null
    farmId: FarmId | null
    restaurantId: RestaurantId | null
    fileKey: string
    mediaType: 'image/webp' | 'application/pdf'
    fileName: string
    byteCount: number
    number: Generated<string>
    authority: Generated<string>
    holder: Generated<string>
    issuedOn: JstDate | null
    expiresOn: JstDate | null
    addedAt: Date
    removedAt: Date | null
    checkedAt: Date | null
    checkedBy: AdminId | null
    goodsKinds: Generated<GoodsKind[]>
  }
  lapsedProducts: { farmId: FarmId; goodsKind: GoodsKind; documentId: DocumentId; since: Date }
  announcements: {
    id: AnnouncementId
    version: Generated<number>
    audience: Audience
    title: string
    body: string
    byMail: boolean
    startsAt: Date
    endsAt: Date | null
    createdBy: AdminId
    createdAt: Date
    withdrawnAt: Date | null
    mailedAt: Date | null
  }
  announcementReadings: { announcementId: AnnouncementId; personId: PersonId; at: Date }
  savedViews: { id: Id<'savedView'>; adminId: AdminId; page: string; name: string; query: string; createdAt: Date }
  farms: {
    id: FarmId
    name: string
    kana: string
    crest: string
    representative: string
    story: string
    postalCode: string
    prefectureCode: string
    city: string
    street: string
    place: string
    phone: string
    picture: string
    status: OrgStatus
    invoiceRegistrationNumber: string | null
    commissionBp: number
    shipWeekdays: Weekday[]
    shipsOnHolidays: boolean
    packingMinute: number
    cutoffHoursBeforePacking: number
    answerHoursAfterCutoff: number
    autoAccept: boolean
    freeFreightFromYen: Yen | null
    minOrderYen: Yen
    createdAt: Date
    building: Generated<string>
    goodsKinds: Generated<GoodsKind[]>
    version: Generated<number>
    partyType: Generated<PartyType>
    legalName: Generated<string>
    representativeKana: Generated<string>
    submittedAt: Date | null
    reviewedAt: Date | null
    statusReason: string | null
    lateCancelPercent: Generated<number>
    /**
     * Up to this amount a claim settles automatically; the smaller of both sides counts; null: as platform_terms says.
     */
    claimAutoYen: Generated<Yen | null>
  }
  farmVacations: { id: Id<'vacation'>; farmId: FarmId; fromOn: JstDate; toOn: JstDate; note: string }
  restaurants: {
    id: RestaurantId
    name: string
    kana: string
    crest: string
    representative: string
    businessType: string
    status: OrgStatus
    createdAt: Date
    phone: Generated<string>
    invoiceRegistrationNumber: string | null
    version: Generated<number>
    partyType: Generated<PartyType>
    legalName: Generated<string>
    representativeKana: Generated<string>
    submittedAt: Date | null
    reviewedAt: Date | null
    statusReason: string | null
    billingName: Generated<string>
    billingEmail: Generated<string>
    billingPostalCode: Generated<string>
    billingPrefectureCode: Generated<string>
    billingCity: Generated<string>
    billingStreet: Generated<string>
    billingBuilding: Generated<string>
    closingDay: Generated<ClosingDay>
    paymentMethod: Generated<PaymentMethod>
    /** The name of its picture (kernel/picture-name.ts). */
    logo: Generated<string | null>
    claimAutoYen: Generated<Yen | null>
  }
  kitchens: {
    id: KitchenId
    restaurantId: RestaurantId
    name: string
    postalCode: string
    prefectureCode: string
    city: string
    street: string
    building: string
    place: string
    phone: string
    receivingWeekdays: Weekday[]
    receivingNote: string
    defaultSlot: Slot
    version: Generated<number>
    closedAt: Date | null
  }
  kitchenClosures: { kitchenId: KitchenId; closedOn: JstDate }
  memberships: {
    id: MembershipId
    personId: PersonId
    farmId: FarmId | null
    restaurantId: RestaurantId | null
    role: MemberRole
    orderLimitYen: Yen | null
    rights: Generated<HelperRights>
  }
  invitations: {
    id: InvitationId
    farmId: FarmId | null
    restaurantId: RestaurantId | null
    email: string | null
    role: MemberRole
    rights: HelperRights
    orderLimitYen: Yen | null
    invitedBy: PersonId
    createdAt: Date
    expiresAt: Date
    acceptedBy: PersonId | null
    endedAt: Date | null
  }
  products: {
    id: ProductId
    farmId: FarmId
    name: string
    kana: string
    itemKey: string
    category: Category
    description: string
    method: Method
    grade: string
    temperature: Temperature
    airAllowed: boolean
    taxKind: TaxKind
    unitLabel: string
    packLabel: string
    priceYen: Yen
    catchWeight: boolean
    netGrams: Grams | null
    pieceCount: number | null
    tolerancePercent: number | null
    grossGrams: Grams
    sizePoints: number
    orderStep: number
    minQty: number
    maxQty: number
    seasonMonths: number[]
    peakMonths: number[]
    storageNote: string
    tasteNote: string
    packingNote: string
    picture: string
    status: ProductStatus
    createdAt: Date
    listedAt: Date | null
    version: Generated<number>
    variety: Generated<string>
    /** The drawing that is shown while there is no photo. */
    drawnPicture: Generated<string>
    placeInList: Generated<number>
    sellsFrom: Generated<SellsFrom>
    review: ProductReview | null
    reviewNote: Generated<string>
    heldReason: string | null
    audience: Generated<ShownTo>
  }
  productAudience: { productId: ProductId; restaurantId: RestaurantId; since: Date }
  priceTiers: { productId: ProductId; fromQty: number; priceYen: Yen }
  ownPrices: {
    id: Id<'ownPrice'>
    farmId: FarmId
    restaurantId: RestaurantId
    productId: ProductId | null
    priceYen: Yen | null
    percentOff: number | null
    fromOn: JstDate
    untilOn: JstDate | null
    agreedAt: Date
    endedAt: Date | null
  }
  productDrafts: {
    id: ProductId
    farmId: FarmId
    typed: Json<Record<string, unknown>>
    version: Generated<number>
    savedBy: Generated<string>
    createdAt: Date
    savedAt: Date
    audience: Generated<ShownTo>
  }
  draftAudience: { draftId: ProductId; restaurantId: RestaurantId }
  productStock: { productId: ProductId; availableQty: number }
  stockEntries: {
    id: Generated<number>
    productId: ProductId
    delta: number
    cause: 'stated' | 'reserved' | 'released'
    orderLineId: OrderLineId | null
    at: Date
  }
  lots: {
    id: LotId
    farmId: FarmId
    productId: ProductId
    code: string
    harvestedOn: JstDate
    bestBeforeOn: JstDate | null
    createdAt: Date
    qty: number | null
    note: Generated<string>
    recalledAt: Generated<Date | null>
  }
  harvestWindows: {
    id: HarvestWindowId
    productId: ProductId
    farmId: FarmId
    fromOn: JstDate
    toOn: JstDate
    leastQty: number
    mostQty: number
    confidence: Confidence
    promisedQty: number
    reservedQty: Generated<number>
    note: Generated<string>
    version: Generated<number>
    createdAt: Date
    closedAt: Date | null
  }
  harvestReservations: { orderLineId: OrderLineId; windowId: HarvestWindowId; qty: number }
  productSearch: {
    productId: ProductId
    farmId: FarmId
    category: Category
    prefectureCode: string
    temperature: Temperature
    airAllowed: boolean
    priceYen: Yen
    inStock: boolean
    seasonMonths: number[]
    listedAt: Date
    searchText: string
    visible: Shown<boolean>
    itemKey: Generated<string>
    method: Generated<Method>
    catchWeight: Generated<boolean>
    freightFree: Generated<boolean>
    yenPerKg: Shown<number>
    harvestedOn: Generated<JstDate>
    orderedCount: Generated<number>
    score: Generated<number>
    rating: Generated<number>
  }
  produceItems: {
    key: string
    category: Category
    parentKey: string | null
    name: string
    words: string[]
    position: number
    version: Generated<number>
    writtenVersion: Generated<number>
  }
  staleWords: { farmId: FarmId | null; productId: ProductId | null }
  farmFigures: {
    farmId: FarmId
    orders: number
    answerPercent: number | null
    fillPercent: number | null
    reckonedAt: Date
  }
  favourites: { personId: PersonId; productId: ProductId | null; farmId: FarmId | null; createdAt: Date }
  watches: {
    id: WatchId
    personId: PersonId
    kind: WatchKind
    productId: ProductId | null
    farmId: FarmId | null
    words: string | null
    seenPriceYen: number | null
    createdAt: Date
    toldAt: Date
  }
  taxRates: { kind: TaxKind; percent: number; fromOn: JstDate; enabled: boolean; source: string }
  carts: {
    id: CartId
    personId: PersonId
    restaurantId: RestaurantId
    kitchenId: KitchenId
    wishedOn: JstDate | null
  }
  cartLines: {
    cartId: CartId
    productId: ProductId
    qty: number
    onShortage: Generated<OnShortage>
    shortageTerms: ColumnType<ShortageTerms, string | undefined, string>
    seenPriceYen: Yen
    addedAt: Date
  }
  checkoutHolds: {
    cartId: CartId
    productId: ProductId
    qty: number
    shipOn: JstDate
    takenAt: Date
    until: Date
  }
  cartFarms: {
    cartId: CartId
    farmId: FarmId
    deliveryOn: JstDate | null
    slot: Slot | null
    note: Generated<string>
  }
  shoppingLists: {
    id: ShoppingListId
    restaurantId: RestaurantId
    kitchenId: KitchenId
    name: string
    weekdays: Weekday[]
    position: number
    version: Generated<number>
    createdAt: Date
    changedAt: Date
  }
  shoppingListLines: {
    listId: ShoppingListId
    productId: ProductId
    position: number
    qty: number
    learns: Generated<boolean>
    addedAt: Date
  }
  standingOrders: {
    id: StandingOrderId
    restaurantId: RestaurantId
    kitchenId: KitchenId
    listId: ShoppingListId | null
    personId: PersonId
    weekdays: Weekday[]
    ceilingYen: Yen
    nextAt: Date | null
    pausedAt: Date | null
    endedAt: Date | null
    version: Generated<number>
    createdAt: Date
    changedAt: Date
  }
  standingSkips: { standingOrderId: StandingOrderId; deliveryOn: JstDate }
  standingRuns: {
    standingOrderId: StandingOrderId
    deliveryOn: JstDate
    noticedAt: Date | null
    ranAt: Date | null
    outcome: RunOutcome | null
    purchaseId: PurchaseId | null
    leftOut: Json<LeftOut[]>
  }
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
    deliveredAt: Date | null
    finalizedAt: Date | null
    timerAt: Date | null
    commissionBp: number
    freightTaxPercent: number
    note: string
    shipTo: Json<ShipTo>
    version: Generated<number>
    changedAt: Date | null
    acceptedAt: Date | null
    cancelPercent: Generated<number>
    cancelAskedAt: Date | null
    cancelFeeYen: Yen | null
    proposal: Json<Proposal> | null
    proposalDueAt: Date | null
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
  platformTerms: { single: Generated<boolean>; claimAutoYen: Generated<Yen>; version: Generated<number> }
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
    verdict: Verdict | null
    orderedBefore: number | null
    shortageTerms: ColumnType<ShortageTerms, string | undefined, string>
    substituteFor: OrderLineId | null
    /** Copied from its order by the database. */
    restaurantId: ColumnType<RestaurantId, never, never>
  }
  calendarFeeds: { membershipId: MembershipId; hash: Buffer; createdAt: Date; lastReadAt: Date | null }
  quantityEntries: {
    id: Generated<number>
    orderLineId: OrderLineId
    stage: Stage
    qty: number
    grams: Grams | null
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
    carrier: Carrier | null
    trackingNumber: string | null
    shippedAt: Date | null
    unusedAt: Date | null
    sentFirst: Generated<boolean>
    forRest: Generated<boolean>
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
  claimPhotos: { claimId: ClaimId; photoKey: string; byFarm: Generated<boolean> }
  claimEntries: {
    claimId: ClaimId
    orderId: OrderId
    orderLineId: OrderLineId
    kind: RemedyKind
    yen: Yen
    offBillYen: Yen
    nextStatement: boolean
    taxPercent: number
    borneBy: CostBearer
    eventId: EventId
    at: Date
  }
  lineLots: { orderLineId: OrderLineId; lotId: LotId; qty: number }
  events: {
    id: EventId
    seq: GeneratedAlways<number>
    at: Date
    pressedAt: Date | null
    kind: string
    actorKind: ActorKind
    actorName: string
    personId: PersonId | null
    adminId: AdminId | null
    purchaseId: PurchaseId | null
    orderId: OrderId | null
    orderLineId: OrderLineId | null
    inquiryId: InquiryId | null
    aboutPersonId: PersonId | null
    aboutAdminId: AdminId | null
    aboutFarmId: FarmId | null
    aboutRestaurantId: RestaurantId | null
    aboutDocumentId: DocumentId | null
    aboutProductId: ProductId | null
    aboutConversationId: Generated<ConversationId | null>
    fromState: string | null
    toState: string | null
    reason: string | null
    data: ColumnType<Record<string, unknown>, string | undefined, never>
  }
  orderNews: { eventId: EventId; orderId: OrderId; party: 'restaurant' | 'farm'; at: Date }
  conversations: {
    id: ConversationId
    farmId: FarmId
    restaurantId: RestaurantId
    lastNo: Generated<number>
    lastAt: Date | null
    farmCount: Generated<number>
    restaurantCount: Generated<number>
    farmGotNo: Generated<number>
    restaurantGotNo: Generated<number>
    farmBlockedAt: Date | null
    restaurantBlockedAt: Date | null
    createdAt: Date
  }
  messages: {
    conversationId: ConversationId
    /** From 1, without gaps. */
    no: number
    side: Side
    /** Its sequence number on its side. */
    sideNo: number
    personId: PersonId
    clientKey: string
    body: string
    searchText: string
    orderId: OrderId | null
    productId: ProductId | null
    photoCount: Generated<number>
    sentAt: Date
    editedAt: Date | null
    removedAt: Date | null
  }
  messagePhotos: { conversationId: ConversationId; no: number; position: number; photoKey: string }
  messageVersions: { conversationId: ConversationId; no: number; at: Date; body: string }
  conversationReads: {
    conversationId: ConversationId
    personId: PersonId
    side: Side
    /** The number of messages of the other side, and the number of the last of them. */
    seenCount: number
    seenNo: number
    at: Date
  }
  talkNews: { conversationId: ConversationId; side: Side; fromNo: number; at: Date; toldAt: Date | null }
  conversationReports: {
    id: ConversationReportId
    conversationId: ConversationId
    no: number | null
    side: Side | 'filter'
    personId: PersonId | null
    reason: ReportReason | 'word'
    words: Generated<string>
    at: Date
    closedAt: Date | null
    closedBy: AdminId | null
    verdict: string | null
  }
  moderationTerms: {
    id: ModerationTermId
    word: string
    key: string
    act: WordAct
    adminId: AdminId
    createdAt: Date
  }
  liveEvents: {
    id: GeneratedAlways<number>
    /** null until its transaction commits. */
    seq: number | null
    at: Generated<Date>
    rooms: string[]
    kind: string
    about: string | null
    data: ColumnType<unknown, string, never>
  }
  mails: {
    id: MailId
    key: string
    template: string
    recipient: string
    replyTo: string | null
    subject: string
    /** What it tells of, until it is sent; then its words take the place of it. */
    data: Json<unknown> | null
    html: string | null
    text: string | null
    /** Stands in the link of the mail; the secret is made from it when the mail is sent. */
    codeId: MailedCodeId | null
    createdAt: Date
    dueAt: Date | null
    tries: Generated<number>
    lastError: string | null
    sentAt: Date | null
    keptAt: Date | null
    failedAt: Date | null
    personId: Generated<PersonId | null>
    noticeKind: Generated<NotificationTopic | null>
  }
  notifications: {
    id: NotificationId
    key: string
    personId: PersonId
    kind: NotificationTopic
    title: string
    body: string
    path: string
    orderId: OrderId | null
    answerLinkId: AnswerLinkId | null
    createdAt: Date
    usefulUntil: Date | null
    readAt: Date | null
  }
  notificationAddresses: {
    id: NotificationAddressId
    personId: PersonId
    channel: RingingChannel
    address: string
    keys: Json<PushKeys> | null
    label: Generated<string>
    createdAt: Date
    endedAt: Date | null
    endReason: string | null
  }
  notificationSettings: { personId: PersonId; kind: NotificationTopic; mail: MailPace; channels: RingingChannel[] }
  notificationDeliveries: {
    id: NotificationDeliveryId
    notificationId: NotificationId
    channel: RingingChannel | 'mail'
    addressId: NotificationAddressId | null
    dueAt: Date | null
    tries: Generated<number>
    lastError: string | null
    sentAt: Date | null
    failedAt: Date | null
    droppedAt: Date | null
  }
  lineCodes: { hash: Buffer; personId: PersonId; createdAt: Date; expiresAt: Date }
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
  webhooks: {
    id: WebhookId
    farmId: FarmId | null
    restaurantId: RestaurantId | null
    url: string
    sealedSecret: string
    kinds: string[]
    madeBy: PersonId
    createdAt: Date
    failingSince: Date | null
    stoppedAt: Date | null
    endedAt: Date | null
  }
  webhookDeliveries: {
    id: Generated<WebhookDeliveryId>
    webhookId: WebhookId
    eventId: EventId | null
    stockEntryId: number | null
    conversationId: ConversationId | null
    messageNo: number | null
    createdAt: Date
    dueAt: Date | null
    tries: Generated<number>
    answerStatus: number | null
    lastError: string | null
    tookMs: number | null
    triedAt: Date | null
    sentAt: Date | null
    failedAt: Date | null
  }
  photos: {
    key: string
    personId: PersonId | null
    draftOf: string | null
    width: number
    height: number
    byteCount: number
    createdAt: Date
    farmId: FarmId | null
    uploadKey: string | null
    /** Public since then. */
    shownAt: Date | null
    hues: string | null
    originalType: 'jpeg' | 'png' | 'webp' | null
    allSizesAt: Date | null
    restaurantId: Generated<RestaurantId | null>
  }
  farmPhotos: {
    /** A product, a draft of one, or the farm itself. */
    of: string
    photoKey: string
    farmId: FarmId
    ordinal: number
    caption: Generated<string>
  }
  farmIntros: {
    farmId: FarmId
    answers: Json<Record<string, string>>
    version: Generated<number>
    changedAt: Date
    publishedAt: Date | null
  }
  switches: { name: 'goods_review'; isOn: boolean; changedAt: Date; adminId: AdminId }
  priceChanges: {
    id: Id<'priceChange'>
    productId: ProductId
    farmId: FarmId
    fromOn: JstDate
    priceYen: Yen
    note: Generated<string>
    plannedAt: Date
    appliedAt: Date | null
    withdrawnAt: Date | null
  }
  farmLinks: { farmId: FarmId; kind: LinkKind; url: string }
  farmMethods: { farmId: FarmId; method: Method; documentId: DocumentId | null }
  inquiryDays: { day: JstDate; n: number }
  inquiries: {
    id: InquiryId
    number: string
    kind: InquiryKind
    state: InquiryState
    version: Generated<number>
    body: string
    name: string
    email: string
    phone: string | null
    side: 'restaurant' | 'farm' | null
    organisation: string | null
    personId: PersonId | null
    restaurantId: RestaurantId | null
    farmId: FarmId | null
    orderId: OrderId | null
    productId: ProductId | null
    sentAt: Date
    answerDueOn: JstDate
    firstAnsweredAt: Date | null
    assignedTo: AdminId | null
  }
  inquiryPhotos: { inquiryId: InquiryId; photoKey: string }
  pages: { slug: string; createdAt: Date }
  pageVersions: {
    id: PageVersionId
    slug: string
    number: number
    title: string
    body: string
    changeNote: string
    material: boolean
    effectiveOn: JstDate
    publishedAt: Date
    author: string
    adminId: AdminId | null
    contentHash: string
  }
  consents: {
    id: ConsentId
    personId: PersonId
    pageVersionId: PageVersionId
    at: Date
    ip: string | null
    userAgent: string | null
  }
  idempotencyKeys: {
    owner: string
    key: string
    operation: string
    requestHash: string
    outcome: ColumnType<unknown, string | null, string | null>
    createdAt: Date
  }
}
