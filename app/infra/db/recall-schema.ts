import type { Generated } from 'kysely'
import type { OrderState } from '#kernel/enums.ts'
import type {
  EventId,
  FarmId,
  KitchenId,
  LotId,
  OrderId,
  OrderLineId,
  ProductId,
  RecallId,
  RestaurantId,
} from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { RecallAnswer, RecallHandling } from '#kernel/recall-enums.ts'

/** Shipped lots, and recalls of lots (migration 0045). */
export type RecallTables = {
  sent_lots: {
    lot_id: LotId
    qty: number
    code: string
    harvested_on: JstDate
    best_before_on: JstDate | null
    product_id: ProductId
    order_line_id: OrderLineId
    ordinal: number
    name: string
    unit_label: string
    shipped_qty: number | null
    received_qty: number | null
    order_id: OrderId
    number: string
    state: OrderState
    farm_id: FarmId
    restaurant_id: RestaurantId
    kitchen_id: KitchenId
    ship_on: JstDate
    delivery_on: JstDate
    delivered_at: Date | null
  }
  recalls: {
    id: RecallId
    number: Generated<number>
    farm_id: FarmId
    rehearsal: boolean
    reason: string
    handling: RecallHandling
    instructions: string
    event_id: EventId
    begun_at: Date
    begun_by: string
    behalf_reason: string | null
    closed_at: Date | null
    closed_by: string | null
    report: string | null
  }
  recall_lots: { recall_id: RecallId; lot_id: LotId }
  recall_lines: {
    recall_id: RecallId
    lot_id: LotId
    order_line_id: OrderLineId
    restaurant_id: RestaurantId
    kitchen_id: KitchenId
    qty: number
  }
  recall_targets: {
    recall_id: RecallId
    restaurant_id: RestaurantId
    told_people: number
    told_at: Date | null
    read_at: Date | null
    read_by: string | null
    answer: RecallAnswer | null
    answered_at: Date | null
  }
  recall_answers: {
    id: Generated<number>
    recall_id: RecallId
    restaurant_id: RestaurantId
    answer: RecallAnswer
    note: string
    heard: boolean
    said_by: string
    event_id: EventId
    at: Date
  }
}
