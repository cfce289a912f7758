import type { DbOrTx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import type { Registration } from './registration.ts'

export async function registrationsOf(
  db: DbOrTx,
  farmIds: readonly FarmId[],
): Promise<ReadonlyMap<FarmId, readonly Registration[]>> {
  if (farmIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('farmRegistrations')
    .select(['farmId', 'number', 'fromOn', 'untilOn'])
    .where('farmId', 'in', farmIds)
    .execute()
  return Map.groupBy(rows, ({ farmId }) => farmId)
}
