import type { Ctx, DbOrTx } from '#access/ctx.ts'
import type { AccountChange } from '#kernel/firebase.ts'
import type { PersonId } from '#kernel/ids.ts'
import { forgetOtherProviderWays } from './firebase/provider-passwords.server.ts'

/**
 * Takes all ways in away but the password, for somebody whose account a stranger may have had: numbers, services, and
 * what was linked to the account at the provider. `change` is made there along with it.
 */
export async function forgetOtherIdentities(
  { db, firebase }: { db: DbOrTx; firebase?: Ctx['firebase'] },
  personId: PersonId,
  change?: Pick<AccountChange, 'password' | 'validSince'>,
): Promise<void> {
  if (firebase) await forgetOtherProviderWays({ db, firebase }, personId, change)
  await db
    .deleteFrom('identities')
    .where('person_id', '=', personId)
    .where('issuer', 'not in', ['embedded', ...(firebase ? [firebase.issuer] : [])])
    .execute()
}
