import type { Updateable } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { FarmId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import type { OrgRef } from './org-ref.ts'

type FarmChange = Pick<
  Updateable<Database['farms']>,
  | 'story'
  | 'picture'
  | 'representative'
  | 'representativeKana'
  | 'crest'
  | 'place'
  | 'phone'
  | 'shipWeekdays'
  | 'shipsOnHolidays'
  | 'packingMinute'
  | 'cutoffHoursBeforePacking'
  | 'answerHoursAfterCutoff'
  | 'freeFreightFromYen'
  | 'minOrderYen'
  | 'lateCancelPercent'
  | 'autoAccept'
  | 'shippingSavedAt'
  | 'version'
>

/** What a farm may state about itself and its shipping. The caller has locked the row, and records the change. */
export async function changeFarm(db: DbOrTx, farmId: FarmId, change: FarmChange): Promise<void> {
  await db.updateTable('farms').set(change).where('id', '=', farmId).execute()
}

/** Up to which amount its claims settle automatically; null: the platform's value. */
export async function setClaimLimitOf(db: DbOrTx, org: OrgRef, claimAutoYen: Yen | null): Promise<void> {
  if ('farmId' in org) await db.updateTable('farms').set({ claimAutoYen }).where('id', '=', org.farmId).execute()
  else await db.updateTable('restaurants').set({ claimAutoYen }).where('id', '=', org.restaurantId).execute()
}
