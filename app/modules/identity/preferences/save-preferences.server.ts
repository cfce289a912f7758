import type { Updateable } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { PersonId } from '#kernel/ids.ts'

type Preferences = Pick<Updateable<Database['people']>, 'announcementMails' | 'priceMails' | 'quietFrom' | 'quietUntil'>

/** How a user wants to be notified, as far as it is stored with the account. */
export async function savePreferences(db: DbOrTx, personId: PersonId, preferences: Preferences): Promise<void> {
  await db.updateTable('people').set(preferences).where('id', '=', personId).execute()
}
