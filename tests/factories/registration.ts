import type { Db } from '../../app/infra/db/kysely.server.ts'
import type { FarmId } from '../../app/kernel/ids.ts'
import { addDays, type JstDate } from '../../app/kernel/jst.ts'

/** The farm is registered on this one day. */
export const registeredOnDay = (db: Db, farmId: FarmId, number: string, day: JstDate) =>
  db
    .insertInto('farmRegistrations')
    .values({ farmId, number, fromOn: day, untilOn: addDays(day, 1) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
