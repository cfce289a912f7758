import type { Generated } from 'kysely'
import type { ReportReason, Side, WordAct } from '#kernel/enums.ts'
import type {
  AdminId,
  ConversationId,
  ConversationReportId,
  FarmId,
  ModerationTermId,
  OrderId,
  PersonId,
  ProductId,
  RestaurantId,
} from '#kernel/ids.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type MessagingTables = {
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
    tradeRecord: Generated<boolean>
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
}
