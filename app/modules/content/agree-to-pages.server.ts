import { authorize } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import type { WhyUnagreed } from './consent-rule.ts'
import { consentNeeded, recordConsent } from './consents.server.ts'
import type { PageSlug } from './pages.ts'

type Ticked = {
  /** The version that was shown and ticked, by page; what was not ticked is not there. */
  ticked: Readonly<Record<string, string>>
  ip: string | null
  userAgent: string | null
}

export type Unagreed = { slug: PageSlug; title: string; why: WhyUnagreed }

/**
 * Agrees to all that is asked of the person today, or to nothing: answers what is missing, and nothing once it is
 * done. Whoever has agreed already, in another tab or with the press before, is done too.
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
