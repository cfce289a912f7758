import { authorize } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { WhyUnagreed } from './consent-rule.ts'
import { consentNeeded, recordConsent } from './consents.server.ts'
import type { PageSlug } from './pages.ts'

type Ticked = {
  /** The version that was shown and ticked, by page; pages that were not ticked are missing. */
  ticked: Readonly<Record<string, string>>
  ip: string | null
  userAgent: string | null
}

export type Unagreed = { slug: PageSlug; title: string; why: WhyUnagreed }

/**
 * Records the person's agreement to everything that is asked today, or to nothing: returns what is missing, empty once
 * it is done. Also done if they have already agreed, in another tab or with an earlier press.
 */
export async function agreeToPages(ctx: Ctx, { ticked, ip, userAgent }: Ticked): Promise<Unagreed[]> {
  authorize(ctx.actor, 'consent.give', null)
  if (!('personId' in ctx.actor)) return []
  const { personId } = ctx.actor
  return ctx.db.transaction().execute(async (db) => {
    const wanted = await consentNeeded({ ...ctx, db })
    const missing = wanted.flatMap(({ slug, title, pageVersionId }): Unagreed[] => {
      if (ticked[slug] === pageVersionId) return []
      return [{ slug, title, why: ticked[slug] ? 'newer' : 'unticked' }]
    })
    if (missing.length > 0) return missing
    for (const { pageVersionId } of wanted)
      await recordConsent(db, { personId, pageVersionId, at: ctx.now, ip, userAgent })
    return []
  })
}
