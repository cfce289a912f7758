import { sql } from 'kysely'
import { authorize } from '#authorization/authorize.ts'
import type { Category } from '#kernel/enums.ts'
import type { PurchaseId, RequestId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import type { RequestState, WishedMethod } from '#kernel/request-enums.ts'
import type { Yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { drawingOf } from '#modules/products/catalog/drawing-of.ts'
import { findItem } from '#modules/products/catalog/produce.ts'
import type { RequestRow } from './request-store.server.ts'

/** A request as every list shows it. */
export type ShownRequest = {
  id: RequestId
  words: string
  category: Category
  picture: string
  qty: number
  unit: string
  days: JstDate[]
  ceilingYen: Yen | null
  method: WishedMethod | null
  note: string
  state: RequestState
  answerUntil: Date
  lastOrderAt: Date
  createdAt: Date
  closedAt: Date | null
}

export const shown = (row: Omit<RequestRow, 'personId'>): ShownRequest => ({
  id: row.id,
  words: row.words,
  category: row.category,
  picture: drawingOf({ item: findItem(row.itemKey ?? ''), category: row.category }),
  qty: row.qty,
  unit: row.unitLabel,
  days: row.days,
  ceilingYen: row.ceilingYen,
  method: row.method,
  note: row.note,
  state: row.state,
  answerUntil: row.answerUntil,
  lastOrderAt: row.lastOrderAt,
  createdAt: row.createdAt,
  closedAt: row.closedAt,
})

export const mostShown = 100

export type StaffRequest = ShownRequest & {
  restaurant: string
  restaurantId: RequestRow['restaurantId']
  place: string
  told: number
  offers: number
  removedReason: string | null
  purchaseId: PurchaseId | null
}

export type StaffRequestWish = { state: RequestState | null; words: string; after: { at: Date; id: RequestId } | null }

const staffPage = 50

/** All requests, newest first, by state and words. */
export const staffRequests = query(
  'requests.list_all',
  async (
    ctx,
    { state, words, after }: StaffRequestWish,
  ): Promise<{ requests: StaffRequest[]; next: { at: Date; id: RequestId } | null }> => {
    authorize(ctx.actor, 'requests.list_all', null)
    const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    const rows = await ctx.db
      .selectFrom('requests')
      .innerJoin('restaurants', 'restaurants.id', 'requests.restaurantId')
      .innerJoin('kitchens', 'kitchens.id', 'requests.kitchenId')
      .selectAll('requests')
      .select(['restaurants.name as restaurant', 'kitchens.prefectureCode', 'kitchens.city'])
      .select([
        sql<number>`(select count(*)::int from request_farms t where t.request_id = requests.id)`.as('told'),
        sql<number>`(select count(*)::int from request_answers a where a.request_id = requests.id and a.state = 'offered')`.as(
          'offers',
        ),
      ])
      .$if(state !== null, (query) => query.where('requests.state', '=', state ?? 'open'))
      .$if(words !== '', (query) =>
        query.where((is) =>
          is.or([
            is('requests.words', 'ilike', like),
            is('requests.note', 'ilike', like),
            is('restaurants.name', 'ilike', like),
          ]),
        ),
      )
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(requests.created_at, requests.id) < (${after?.at}, ${after?.id}::uuid)`),
      )
      .orderBy('requests.createdAt', 'desc')
      .orderBy('requests.id', 'desc')
      .limit(staffPage + 1)
      .execute()
    const requests = rows.slice(0, staffPage).map((row) => {
      const code = parsePrefCode(row.prefectureCode)
      return {
        ...shown(row),
        restaurant: row.restaurant,
        restaurantId: row.restaurantId,
        place: `${code ? prefectureOf(code).name : ''}${row.city}`,
        told: row.told,
        offers: row.offers,
        removedReason: row.removedReason,
        purchaseId: row.purchaseId,
      }
    })
    const last = requests.at(-1)
    return { requests, next: rows.length > staffPage && last ? { at: last.createdAt, id: last.id } : null }
  },
)
