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
    email_verified_at: Date | null
    suspended_at: Date | null
    name_kana: Generated<string>
    closed_at: Date | null
    created_at: Date
    theme: Theme | null
    text_size: TextSize | null
    last_membership_id: MembershipId | null
    announcement_mails: Generated<boolean>
    price_mails: Generated<boolean>
    /** Quiet hours, in minutes of the day in Japan; both the same: none. */
    quiet_from: Generated<MinuteOfDay>
    quiet_until: Generated<MinuteOfDay>
    /** Of the key in mail addresses before the vault made it; null: no such mail was sent. */
    old_notice_key_hash: Generated<Buffer | null>
  }
  identities: {
    provider: string
    issuer: string
    subject: string
    person_id: PersonId
    /** As the provider stated it, possibly wrong; never used for look-ups. */
    email: string | null
    linked_at: Date | null
  }
  text_messages: { id: Id<'textMessage'>; recipient: string; body: string; created_at: Date }
  passwords: { person_id: PersonId; phc: string; changed_at: Date }
  admins: {
    id: AdminId
    email: string
    name: string
    phc: string
    disabled_at: Date | null
    created_at: Date
    theme: Theme | null
    text_size: TextSize | null
  }
  sessions: {
    id_hash: Buffer
    person_id: PersonId | null
    admin_id: AdminId | null
    channel: 'cookie' | 'bearer'
    provider: string
    provider_handle: string | null
    aal: number
    /** When the provider was last asked whether the account is still valid. */
    provider_checked_at: Generated<Date | null>
    amr: string[]
    auth_time: Date
    created_at: Date
    seen_at: Date
    idle_until: Date
    abs_until: Date
    ip: string | null
    user_agent: string | null
    membership_id: MembershipId | null
    /** Bearer only: when the access token ends; the refresh token brings the next. */
    access_until: Date | null
  }
  refresh_tokens: { hash: Buffer; session_hash: Buffer; created_at: Date; expires_at: Date; spent_at: Date | null }
  api_tokens: {
    id: ApiTokenId
    prefix: string
    hash: Buffer
    person_id: PersonId
    membership_id: Id<'membership'>
    name: string
    scopes: string[]
    created_at: Date
    expires_at: Date
    last_used_at: Date | null
  }
  used_tokens: { hash: Buffer; expires_at: Date }
  throttle: { key: string; n: number; until: Date }
  known_networks: { person_id: PersonId | null; admin_id: AdminId | null; network: string; seen_at: Date }
  proxy_counts: {
    hour: Date
    trusted_proxies: number
    requests: number
    too_short: number
    too_long: number
    from_inside: number
  }
  signup_drafts: {
    id_hash: Buffer
    side: Side | null
    email: string | null
    profile: Json<Record<string, string>>
    version: Generated<number>
    saved_by: string | null
    committed_at: Date | null
    person_id: PersonId | null
    created_at: Date
    expires_at: Date
  }
  one_time_codes: {
    hash: Buffer
    purpose: CodePurpose
    person_id: PersonId | null
    admin_id: AdminId | null
    email: string | null
    data: Json<Record<string, unknown>>
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  totp_secrets: {
    id: Id<'totpSecret'>
    person_id: PersonId | null
    admin_id: AdminId | null
    sealed_secret: string
    last_step: number | null
    created_at: Date
    confirmed_at: Date | null
  }
  backup_codes: {
    hash: Buffer
    person_id: PersonId | null
    admin_id: AdminId | null
    created_at: Date
    used_at: Date | null
  }
  passkeys: {
    credential_id: string
    person_id: PersonId | null
    admin_id: AdminId | null
    public_key: Buffer
    counter: number
    transports: string[]
    backed_up: boolean
    name: string
    created_at: Date
    last_used_at: Date | null
  }
  impersonations: {
    id: StaffViewId
    hash: Buffer
    session_hash: Buffer | null
    admin_id: AdminId
    person_id: PersonId
    membership_id: MembershipId | null
    reason: string
    began_at: Date
    until: Date
    ended_at: Date | null
    last_path: string | null
  }
  account_changes: {
    id: AccountChangeId
    kind: AccountChangeKind
    person_id: PersonId | null
    admin_id: AdminId | null
    old_email: string | null
    new_email: string | null
    proof: IdentityProof | null
    reason: string
    asked_by: AdminId
    asked_at: Date
    expires_at: Date
    confirmed_by: AdminId | null
    confirmed_at: Date | null
    takes_effect_at: Date | null
    ended_at: Date | null
    outcome: AccountChangeOutcome | null
  }
  documents: {
    id: DocumentId
    kind: DocumentKind
    draft_hash: Buffer | null
    farm_id: FarmId | null
    restaurant_id: RestaurantId | null
    file_key: string
    media_type: 'image/webp' | 'application/pdf'
    file_name: string
    byte_count: number
    number: Generated<string>
    authority: Generated<string>
    holder: Generated<string>
    issued_on: JstDate | null
    expires_on: JstDate | null
    added_at: Date
    removed_at: Date | null
    checked_at: Date | null
    checked_by: AdminId | null
    goods_kinds: Generated<GoodsKind[]>
  }
  lapsed_products: { farm_id: FarmId; goods_kind: GoodsKind; document_id: DocumentId; since: Date }
  announcements: {
    id: AnnouncementId
    version: Generated<number>
    audience: Audience
    title: string
    body: string
    by_mail: boolean
    starts_at: Date
    ends_at: Date | null
    created_by: AdminId
    created_at: Date
    withdrawn_at: Date | null
    mailed_at: Date | null
  }
  announcement_readings: { announcement_id: AnnouncementId; person_id: PersonId; at: Date }
  saved_views: { id: Id<'savedView'>; admin_id: AdminId; page: string; name: string; query: string; created_at: Date }
  farms: {
    id: FarmId
    name: string
    kana: string
    crest: string
    representative: string
    story: string
    postal_code: string
    prefecture_code: string
    city: string
    street: string
    place: string
    phone: string
    picture: string
    status: OrgStatus
    invoice_registration_number: string | null
    commission_bp: number
    ship_weekdays: Weekday[]
    ships_on_holidays: boolean
    packing_minute: number
    cutoff_hours_before_packing: number
    answer_hours_after_cutoff: number
    auto_accept: boolean
    free_freight_from_yen: Yen | null
    min_order_yen: Yen
    created_at: Date
    building: Generated<string>
    goods_kinds: Generated<GoodsKind[]>
    version: Generated<number>
    party_type: Generated<PartyType>
    legal_name: Generated<string>
    representative_kana: Generated<string>
    submitted_at: Date | null
    reviewed_at: Date | null
    status_reason: string | null
    late_cancel_percent: Generated<number>
    /**
     * Up to this amount a claim settles automatically; the smaller of both sides counts; null: as platform_terms says.
     */
    claim_auto_yen: Generated<Yen | null>
  }
  farm_vacations: { id: Id<'vacation'>; farm_id: FarmId; from_on: JstDate; to_on: JstDate; note: string }
  restaurants: {
    id: RestaurantId
    name: string
    kana: string
    crest: string
    representative: string
    business_type: string
    status: OrgStatus
    created_at: Date
    phone: Generated<string>
    invoice_registration_number: string | null
    version: Generated<number>
    party_type: Generated<PartyType>
    legal_name: Generated<string>
    representative_kana: Generated<string>
    submitted_at: Date | null
    reviewed_at: Date | null
    status_reason: string | null
    billing_name: Generated<string>
    billing_email: Generated<string>
    billing_postal_code: Generated<string>
    billing_prefecture_code: Generated<string>
    billing_city: Generated<string>
    billing_street: Generated<string>
    billing_building: Generated<string>
    closing_day: Generated<ClosingDay>
    payment_method: Generated<PaymentMethod>
    /** The name of its picture (kernel/picture-name.ts). */
    logo: Generated<string | null>
    claim_auto_yen: Generated<Yen | null>
  }
  kitchens: {
    id: KitchenId
    restaurant_id: RestaurantId
    name: string
    postal_code: string
    prefecture_code: string
    city: string
    street: string
    building: string
    place: string
    phone: string
    receiving_weekdays: Weekday[]
    receiving_note: string
    default_slot: Slot
    version: Generated<number>
    closed_at: Date | null
  }
  kitchen_closures: { kitchen_id: KitchenId; closed_on: JstDate }
  memberships: {
    id: MembershipId
    person_id: PersonId
    farm_id: FarmId | null
    restaurant_id: RestaurantId | null
    role: MemberRole
    order_limit_yen: Yen | null
    rights: Generated<HelperRights>
  }
  invitations: {
    id: InvitationId
    farm_id: FarmId | null
    restaurant_id: RestaurantId | null
    email: string | null
    role: MemberRole
    rights: HelperRights
    order_limit_yen: Yen | null
    invited_by: PersonId
    created_at: Date
    expires_at: Date
    accepted_by: PersonId | null
    ended_at: Date | null
  }
  products: {
    id: ProductId
    farm_id: FarmId
    name: string
    kana: string
    item_key: string
    category: Category
    description: string
    method: Method
    grade: string
    temperature: Temperature
    air_allowed: boolean
    tax_kind: TaxKind
    unit_label: string
    pack_label: string
    price_yen: Yen
    catch_weight: boolean
    net_grams: Grams | null
    piece_count: number | null
    tolerance_percent: number | null
    gross_grams: Grams
    size_points: number
    order_step: number
    min_qty: number
    max_qty: number
    season_months: number[]
    peak_months: number[]
    storage_note: string
    taste_note: string
    packing_note: string
    picture: string
    status: ProductStatus
    created_at: Date
    listed_at: Date | null
    version: Generated<number>
    variety: Generated<string>
    /** The drawing that is shown while there is no photo. */
    drawn_picture: Generated<string>
    place_in_list: Generated<number>
    sells_from: Generated<SellsFrom>
    review: ProductReview | null
    review_note: Generated<string>
    held_reason: string | null
    audience: Generated<ShownTo>
  }
  product_audience: { product_id: ProductId; restaurant_id: RestaurantId; since: Date }
  price_tiers: { product_id: ProductId; from_qty: number; price_yen: Yen }
  own_prices: {
    id: Id<'ownPrice'>
    farm_id: FarmId
    restaurant_id: RestaurantId
    product_id: ProductId | null
    price_yen: Yen | null
    percent_off: number | null
    from_on: JstDate
    until_on: JstDate | null
    agreed_at: Date
    ended_at: Date | null
  }
  product_drafts: {
    id: ProductId
    farm_id: FarmId
    typed: Json<Record<string, unknown>>
    version: Generated<number>
    saved_by: Generated<string>
    created_at: Date
    saved_at: Date
    audience: Generated<ShownTo>
  }
  draft_audience: { draft_id: ProductId; restaurant_id: RestaurantId }
  product_stock: { product_id: ProductId; available_qty: number }
  stock_entries: {
    id: Generated<number>
    product_id: ProductId
    delta: number
    cause: 'stated' | 'reserved' | 'released'
    order_line_id: OrderLineId | null
    at: Date
  }
  lots: {
    id: LotId
    farm_id: FarmId
    product_id: ProductId
    code: string
    harvested_on: JstDate
    best_before_on: JstDate | null
    created_at: Date
    qty: number | null
    note: Generated<string>
    recalled_at: Generated<Date | null>
  }
  harvest_windows: {
    id: HarvestWindowId
    product_id: ProductId
    farm_id: FarmId
    from_on: JstDate
    to_on: JstDate
    least_qty: number
    most_qty: number
    confidence: Confidence
    promised_qty: number
    reserved_qty: Generated<number>
    note: Generated<string>
    version: Generated<number>
    created_at: Date
    closed_at: Date | null
  }
  harvest_reservations: { order_line_id: OrderLineId; window_id: HarvestWindowId; qty: number }
  product_search: {
    product_id: ProductId
    farm_id: FarmId
    category: Category
    prefecture_code: string
    temperature: Temperature
    air_allowed: boolean
    price_yen: Yen
    in_stock: boolean
    season_months: number[]
    listed_at: Date
    search_text: string
    visible: Shown<boolean>
    item_key: Generated<string>
    method: Generated<Method>
    catch_weight: Generated<boolean>
    freight_free: Generated<boolean>
    yen_per_kg: Shown<number>
    harvested_on: Generated<JstDate>
    ordered_count: Generated<number>
    score: Generated<number>
    rating: Generated<number>
  }
  produce_items: {
    key: string
    category: Category
    parent_key: string | null
    name: string
    words: string[]
    position: number
    version: Generated<number>
    written_version: Generated<number>
  }
  stale_words: { farm_id: FarmId | null; product_id: ProductId | null }
  farm_figures: {
    farm_id: FarmId
    orders: number
    answer_percent: number | null
    fill_percent: number | null
    reckoned_at: Date
  }
  favourites: { person_id: PersonId; product_id: ProductId | null; farm_id: FarmId | null; created_at: Date }
  watches: {
    id: WatchId
    person_id: PersonId
    kind: WatchKind
    product_id: ProductId | null
    farm_id: FarmId | null
    words: string | null
    seen_price_yen: number | null
    created_at: Date
    told_at: Date
  }
  tax_rates: { kind: TaxKind; percent: number; from_on: JstDate; enabled: boolean; source: string }
  carts: {
    id: CartId
    person_id: PersonId
    restaurant_id: RestaurantId
    kitchen_id: KitchenId
    wished_on: JstDate | null
  }
  cart_lines: {
    cart_id: CartId
    product_id: ProductId
    qty: number
    on_shortage: Generated<OnShortage>
    shortage_terms: ColumnType<ShortageTerms, string | undefined, string>
    seen_price_yen: Yen
    added_at: Date
  }
  checkout_holds: {
    cart_id: CartId
    product_id: ProductId
    qty: number
    ship_on: JstDate
    taken_at: Date
    until: Date
  }
  cart_farms: {
    cart_id: CartId
    farm_id: FarmId
    delivery_on: JstDate | null
    slot: Slot | null
    note: Generated<string>
  }
  shopping_lists: {
    id: ShoppingListId
    restaurant_id: RestaurantId
    kitchen_id: KitchenId
    name: string
    weekdays: Weekday[]
    position: number
    version: Generated<number>
    created_at: Date
    changed_at: Date
  }
  shopping_list_lines: {
    list_id: ShoppingListId
    product_id: ProductId
    position: number
    qty: number
    learns: Generated<boolean>
    added_at: Date
  }
  standing_orders: {
    id: StandingOrderId
    restaurant_id: RestaurantId
    kitchen_id: KitchenId
    list_id: ShoppingListId | null
    person_id: PersonId
    weekdays: Weekday[]
    ceiling_yen: Yen
    next_at: Date | null
    paused_at: Date | null
    ended_at: Date | null
    version: Generated<number>
    created_at: Date
    changed_at: Date
  }
  standing_skips: { standing_order_id: StandingOrderId; delivery_on: JstDate }
  standing_runs: {
    standing_order_id: StandingOrderId
    delivery_on: JstDate
    noticed_at: Date | null
    ran_at: Date | null
    outcome: RunOutcome | null
    purchase_id: PurchaseId | null
    left_out: Json<LeftOut[]>
  }
  purchases: {
    id: PurchaseId
    number: string
    restaurant_id: RestaurantId
    kitchen_id: KitchenId
    person_id: PersonId
    placed_at: Date
  }
  orders: {
    id: OrderId
    number: string
    purchase_id: PurchaseId
    farm_id: FarmId
    restaurant_id: RestaurantId
    kitchen_id: KitchenId
    state: OrderState
    delivery_on: JstDate
    ship_on: JstDate
    slot: Slot
    placed_at: Date
    cutoff_at: Date
    answer_due_at: Date
    pack_at: Date
    inspect_hours: Generated<number>
    delivered_at: Date | null
    finalized_at: Date | null
    timer_at: Date | null
    commission_bp: number
    freight_tax_percent: number
    note: string
    ship_to: Json<ShipTo>
    version: Generated<number>
    changed_at: Date | null
    accepted_at: Date | null
    cancel_percent: Generated<number>
    cancel_asked_at: Date | null
    cancel_fee_yen: Yen | null
    proposal: Json<Proposal> | null
    proposal_due_at: Date | null
    /** Written when the order becomes final. */
    total_inc_yen: ColumnType<Yen | null, never, Yen>
    /** The number of days after the delivery day by which the rest may come; null: it is not divided. */
    part_wait_days: Generated<number | null>
    part_freight: Generated<boolean>
    rest_on: Generated<JstDate | null>
    /** The replacement for this claim, free of charge. */
    claim_id: Generated<ClaimId | null>
  }
  purchase_additions: { purchase_id: PurchaseId; order_id: OrderId }
  standing_instructions: {
    restaurant_id: RestaurantId
    on_shortage: OnShortage
    shortage_terms: Json<ShortageTerms>
    tolerance_percent: number | null
    version: Generated<number>
    changed_at: Date
    part_wait_days: Generated<number | null>
    part_freight: Generated<boolean>
  }
  part_lines: {
    order_line_id: OrderLineId
    order_id: OrderId
    qty: number
    grams: Grams | null
    event_id: EventId
    at: Date
  }
  adjustments: {
    id: AdjustmentId
    number: string
    order_id: OrderId
    /** The previous one; null: the bill itself. */
    corrects_id: AdjustmentId | null
    claim_id: ClaimId | null
    reason: string
    event_id: EventId
    at: Date
  }
  /** Without a line: freight. Below zero the restaurant is credited. */
  adjustment_lines: {
    adjustment_id: AdjustmentId
    order_line_id: OrderLineId | null
    yen: Yen
    tax_percent: number
  }
  platform_terms: { single: Generated<boolean>; claim_auto_yen: Generated<Yen>; version: Generated<number> }
  order_lines: {
    id: OrderLineId
    order_id: OrderId
    ordinal: number
    product_id: ProductId
    name: string
    pack_label: string
    unit_label: string
    picture: string
    category: Category
    temperature: Temperature
    catch_weight: boolean
    nominal_grams: Grams | null
    tolerance_percent: number | null
    price_yen: Yen
    tax_percent: number
    ceiling_yen: Yen
    /** Free of charge. */
    free: Generated<boolean>
    price_from_qty: number | null
    on_shortage: OnShortage
    price_why: 'list' | 'tier' | 'own' | null
    list_yen: Yen | null
    ordered_qty: Shown<number>
    confirmed_qty: Shown<number>
    shipped_qty: Shown<number>
    received_qty: Shown<number>
    billed_qty: Shown<number>
    ordered_grams: Shown<Grams>
    confirmed_grams: Shown<Grams>
    shipped_grams: Shown<Grams>
    received_grams: Shown<Grams>
    billed_grams: Shown<Grams>
    billed_yen: Shown<Yen>
    verdict: Verdict | null
    ordered_before: number | null
    shortage_terms: ColumnType<ShortageTerms, string | undefined, string>
    substitute_for: OrderLineId | null
    /** Copied from its order by the database. */
    restaurant_id: ColumnType<RestaurantId, never, never>
  }
  calendar_feeds: { membership_id: MembershipId; hash: Buffer; created_at: Date; last_read_at: Date | null }
  quantity_entries: {
    id: Generated<number>
    order_line_id: OrderLineId
    stage: Stage
    qty: number
    grams: Grams | null
    yen: Yen | null
    reason: string | null
    event_id: EventId
    at: Date
  }
  parcels: {
    id: ParcelId
    order_id: OrderId
    ordinal: number
    temperature: Temperature
    size_class: number
    freight_yen: Yen
    cool_yen: Yen
    waived: boolean
    carrier: Carrier | null
    tracking_number: string | null
    shipped_at: Date | null
    unused_at: Date | null
    sent_first: Generated<boolean>
    for_rest: Generated<boolean>
  }
  receipts: {
    order_id: OrderId
    restaurant_id: RestaurantId
    received_at: Date
    received_by: string
    /** In tenths of a degree Celsius. */
    chilled_tenths: number | null
    frozen_tenths: number | null
    note: Generated<string>
    event_id: EventId
  }
  receipt_photos: { order_id: OrderId; photo_key: string }
  claims: {
    id: ClaimId
    number: string
    order_id: OrderId
    order_line_id: OrderLineId
    farm_id: FarmId
    restaurant_id: RestaurantId
    state: ClaimState
    reason: ClaimReason
    qty: number
    grams: Grams | null
    amount_yen: Yen
    wish: ClaimWish
    words: Generated<string>
    hidden: Generated<boolean>
    automatic_yen: Yen
    large_yen: Yen
    rate_below_threshold: boolean
    photo_count: Generated<number>
    offer: Json<Remedy> | null
    decision: Json<ClaimDecision> | null
    rechecked: Generated<boolean>
    opened_at: Date
    answered_at: Date | null
    escalated_at: Date | null
    decided_at: Date | null
    settled_at: Date | null
    timer_at: Date | null
    whole_order: Generated<boolean>
  }
  claim_photos: { claim_id: ClaimId; photo_key: string; by_farm: Generated<boolean> }
  claim_entries: {
    claim_id: ClaimId
    order_id: OrderId
    order_line_id: OrderLineId
    kind: RemedyKind
    yen: Yen
    off_bill_yen: Yen
    next_statement: boolean
    tax_percent: number
    borne_by: CostBearer
    event_id: EventId
    at: Date
  }
  line_lots: { order_line_id: OrderLineId; lot_id: LotId; qty: number }
  events: {
    id: EventId
    seq: GeneratedAlways<number>
    at: Date
    pressed_at: Date | null
    kind: string
    actor_kind: ActorKind
    actor_name: string
    person_id: PersonId | null
    admin_id: AdminId | null
    purchase_id: PurchaseId | null
    order_id: OrderId | null
    order_line_id: OrderLineId | null
    inquiry_id: InquiryId | null
    about_person_id: PersonId | null
    about_admin_id: AdminId | null
    about_farm_id: FarmId | null
    about_restaurant_id: RestaurantId | null
    about_document_id: DocumentId | null
    about_product_id: ProductId | null
    about_conversation_id: Generated<ConversationId | null>
    from_state: string | null
    to_state: string | null
    reason: string | null
    data: ColumnType<Record<string, unknown>, string | undefined, never>
  }
  order_news: { event_id: EventId; order_id: OrderId; party: 'restaurant' | 'farm'; at: Date }
  conversations: {
    id: ConversationId
    farm_id: FarmId
    restaurant_id: RestaurantId
    last_no: Generated<number>
    last_at: Date | null
    farm_count: Generated<number>
    restaurant_count: Generated<number>
    farm_got_no: Generated<number>
    restaurant_got_no: Generated<number>
    farm_blocked_at: Date | null
    restaurant_blocked_at: Date | null
    created_at: Date
  }
  messages: {
    conversation_id: ConversationId
    /** From 1, without gaps. */
    no: number
    side: Side
    /** Its sequence number on its side. */
    side_no: number
    person_id: PersonId
    client_key: string
    body: string
    search_text: string
    order_id: OrderId | null
    product_id: ProductId | null
    photo_count: Generated<number>
    sent_at: Date
    edited_at: Date | null
    removed_at: Date | null
  }
  message_photos: { conversation_id: ConversationId; no: number; position: number; photo_key: string }
  message_versions: { conversation_id: ConversationId; no: number; at: Date; body: string }
  conversation_reads: {
    conversation_id: ConversationId
    person_id: PersonId
    side: Side
    /** The number of messages of the other side, and the number of the last of them. */
    seen_count: number
    seen_no: number
    at: Date
  }
  talk_news: { conversation_id: ConversationId; side: Side; from_no: number; at: Date; told_at: Date | null }
  conversation_reports: {
    id: ConversationReportId
    conversation_id: ConversationId
    no: number | null
    side: Side | 'filter'
    person_id: PersonId | null
    reason: ReportReason | 'word'
    words: Generated<string>
    at: Date
    closed_at: Date | null
    closed_by: AdminId | null
    verdict: string | null
  }
  moderation_terms: {
    id: ModerationTermId
    word: string
    key: string
    act: WordAct
    admin_id: AdminId
    created_at: Date
  }
  live_events: {
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
    reply_to: string | null
    subject: string
    /** What it tells of, until it is sent; then its words take the place of it. */
    data: Json<unknown> | null
    html: string | null
    text: string | null
    /** Stands in the link of the mail; the secret is made from it when the mail is sent. */
    code_id: MailedCodeId | null
    created_at: Date
    due_at: Date | null
    tries: Generated<number>
    last_error: string | null
    sent_at: Date | null
    kept_at: Date | null
    failed_at: Date | null
    person_id: Generated<PersonId | null>
    notice_kind: Generated<NotificationTopic | null>
  }
  notifications: {
    id: NotificationId
    key: string
    person_id: PersonId
    kind: NotificationTopic
    title: string
    body: string
    path: string
    order_id: OrderId | null
    answer_link_id: AnswerLinkId | null
    created_at: Date
    useful_until: Date | null
    read_at: Date | null
  }
  notification_addresses: {
    id: NotificationAddressId
    person_id: PersonId
    channel: RingingChannel
    address: string
    keys: Json<PushKeys> | null
    label: Generated<string>
    created_at: Date
    ended_at: Date | null
    end_reason: string | null
  }
  notification_settings: { person_id: PersonId; kind: NotificationTopic; mail: MailPace; channels: RingingChannel[] }
  notification_deliveries: {
    id: NotificationDeliveryId
    notification_id: NotificationId
    channel: RingingChannel | 'mail'
    address_id: NotificationAddressId | null
    due_at: Date | null
    tries: Generated<number>
    last_error: string | null
    sent_at: Date | null
    failed_at: Date | null
    dropped_at: Date | null
  }
  line_codes: { hash: Buffer; person_id: PersonId; created_at: Date; expires_at: Date }
  answer_links: {
    id: AnswerLinkId
    order_id: OrderId
    membership_id: MembershipId
    step: 'answer' | 'pack' | 'ship'
    order_version: number
    event_id: EventId
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  webhooks: {
    id: WebhookId
    farm_id: FarmId | null
    restaurant_id: RestaurantId | null
    url: string
    sealed_secret: string
    kinds: string[]
    made_by: PersonId
    created_at: Date
    failing_since: Date | null
    stopped_at: Date | null
    ended_at: Date | null
  }
  webhook_deliveries: {
    id: Generated<WebhookDeliveryId>
    webhook_id: WebhookId
    event_id: EventId | null
    stock_entry_id: number | null
    conversation_id: ConversationId | null
    message_no: number | null
    created_at: Date
    due_at: Date | null
    tries: Generated<number>
    answer_status: number | null
    last_error: string | null
    took_ms: number | null
    tried_at: Date | null
    sent_at: Date | null
    failed_at: Date | null
  }
  photos: {
    key: string
    person_id: PersonId | null
    draft_of: string | null
    width: number
    height: number
    byte_count: number
    created_at: Date
    farm_id: FarmId | null
    upload_key: string | null
    /** Public since then. */
    shown_at: Date | null
    hues: string | null
    original_type: 'jpeg' | 'png' | 'webp' | null
    all_sizes_at: Date | null
    restaurant_id: Generated<RestaurantId | null>
  }
  farm_photos: {
    /** A product, a draft of one, or the farm itself. */
    of: string
    photo_key: string
    farm_id: FarmId
    ordinal: number
    caption: Generated<string>
  }
  farm_intros: {
    farm_id: FarmId
    answers: Json<Record<string, string>>
    version: Generated<number>
    changed_at: Date
    published_at: Date | null
  }
  switches: { name: 'goods_review'; is_on: boolean; changed_at: Date; admin_id: AdminId }
  price_changes: {
    id: Id<'priceChange'>
    product_id: ProductId
    farm_id: FarmId
    from_on: JstDate
    price_yen: Yen
    note: Generated<string>
    planned_at: Date
    applied_at: Date | null
    withdrawn_at: Date | null
  }
  farm_links: { farm_id: FarmId; kind: LinkKind; url: string }
  farm_methods: { farm_id: FarmId; method: Method; document_id: DocumentId | null }
  inquiry_days: { day: JstDate; n: number }
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
    person_id: PersonId | null
    restaurant_id: RestaurantId | null
    farm_id: FarmId | null
    order_id: OrderId | null
    product_id: ProductId | null
    sent_at: Date
    answer_due_on: JstDate
    first_answered_at: Date | null
    assigned_to: AdminId | null
  }
  inquiry_photos: { inquiry_id: InquiryId; photo_key: string }
  pages: { slug: string; created_at: Date }
  page_versions: {
    id: PageVersionId
    slug: string
    number: number
    title: string
    body: string
    change_note: string
    material: boolean
    effective_on: JstDate
    published_at: Date
    author: string
    admin_id: AdminId | null
    content_hash: string
  }
  consents: {
    id: ConsentId
    person_id: PersonId
    page_version_id: PageVersionId
    at: Date
    ip: string | null
    user_agent: string | null
  }
  idempotency_keys: {
    owner: string
    key: string
    operation: string
    request_hash: string
    outcome: ColumnType<unknown, string | null, string | null>
    created_at: Date
  }
}
