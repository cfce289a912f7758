import type { Row } from './bulk.ts'

/** An event without a subject; the caller states its subject. */
export const aboutNothing = {
  purchaseId: null,
  orderId: null,
  orderLineId: null,
  inquiryId: null,
  aboutPersonId: null,
  aboutAdminId: null,
  aboutFarmId: null,
  aboutRestaurantId: null,
  aboutDocumentId: null,
  aboutProductId: null,
  aboutConversationId: null,
  fromState: null,
  toState: null,
  reason: null,
  pressedAt: null,
  data: {},
} satisfies Partial<Row<'events'>>
