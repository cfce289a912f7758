import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { AccountChange } from '#kernel/firebase.ts'
import type { PersonId } from '#kernel/ids.ts'
import { forgetOtherProviderWays } from './firebase/provider-passwords.server.ts'

/**
 * Removes all login methods except the password, for an account that an attacker may have used: numbers, services, and
 * what was linked to the account at the provider. `change` is applied there in the same call.
 */
export async function forgetOtherIdentities(
  { db, firebase }: { db: DbOrTx; firebase?: Ctx['firebase'] },
  personId: PersonId,
  change?: Pick<AccountChange, 'password' | 'validSince'>,
): Promise<void> {
  if (firebase) await forgetOtherProviderWays({ db, firebase }, personId, change)
  await db
    .deleteFrom('identities')
    .where('personId', '=', personId)
    .where('issuer', 'not in', ['embedded', ...(firebase ? [firebase.issuer] : [])])
    .execute()
}
