import type { Row } from './bulk.ts'

/** An event without a subject; the caller states its subject. */
export const aboutNothing = {
  purchase_id: null,
  order_id: null,
  order_line_id: null,
  inquiry_id: null,
  about_person_id: null,
  about_admin_id: null,
  about_farm_id: null,
  about_restaurant_id: null,
  about_document_id: null,
  about_product_id: null,
  about_conversation_id: null,
  from_state: null,
  to_state: null,
  reason: null,
  pressed_at: null,
  data: {},
} satisfies Partial<Row<'events'>>
