import type { Ctx } from '#authorization/ctx.ts'
import { isScope } from '#modules/identity/api-scopes.ts'
import { apiTokenPrefix } from '#modules/identity/session.ts'
import { type OrgRef, orgIdOf } from '#modules/organisations/org-ref.ts'
import { requireMembersSeen } from './member-list.server.ts'

export type MemberPerson = Awaited<ReturnType<typeof memberPeople>>[number]

/**
 * Who works for an organisation, owners first: their login methods and second factors, what they agreed to, and the
 * tokens they made for it. Always four queries; no secret leaves the database.
 */
export async function memberPeople(ctx: Ctx, org: OrgRef) {
  requireMembersSeen(ctx)
  const people = await peopleOf(ctx, org)
  const [identities, consents, tokens] = await Promise.all([
    identitiesOf(ctx, org),
    consentsOf(ctx, org),
    tokensOf(ctx, org),
  ])
  return people.map(({ totpSince, backupCodes, passkeys, ...person }) => ({
    ...person,
    factors: { totpSince, backupCodes: Number(backupCodes), passkeys: Number(passkeys) },
    identities: identities.filter(({ personId }) => personId === person.personId),
    consents: consents.filter(({ personId }) => personId === person.personId),
    tokens: tokens.filter(({ membershipId }) => membershipId === person.membershipId),
  }))
}

const columnOf = (org: OrgRef) => ('farmId' in org ? 'farm_id' : 'restaurant_id')

const membersOf = ({ db }: Ctx, org: OrgRef) =>
  db.selectFrom('memberships').select('person_id').where(columnOf(org), '=', orgIdOf(org))

const peopleOf = ({ db }: Ctx, org: OrgRef) =>
  db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .leftJoin('passwords', 'passwords.person_id', 'people.id')
    .leftJoin('totp_secrets', 'totp_secrets.person_id', 'people.id')
    .select([
      'people.id as personId',
      'people.name',
      'people.name_kana as kana',
      'people.email',
      'people.email_verified_at as verifiedAt',
      'people.suspended_at as suspendedAt',
      'people.closed_at as closedAt',
      'people.created_at as createdAt',
      'memberships.id as membershipId',
      'memberships.role',
      'passwords.changed_at as passwordSince',
      'totp_secrets.confirmed_at as totpSince',
    ])
    .select((is) => [
      is
        .selectFrom('backup_codes')
        .select((codes) => codes.fn.countAll().as('n'))
        .whereRef('backup_codes.person_id', '=', 'people.id')
        .where('used_at', 'is', null)
        .as('backupCodes'),
      is
        .selectFrom('passkeys')
        .select((keys) => keys.fn.countAll().as('n'))
        .whereRef('passkeys.person_id', '=', 'people.id')
        .as('passkeys'),
    ])
    .where(columnOf(org), '=', orgIdOf(org))
    .orderBy('memberships.role')
    .orderBy('memberships.id')
    .limit(50)
    .execute()

/** Phone numbers and accounts of other services; a password row is left out, as it links to nothing. */
const identitiesOf = (ctx: Ctx, org: OrgRef) =>
  ctx.db
    .selectFrom('identities')
    .select(['person_id as personId', 'issuer', 'subject', 'email', 'linked_at as linkedAt'])
    .where('person_id', 'in', membersOf(ctx, org))
    .where('issuer', '!=', 'embedded')
    .orderBy('linked_at')
    .orderBy('issuer')
    .execute()

const consentsOf = (ctx: Ctx, org: OrgRef) =>
  ctx.db
    .selectFrom('consents')
    .innerJoin('page_versions', 'page_versions.id', 'consents.page_version_id')
    .select(['consents.id', 'person_id as personId', 'title', 'number', 'at'])
    .where('person_id', 'in', membersOf(ctx, org))
    .orderBy('at', 'desc')
    .orderBy('slug', 'desc')
    .execute()

/** Valid tokens, by the readable prefix that their owners see as well. */
async function tokensOf({ db, now }: Ctx, org: OrgRef) {
  const rows = await db
    .selectFrom('api_tokens')
    .innerJoin('memberships', 'memberships.id', 'api_tokens.membership_id')
    .select(['api_tokens.id', 'membership_id as membershipId', 'name', 'prefix', 'scopes'])
    .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .where(columnOf(org), '=', orgIdOf(org))
    .where('expires_at', '>', now)
    .orderBy('api_tokens.created_at', 'desc')
    .orderBy('api_tokens.id')
    .execute()
  return rows.map((row) => ({ ...row, prefix: `${apiTokenPrefix}${row.prefix}`, scopes: row.scopes.filter(isScope) }))
}
