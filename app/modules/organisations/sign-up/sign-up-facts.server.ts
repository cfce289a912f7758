import { accountOf } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { OrgStatus } from '#kernel/enums.ts'
import type { PersonId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { type Draft, findDraft } from './draft.server.ts'
import type { SignUpFacts } from './next-step.ts'
import { readProfile } from './read-profile.server.ts'

export type Signing = { facts: SignUpFacts; draft: Draft | null }

/** All facts for nextStep: who is signed in, and the draft of this browser. */
export const signUpFacts = query('public', async (ctx, token: string | null): Promise<Signing> => {
  const found = await findDraft(ctx, token)
  const account = accountOf(ctx.actor)
  const person = account && (await memberFacts(ctx, account.personId))
  if (found === null || found === 'expired') return { facts: { person, draft: found }, draft: null }
  const state = await stateOf(ctx.db, found)
  const { side } = found
  const profileValid = side !== null && readProfile(side, found.profile).ok
  return { facts: { person, draft: { side, hasEmail: found.email !== null, profileValid, state } }, draft: found }
})

/** The facts about a person and the organisation they act for. */
export const memberFacts = query(
  'public',
  async ({ db }: Pick<Ctx, 'db'>, personId: PersonId): Promise<SignUpFacts['person']> => {
    const row = await db
      .selectFrom('people')
      .leftJoin('memberships', 'memberships.personId', 'people.id')
      .leftJoin('farms', 'farms.id', 'memberships.farmId')
      .leftJoin('restaurants', 'restaurants.id', 'memberships.restaurantId')
      .select(['people.email', 'people.emailVerifiedAt as verifiedAt', 'memberships.role'])
      .select(['farms.status as farmStatus', 'restaurants.status as restaurantStatus'])
      .where('people.id', '=', personId)
      .orderBy('memberships.id')
      .executeTakeFirst()
    if (!row) return null
    const status = row.restaurantStatus ?? row.farmStatus
    return {
      hasEmail: row.email !== null,
      emailVerified: row.verifiedAt !== null,
      organisation: status && forRole(status, row.role),
    }
  },
)

/** The owner corrects an application that was sent back; for other members it is simply not approved yet. */
const forRole = (status: OrgStatus, role: 'owner' | 'staff' | null): OrgStatus =>
  status === 'returned' && role !== 'owner' ? 'approved' : status

async function stateOf(db: DbOrTx, draft: Draft): Promise<'open' | 'sent' | 'verified'> {
  if (draft.committedAt === null) return 'open'
  if (draft.personId === null) return 'sent'
  const person = await db
    .selectFrom('people')
    .select('emailVerifiedAt as at')
    .where('id', '=', draft.personId)
    .executeTakeFirst()
  return person?.at ? 'verified' : 'sent'
}
