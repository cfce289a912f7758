import { sql } from 'kysely'
import { z } from 'zod'
import { requireRecentAuthOfPerson } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { requirePerson } from '#authorization/recent-auth.ts'
import { NotFound } from '#kernel/errors.ts'
import type { PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable, step } from '#modules/audit-log/use-case.server.ts'
import { tellFactorChange } from '../factors/tell-factor-change.server.ts'
import { lockPerson } from '../people-store.server.ts'
import { keepIdentity, lockIdentity, personOf } from './enter-with.server.ts'
import {
  type LinkRefusal,
  phoneIssuer,
  type UnlinkRefusal,
  unlinkRefusalText,
  type VerifiedIdentity,
} from './verified-identity.ts'

export type LinkedIdentity = {
  provider: 'embedded' | 'firebase'
  issuer: string
  subject: string
  email: string | null
  linkedAt: Date | null
}

/** The services and numbers that the user's own account is linked with, besides its password. */
export const ownIdentities = query('own', async (ctx: Ctx): Promise<LinkedIdentity[]> => {
  const { personId } = requirePerson(ctx.actor)
  return identitiesOf(ctx.db, personId)
})

/**
 * Links what the user has just proven to their account; a new number replaces the previous one. Requires a proof of the
 * last ten minutes. An identity of another account is refused.
 */
export const linkIdentity = step(
  'own_account.change',
  async (
    ctx: Ctx,
    verified: VerifiedIdentity,
    /** Its name on the screen and in the mail: Google, 090-1234-5678. */
    called: string,
  ): Promise<Result<null, LinkRefusal>> => {
    const { personId } = requireRecentAuthOfPerson(ctx.actor, ctx.now)
    return ctx.db.transaction().execute(async (db) => {
      await lockIdentity(db, verified)
      if (!(await lockPerson(db, personId))) throw new NotFound('person')
      const whose = await personOf(db, verified)
      if (whose) return whose.id === personId ? ok(null) : refuse('belongs_to_another')
      const there = (await identitiesOf(db, personId)).filter(
        ({ provider, issuer }) => provider === verified.provider && issuer === verified.issuer,
      )
      if (there.length > 0 && verified.issuer !== phoneIssuer) return refuse('has_one_already')
      for (const { provider, issuer, subject } of there) await forget(db, { provider, issuer, subject })
      await keepIdentity(db, ctx.now, personId, verified)
      const event = await recordEvent(db, ctx, {
        kind: 'way_in_added',
        aboutPersonId: personId,
        data: { called, issuer: verified.issuer },
      })
      await tellFactorChange(db, ctx.now, { personId }, { event, kind: 'way_in_added', detail: called })
      return ok(null)
    })
  },
)

/** Removes a login method, but never the last one. Requires a proof of the last ten minutes. */
export const unlinkIdentity = repeatable({
  name: 'person.unlink_identity',
  permission: 'own_account.change',
  input: {
    provider: z.enum(['embedded', 'firebase']),
    issuer: z.string().min(1).max(500),
    subject: z.string().min(1).max(500),
    /** Its name on the screen and in the mail. */
    called: z.string(),
  },
  refusals: { codes: ['last_way_in'], text: (refusal: UnlinkRefusal) => unlinkRefusalText[refusal] },
  run: async (ctx, { called, ...named }) => {
    const { personId } = requireRecentAuthOfPerson(ctx.actor, ctx.now)
    return ctx.db.transaction().execute(async (db) => {
      if (!(await lockPerson(db, personId))) throw new NotFound('person')
      const mine = await identitiesOf(db, personId)
      const there = mine.find(
        ({ provider, issuer, subject }) =>
          provider === named.provider && issuer === named.issuer && subject === named.subject,
      )
      if (!there) throw new NotFound('identity')
      if (mine.length === 1 && !(await comesInAlone(db, personId))) return refuse('last_way_in')
      await forget(db, named)
      const event = await recordEvent(db, ctx, {
        kind: 'way_in_removed',
        aboutPersonId: personId,
        data: { called, issuer: named.issuer },
      })
      await tellFactorChange(db, ctx.now, { personId }, { event, kind: 'way_in_removed', detail: called })
      return ok(null)
    })
  },
})

/** A password row links to nothing. */
async function identitiesOf(db: DbOrTx, personId: PersonId): Promise<LinkedIdentity[]> {
  const rows = await db
    .selectFrom('identities')
    .select(['provider', 'issuer', 'subject', 'email', 'linkedAt'])
    .where('personId', '=', personId)
    .where('issuer', '!=', 'embedded')
    .orderBy('linkedAt')
    .orderBy('issuer')
    .execute()
  return rows.map(({ provider, ...row }) => ({ ...row, provider: provider === 'firebase' ? 'firebase' : 'embedded' }))
}

/** Whether a passkey, or an address with a password stored by us, opens the account without any link. */
async function comesInAlone(db: DbOrTx, personId: PersonId): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select exists (select from passwords join people on people.id = person_id
                    where person_id = ${personId} and people.email is not null)
        or exists (select from passkeys where person_id = ${personId}) as yes`.execute(db)
  return rows[0]?.yes === true
}

async function forget(db: DbOrTx, named: Pick<LinkedIdentity, 'provider' | 'issuer' | 'subject'>): Promise<void> {
  await db
    .deleteFrom('identities')
    .where('provider', '=', named.provider)
    .where('issuer', '=', named.issuer)
    .where('subject', '=', named.subject)
    .execute()
}
