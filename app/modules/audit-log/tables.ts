import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ActorKind } from '#kernel/enums.ts'
import type {
  AdminId,
  ConversationId,
  DocumentId,
  EventId,
  FarmId,
  InquiryId,
  OrderId,
  OrderLineId,
  PersonId,
  ProductId,
  PurchaseId,
  RestaurantId,
} from '#kernel/ids.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type AuditLogTables = {
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
  idempotencyKeys: {
    owner: string
    key: string
    operation: string
    requestHash: string
    outcome: ColumnType<unknown, string | null, string | null>
    createdAt: Date
  }
  /** Scheduled jobs that failed when they ran last. */
  failedJobs: { job: string; firstAt: Date; lastAt: Date; times: number; reason: string }
}
