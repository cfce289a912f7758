import type { GeneratedAlways } from 'kysely'
import type { Json } from '#infra/db/column-types.ts'
import type { ChargeId, ClosingId, EventId, FarmId, IssuedDocumentId, OrderId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { DocumentContent } from './document-content.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type IssuedDocumentsTables = {
  closings: {
    id: ClosingId
    restaurantId: RestaurantId | null
    farmId: FarmId | null
    fromOn: JstDate
    toOn: JstDate
    at: Date
  }
  closingCharges: { chargeId: ChargeId; side: 'restaurant' | 'farm'; closingId: ClosingId }
  documentSeries: { series: string; last: number }
  issuedDocuments: {
    id: IssuedDocumentId
    kind: DocumentContent['kind']
    series: string
    ordinal: number
    number: string
    restaurantId: RestaurantId | null
    farmId: FarmId | null
    closingId: ClosingId | null
    orderId: OrderId | null
    counterparty: string
    issuedOn: JstDate
    fromOn: JstDate
    toOn: JstDate
    dueOn: JstDate | null
    totalYen: Yen
    content: Json<DocumentContent>
    contentSha256: string
    supersedes: IssuedDocumentId | null
    issuedBy: string
    at: Date
    recipientKey: GeneratedAlways<string>
    sellerKey: GeneratedAlways<string>
    netYen: GeneratedAlways<Yen | null>
  }
  /** The delivery slips that state what left the farm. The whole: of an order that was not divided, or lost its rest. */
  shippedSlips: { orderId: OrderId; part: 'whole' | 'first' | 'rest'; documentId: IssuedDocumentId; at: Date }
  documentVoids: { documentId: IssuedDocumentId; reason: string; eventId: EventId; at: Date }
  documentFiles: {
    documentId: IssuedDocumentId
    format: 'pdf' | 'pdf_copy' | 'xml' | 'csv'
    fileKey: string
    sha256: string
    byteCount: number
    at: Date
  }
}
