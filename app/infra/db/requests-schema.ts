import type { Generated } from 'kysely'
import type { Category, Method, Temperature } from '#kernel/enums.ts'
import type {
  FarmId,
  KitchenId,
  PersonId,
  ProductId,
  PurchaseId,
  RequestAnswerId,
  RequestId,
  RestaurantId,
} from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { AnswerState, BoxSize, RequestState } from '#kernel/request-enums.ts'
import type { Yen } from '#kernel/yen.ts'

/** Requests of chefs (db/migrations/0048-requests.sql). */
export type RequestTables = {
  requests: {
    id: RequestId
    restaurant_id: RestaurantId
    kitchen_id: KitchenId
    person_id: PersonId
    words: string
    item_key: string | null
    category: Category
    qty: number
    unit_label: string
    days: JstDate[]
    ceiling_yen: Yen | null
    method: Exclude<Method, 'conventional'> | null
    note: Generated<string>
    answer_until: Date
    last_order_at: Date
    timer_at: Date | null
    state: RequestState
    version: Generated<number>
    created_at: Date
    closed_at: Date | null
    removed_reason: string | null
    accepted_answer_id: RequestAnswerId | null
    purchase_id: PurchaseId | null
  }
  request_farms: { request_id: RequestId; farm_id: FarmId; told_at: Date }
  request_answers: {
    id: RequestAnswerId
    request_id: RequestId
    farm_id: FarmId
    person_id: PersonId
    state: AnswerState
    price_yen: Yen | null
    qty: number | null
    delivery_on: JstDate | null
    method: Method | null
    temperature: Temperature | null
    box_size: BoxSize | null
    words: Generated<string>
    version: Generated<number>
    answered_at: Date
    product_id: ProductId | null
    put_away_at: Date | null
  }
}
