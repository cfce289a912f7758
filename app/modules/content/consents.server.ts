import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { newId, type PageVersionId, type PersonId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { askedOn } from './consent-rule.ts'
import { type PageSlug, pagesToAgreeTo } from './pages.ts'

export type Consent = {
  personId: PersonId
  pageVersionId: PageVersionId
  at: Date
  ip: string | null
  userAgent: string | null
}

/**
 * Records that a person agreed to a version, in the transaction of what they agreed for (signing up, continuing after a
 * change). Idempotent, also concurrently: the first record stays.
 */
export async function recordConsent(db: DbOrTx, consent: Consent): Promise<void> {
  await db
    .insertInto('consents')
    .values({
      id: newId<'consent'>(),
      personId: consent.personId,
      pageVersionId: consent.pageVersionId,
      at: consent.at,
      ip: consent.ip,
      userAgent: consent.userAgent?.slice(0, 500) ?? null,
    })
    .onConflict((conflict) => conflict.columns(['personId', 'pageVersionId']).doNothing())
    .execute()
}

/** For an account that was taken back before it was proven. */
export async function forgetConsents(db: DbOrTx, personId: PersonId): Promise<void> {
  await db.deleteFrom('consents').where('personId', '=', personId).execute()
}

type Change = { number: number; effectiveOn: JstDate; changeNote: string }

/** A version that the user still has to agree to; see consent-rule.ts. */
export type WantedConsent = {
  slug: PageSlug
  pageVersionId: PageVersionId
  number: number
  title: string
  effectiveOn: JstDate
  isFirst: boolean
  changes: Change[]
  planned: Change | null
}

/**
 * What the current user still has to agree to today, the terms first. Empty for visitors, staff and the system, who are
 * not parties to the terms.
 */
export const consentNeeded = query(
  'public',
  async (ctx: Pick<Ctx, 'actor' | 'db' | 'now'>): Promise<WantedConsent[]> => {
    if (!('personId' in ctx.actor)) return []
    const { personId } = ctx.actor
    const versions = await ctx.db
      .selectFrom('pageVersions')
      .leftJoin('consents', (join) =>
        join.onRef('consents.pageVersionId', '=', 'pageVersions.id').on('consents.personId', '=', personId),
      )
      .select(['pageVersions.id', 'slug', 'number', 'title', 'effectiveOn', 'changeNote', 'material'])
      .select('consents.at as agreedAt')
      .where('slug', 'in', pagesToAgreeTo)
      .execute()
    return pagesToAgreeTo.flatMap((slug) => {
      const asked = askedOn(
        versions.filter((version) => version.slug === slug),
        jstDateOf(ctx.now),
      )
      if (!asked) return []
      const { id, number, title, effectiveOn } = asked.version
      const { isFirst, changes, planned } = asked
      const toldOf = planned && changeOf(planned)
      return [
        {
          slug,
          pageVersionId: id,
          number,
          title,
          effectiveOn,
          isFirst,
          changes: changes.map(changeOf),
          planned: toldOf,
        },
      ]
    })
  },
)

const changeOf = ({ number, effectiveOn, changeNote }: Change): Change => ({ number, effectiveOn, changeNote })

/**
 * Whether a person has anything to agree to, as part of a query that is sent anyway: `consentNeeded` returns what it
 * is. The same rule in SQL: there is a material version in force such that they have agreed neither to it nor to a
 * later one.
 */
export const owesConsent = (personId: Expression<PersonId | null>, now: Date): RawBuilder<boolean> => sql<boolean>`
  exists (select from page_versions asked
           where asked.slug in (${sql.join(pagesToAgreeTo)}) and asked.material and asked.effective_on <= ${jstDateOf(now)}::date
             and not exists (select from consents c join page_versions agreed on agreed.id = c.page_version_id
                              where c.person_id = ${personId} and agreed.slug = asked.slug
                                and agreed.number >= asked.number))`
