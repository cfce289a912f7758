import type { Ctx, DbOrTx } from '#access/ctx.ts'
import { newId, type PageVersionId, type PersonId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { type PageSlug, pagesToAgreeTo } from './pages.ts'
import { consentCountsFrom, versionInForce } from './versions.ts'

export type Consent = {
  personId: PersonId
  pageVersionId: PageVersionId
  at: Date
  ip: string | null
  userAgent: string | null
}

/**
 * Writes that a person agreed to a version, in the transaction of what they agreed for (signing up, going on after
 * a change). Saying it twice, also at once, leaves the first: who agreed when is not rewritten.
 */
export async function recordConsent(db: DbOrTx, consent: Consent): Promise<void> {
  await db
    .insertInto('consents')
    .values({
      id: newId<'consent'>(),
      person_id: consent.personId,
      page_version_id: consent.pageVersionId,
      at: consent.at,
      ip: consent.ip,
      user_agent: consent.userAgent?.slice(0, 500) ?? null,
    })
    .onConflict((conflict) => conflict.columns(['person_id', 'page_version_id']).doNothing())
    .execute()
}

/** A version that somebody has still to agree to. */
export type WantedConsent = {
  slug: PageSlug
  pageVersionId: PageVersionId
  number: number
  title: string
  effectiveOn: JstDate
  changeNote: string
}

/**
 * What the person who asks has still to agree to today: pages whose last material change they have not agreed to,
 * nor to anything later. Empty for visitors, staff and the system, who are no parties to the terms.
 */
export async function consentNeeded(ctx: Ctx): Promise<WantedConsent[]> {
  if (!('personId' in ctx.actor)) return []
  const { personId } = ctx.actor
  const today = jstDateOf(ctx.now)
  const rows = await ctx.db
    .selectFrom('page_versions')
    .leftJoin('consents', (join) =>
      join.onRef('consents.page_version_id', '=', 'page_versions.id').on('consents.person_id', '=', personId),
    )
    .select(['page_versions.id', 'slug', 'number', 'title', 'effective_on', 'change_note', 'material'])
    .select('consents.at as agreedAt')
    .where('slug', 'in', pagesToAgreeTo)
    .execute()
  const versions = rows.map(({ effective_on, change_note, ...row }) => ({
    ...row,
    effectiveOn: effective_on,
    changeNote: change_note,
  }))
  return pagesToAgreeTo.flatMap((slug) => {
    const ofPage = versions.filter((version) => version.slug === slug)
    const from = consentCountsFrom(ofPage, today)
    const inForce = versionInForce(ofPage, today)
    const agreed = ofPage.some(({ number, agreedAt }) => agreedAt !== null && from !== null && number >= from)
    if (!inForce || from === null || agreed) return []
    const { id, number, title, effectiveOn, changeNote } = inForce
    return [{ slug, pageVersionId: id, number, title, effectiveOn, changeNote }]
  })
}
