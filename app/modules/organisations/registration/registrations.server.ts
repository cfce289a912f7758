import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { firstRegistrationDay, type Registration } from './registration.ts'

/** The periods of each farm, oldest first. */
export async function registrationsOf(
  db: DbOrTx,
  farmIds: readonly FarmId[],
): Promise<ReadonlyMap<FarmId, readonly Registration[]>> {
  if (farmIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('farmRegistrations')
    .select(['farmId', 'number', 'fromOn', 'untilOn'])
    .where('farmId', 'in', farmIds)
    .orderBy('fromOn')
    .execute()
  return Map.groupBy(rows, ({ farmId }) => farmId)
}

/** The number that was valid on a day, for a query; null: the farm was not registered then. */
export const registrationOn = (farmId: RawBuilder<unknown>, day: RawBuilder<unknown> | JstDate) =>
  sql<string | null>`registration_of(${farmId}, ${day}::date)`

/** The number that is in force or to come, and has no end, for a query: what the farm states about itself. */
export const statedRegistration = (farmId: RawBuilder<unknown>) =>
  sql<string | null>`(select number from farm_registrations where farm_id = ${farmId} and until_on is null)`

/** The whole history of a farm, in place of what was recorded before. */
export async function writeRegistrations(db: DbOrTx, farmId: FarmId, history: readonly Registration[]): Promise<void> {
  await forgetRegistrations(db, farmId)
  if (history.length === 0) return
  await db
    .insertInto('farmRegistrations')
    .values(history.map(({ number, fromOn, untilOn }) => ({ farmId, number, fromOn, untilOn })))
    .execute()
}

/** With a sign-up that was never finished. */
export const forgetRegistrations = (db: DbOrTx, farmId: FarmId) =>
  db.deleteFrom('farmRegistrations').where('farmId', '=', farmId).execute()

/**
 * What an application states. Without a day the farm was registered before it came to us, so that the number counts for
 * all that it sells here.
 */
export const registerAsStated = (
  db: DbOrTx,
  farmId: FarmId,
  { invoiceNumber: number, invoiceFrom }: { invoiceNumber: string | null; invoiceFrom: JstDate | '' },
): Promise<void> =>
  writeRegistrations(
    db,
    farmId,
    number === null ? [] : [{ number, fromOn: invoiceFrom || firstRegistrationDay, untilOn: null }],
  )
