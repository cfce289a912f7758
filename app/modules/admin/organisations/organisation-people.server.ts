import type { Ctx } from '#authorization/ctx.ts'
import { isScope } from '#modules/identity/api-scopes.ts'
import { apiTokenPrefix } from '#modules/identity/session.ts'
import { type OrgRef, orgIdOf } from '#modules/organisations/org-ref.ts'
import { requireOrganisationsSeen } from './organisation-list.server.ts'

export type OrganisationPerson = Awaited<ReturnType<typeof organisationPeople>>[number]

/**
 * Who works for an organisation, owners first: their login methods and second factors, what they agreed to, and the
 * tokens they made for it. Always four queries; no secret leaves the database.
 */
export async function organisationPeople(ctx: Ctx, org: OrgRef) {
  requireOrganisationsSeen(ctx)
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

const columnOf = (org: OrgRef) => ('farmId' in org ? 'farmId' : 'restaurantId')

const membersOf = ({ db }: Ctx, org: OrgRef) =>
  db.selectFrom('memberships').select('personId').where(columnOf(org), '=', orgIdOf(org))

const peopleOf = ({ db }: Ctx, org: OrgRef) =>
  db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .leftJoin('passwords', 'passwords.personId', 'people.id')
    .leftJoin('totpSecrets', 'totpSecrets.personId', 'people.id')
    .select([
      'people.id as personId',
      'people.name',
      'people.nameKana as kana',
      'people.email',
      'people.emailVerifiedAt as verifiedAt',
      'people.suspendedAt',
      'people.closedAt',
      'people.createdAt',
      'memberships.id as membershipId',
      'memberships.role',
      'passwords.changedAt as passwordSince',
      'totpSecrets.confirmedAt as totpSince',
    ])
    .select((is) => [
      is
        .selectFrom('backupCodes')
        .select((codes) => codes.fn.countAll().as('n'))
        .whereRef('backupCodes.personId', '=', 'people.id')
        .where('usedAt', 'is', null)
        .as('backupCodes'),
      is
        .selectFrom('passkeys')
        .select((keys) => keys.fn.countAll().as('n'))
        .whereRef('passkeys.personId', '=', 'people.id')
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
    .select(['personId', 'issuer', 'subject', 'email', 'linkedAt'])
    .where('personId', 'in', membersOf(ctx, org))
    .where('issuer', '!=', 'embedded')
    .orderBy('linkedAt')
    .orderBy('issuer')
    .execute()

const consentsOf = (ctx: Ctx, org: OrgRef) =>
  ctx.db
    .selectFrom('consents')
    .innerJoin('pageVersions', 'pageVersions.id', 'consents.pageVersionId')
    .select(['consents.id', 'personId', 'title', 'number', 'at'])
    .where('personId', 'in', membersOf(ctx, org))
    .orderBy('at', 'desc')
    .orderBy('slug', 'desc')
    .execute()

/** Valid tokens, by the readable prefix that their owners see as well. */
async function tokensOf({ db, now }: Ctx, org: OrgRef) {
  const rows = await db
    .selectFrom('apiTokens')
    .innerJoin('memberships', 'memberships.id', 'apiTokens.membershipId')
    .select(['apiTokens.id', 'membershipId', 'name', 'prefix', 'scopes'])
    .select(['expiresAt', 'lastUsedAt'])
    .where(columnOf(org), '=', orgIdOf(org))
    .where('expiresAt', '>', now)
    .orderBy('apiTokens.createdAt', 'desc')
    .orderBy('apiTokens.id')
    .execute()
  return rows.map((row) => ({ ...row, prefix: `${apiTokenPrefix}${row.prefix}`, scopes: row.scopes.filter(isScope) }))
}
