import type { Selectable } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { DeliveryWayId, FarmId } from '#kernel/ids.ts'
import type { DeliveryWay } from './ways.ts'

/** The ways that farms offer now, besides parcels, in the order in which they were begun; the caller restricts whose. */
export const wayRows = (db: DbOrTx) =>
  db
    .selectFrom('deliveryWays')
    .select([
      'farmId',
      'id',
      'kind',
      'name',
      'prefectures',
      'postalCodes',
      'weekdays',
      'temperatures',
      'feeYen',
      'distanceFees',
      'freeFromYen',
      'leadDays',
      'cutoffHours',
      'hours',
      'place',
    ])
    .where('endedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')

type WayRow = Parameters<typeof toWay>[0] & { farmId: FarmId }

export const waysByFarm = (rows: readonly WayRow[]): Map<FarmId, DeliveryWay[]> =>
  new Map([...Map.groupBy(rows, ({ farmId }) => farmId)].map(([farmId, of]) => [farmId, of.map(toWay)]))

/** Ways by id, also ended ones: an order keeps its own. */
export async function waysById(db: DbOrTx, ids: readonly DeliveryWayId[]): Promise<DeliveryWay[]> {
  const rows = await db.selectFrom('deliveryWays').selectAll().where('id', 'in', ids).execute()
  return rows.map(toWay)
}

export async function isOpenWay(db: DbOrTx, id: DeliveryWayId, farmId: FarmId): Promise<boolean> {
  const way = await db
    .selectFrom('deliveryWays')
    .select('id')
    .where('id', '=', id)
    .where('farmId', '=', farmId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return way !== undefined
}

export const toWay = (
  row: Omit<Selectable<Database['deliveryWays']>, 'farmId' | 'createdAt' | 'endedAt'>,
): DeliveryWay => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  prefectures: row.prefectures,
  postalCodes: row.postalCodes,
  weekdays: row.weekdays,
  temperatures: row.temperatures,
  feeYen: row.feeYen,
  distanceFees: row.distanceFees,
  freeFromYen: row.freeFromYen,
  leadDays: row.leadDays,
  cutoffHours: row.cutoffHours,
  hours: row.hours,
  place: row.place,
})
