import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { AdminId, PersonId } from '#kernel/ids.ts'
import { phoneIssuer } from './login-methods/verified-identity.ts'
import { siteOf } from './network.server.ts'

type Asking = { db: DbOrTx; now: Date }
type Owner = { personId: PersonId } | { adminId: AdminId }
/** An account as named by the client, who need not be its owner. */
export type NamedAccount = { email: string } | { adminEmail: string } | { phone: string } | Owner

/** How long a network is known to an account after the last sign-in from it. */
const lifeMs = 180 * 24 * 3_600_000

/** Stores that an account has signed in from this network. */
export async function rememberNetwork({ db, now }: Asking, owner: Owner, ip: string | null): Promise<void> {
  const network = siteOf(ip)
  if (!network) return
  const row = {
    personId: 'personId' in owner ? owner.personId : null,
    adminId: 'adminId' in owner ? owner.adminId : null,
  }
  await db
    .insertInto('knownNetworks')
    .values({ ...row, network, seenAt: now })
    .onConflict((conflict) => conflict.columns(['personId', 'adminId', 'network']).doUpdateSet({ seenAt: now }))
    .execute()
}

/**
 * Whether the account, if it exists, has signed in from this network. Always one query, for any account and network.
 */
export async function isKnownNetwork({ db, now }: Asking, account: NamedAccount, ip: string | null): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select from known_networks
       where network = ${siteOf(ip)} and seen_at > ${new Date(now.getTime() - lifeMs)} and ${isOf(account)}
    ) as known`.execute(db)
  return rows[0]?.known === true
}

function isOf(account: NamedAccount) {
  if ('personId' in account) return sql`person_id = ${account.personId}`
  if ('adminId' in account) return sql`admin_id = ${account.adminId}`
  if ('email' in account) return sql`person_id = (select id from people where email = ${account.email})`
  if ('adminEmail' in account) return sql`admin_id = (select id from admins where email = ${account.adminEmail})`
  return sql`person_id = (
    select person_id from identities where issuer = ${phoneIssuer} and subject = ${account.phone} limit 1)`
}

/** After signing out everywhere, no network is known to the account any more. */
export async function forgetNetworksOf(db: DbOrTx, owner: Owner): Promise<void> {
  const [column, id] =
    'personId' in owner ? (['personId', owner.personId] as const) : (['adminId', owner.adminId] as const)
  await db.deleteFrom('knownNetworks').where(column, '=', id).execute()
}

export async function forgetOldNetworks({ db, now }: Asking): Promise<void> {
  await db
    .deleteFrom('knownNetworks')
    .where('seenAt', '<', new Date(now.getTime() - lifeMs))
    .execute()
}
