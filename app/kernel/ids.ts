import { v7 } from 'uuid'

/** Sortable random ids (UUIDv7), branded so that a farm's id cannot be used as an order's. */
export type Id<Of extends string> = string & { readonly __id: Of }

export type PersonId = Id<'person'>
export type AdminId = Id<'admin'>
export type FarmId = Id<'farm'>
export type RestaurantId = Id<'restaurant'>
export type KitchenId = Id<'kitchen'>
export type ProductId = Id<'product'>
export type LotId = Id<'lot'>
export type ScaleId = Id<'scale'>
export type CartId = Id<'cart'>
export type PurchaseId = Id<'purchase'>
export type OrderId = Id<'order'>
export type RescheduleId = Id<'reschedule'>
export type OrderLineId = Id<'orderLine'>
export type ParcelId = Id<'parcel'>
export type LabelFileId = Id<'labelFile'>
export type RunId = Id<'run'>
export type GroupBuyId = Id<'groupBuy'>
export type DeliveryWayId = Id<'deliveryWay'>
export type FreightTableId = Id<'freightTable'>
export type ClaimId = Id<'claim'>
export type AdjustmentId = Id<'adjustment'>
export type AdjustmentRequestId = Id<'adjustmentRequest'>
export type RecallId = Id<'recall'>
export type BadgeId = Id<'badge'>
export type EventId = Id<'event'>
export type PageVersionId = Id<'pageVersion'>
export type ConsentId = Id<'consent'>
export type MailId = Id<'mail'>
export type MailedCodeId = Id<'mailedCode'>
export type InquiryId = Id<'inquiry'>
export type DocumentId = Id<'document'>
export type AccountChangeId = Id<'accountChange'>
export type ImpersonationId = Id<'impersonation'>
export type ApiTokenId = Id<'apiToken'>
export type AnnouncementId = Id<'announcement'>
export type MembershipId = Id<'membership'>
export type WatchId = Id<'watch'>
export type InvitationId = Id<'invitation'>
export type HarvestWindowId = Id<'harvestWindow'>
export type ShoppingListId = Id<'shoppingList'>
export type StandingOrderId = Id<'standingOrder'>
export type ConversationId = Id<'conversation'>
export type ConversationReportId = Id<'conversationReport'>
export type ModerationTermId = Id<'moderationTerm'>
export type NotificationId = Id<'notification'>
export type NotificationAddressId = Id<'notificationAddress'>
export type NotificationDeliveryId = Id<'notificationDelivery'>
export type AnswerLinkId = Id<'answerLink'>
export type WebhookId = Id<'webhook'>
export type WebhookDeliveryId = Id<'webhookDelivery'>
export type ReviewId = Id<'review'>
export type ReviewReportId = Id<'reviewReport'>
export type RequestId = Id<'request'>
export type RequestAnswerId = Id<'requestAnswer'>
export type ChargeId = Id<'charge'>
export type LedgerEntryId = Id<'ledgerEntry'>
export type ClosingId = Id<'closing'>
export type IssuedDocumentId = Id<'issuedDocument'>
export type PaymentId = Id<'payment'>
export type AllocationId = Id<'allocation'>
export type DepositClearingId = Id<'depositClearing'>
export type CommissionAgreementId = Id<'commissionAgreement'>
export type ObjectionId = Id<'objection'>
export type BankAccountId = Id<'bankAccount'>
export type PayRunId = Id<'payRun'>
export type PayRunItemId = Id<'payRunItem'>
export type DebitAgreementId = Id<'debitAgreement'>
export type DebitRunId = Id<'debitRun'>
export type DebitItemId = Id<'debitItem'>
export type DebitResultId = Id<'debitResult'>
export type OwnBankAccountId = Id<'ownBankAccount'>
export type BankFileId = Id<'bankFile'>
export type BankRowId = Id<'bankRow'>
export type CreditLimitId = Id<'creditLimit'>
export type CreditRequestId = Id<'creditRequest'>
export type OrderStopId = Id<'orderStop'>
export type CardCheckoutId = Id<'cardCheckout'>
export type CardHoldId = Id<'cardHold'>
export type CardMovementId = Id<'cardMovement'>
export type BookSettingsId = Id<'bookSettings'>
export type BookExportId = Id<'bookExport'>

export const newId = <Of extends string>(): Id<Of> => v7() as Id<Of>

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Parses an id from outside; null for anything that is not one. */
export function parseId<Of extends string>(text: unknown): Id<Of> | null {
  if (typeof text !== 'string') return null
  const lower = text.toLowerCase()
  return shape.test(lower) ? (lower as Id<Of>) : null
}
