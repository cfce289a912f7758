import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '#infra/db/column-types.ts'
import type {
  ClosingDay,
  CommissionAnswer,
  DocumentKind,
  GoodsKind,
  HelperRights,
  MemberRole,
  OrgStatus,
  PartyType,
  PaymentMethod,
  Side,
  Slot,
} from '#kernel/enums.ts'
import type {
  AdminId,
  CommissionAgreementId,
  DocumentId,
  FarmId,
  InvitationId,
  KitchenId,
  MembershipId,
  PersonId,
  RestaurantId,
  ScaleId,
} from '#kernel/ids.ts'
import type { JstDate, Weekday } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { ScaleMark } from './scales/scale.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type OrganisationsTables = {
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
    /** When the shipping conditions were last saved; null: they are those of a sign-up. */
    shippingSavedAt: Date | null
    /** It drives runs and sells nothing (hub.server.ts). */
    isHub: Generated<boolean>
    /** The number of its bit where a set of farms is sent to the database (arriving-farms.server.ts). */
    seq: GeneratedAlways<number>
  }
  /** `untilOn`: the first day on which it is no longer valid. */
  farmRegistrations: { farmId: FarmId; number: string; fromOn: JstDate; untilOn: JstDate | null }
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
    /** When the billing was last saved; null: it is that of a sign-up. */
    billingSavedAt: Date | null
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
  /** What a farm pays us of its goods, from a day on; in force once it has agreed. */
  commissionAgreements: {
    id: CommissionAgreementId
    farmId: FarmId
    commissionBp: number
    fromOn: JstDate
    reason: string
    proposedBy: string
    at: Date
  }
  commissionAnswers: {
    agreementId: CommissionAgreementId
    answer: CommissionAnswer
    personId: PersonId | null
    at: Date
  }
  scales: {
    id: ScaleId
    farmId: FarmId
    name: string
    serial: string
    mark: ScaleMark
    markedOn: JstDate
    inspectedOn: JstDate | null
    /** The last day on which it may be used for trade. */
    dueOn: JstDate
    addedAt: Date
    retiredAt: Date | null
  }
  scaleNotices: { farmId: FarmId; toldOn: JstDate }
  kitchenClosures: { kitchenId: KitchenId; closedOn: JstDate }
  memberships: {
    id: MembershipId
    personId: PersonId
    farmId: FarmId | null
    restaurantId: RestaurantId | null
    role: MemberRole
    orderLimitYen: Yen | null
    rights: Generated<HelperRights>
    seesMoney: Generated<boolean>
  }
  invitations: {
    id: InvitationId
    farmId: FarmId | null
    restaurantId: RestaurantId | null
    email: string | null
    role: MemberRole
    rights: HelperRights
    seesMoney: Generated<boolean>
    orderLimitYen: Yen | null
    invitedBy: PersonId
    createdAt: Date
    expiresAt: Date
    acceptedBy: PersonId | null
    endedAt: Date | null
  }
}
