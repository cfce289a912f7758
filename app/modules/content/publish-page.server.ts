import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { checkDraft, type PageDraft } from './page-draft.ts'
import { hashOfVersion } from './page-file.server.ts'
import type { PageSlug } from './pages.ts'
import type { PublishPageRefusal } from './refusal-text.ts'

type Published = Promise<Result<{ number: number }, PublishPageRefusal>>
type Publication = {
  slug: PageSlug
  key: string
  /** The newest version when editing began; a newer one since then is shown before this one can follow it. */
  seen: number
  draft: PageDraft
}

/** Staff publish the next version of a page. Published versions never change; this one is in force from its day on. */
export function publishPage(ctx: Ctx, { slug, key, seen, draft }: Publication): Published {
  return idempotent(ctx, 'page.publish', key, { slug, seen, draft }, async ({ actor, db, now }): Published => {
    seeOrNotFound(actor, 'page.publish', null)
    if (actor.kind !== 'staff') throw new NotFound('page')
    // serialised, also with versions that a start publishes from files
    await db.selectFrom('pages').select('slug').where('slug', '=', slug).forUpdate().execute()
    const newest = await db
      .selectFrom('page_versions')
      .select(['number', 'title', 'body', 'effective_on as effectiveOn'])
      .where('slug', '=', slug)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(() => new NotFound('page'))
    if (newest.number !== seen) return refuse('newer_version')
    const judged = checkDraft(draft, newest, jstDateOf(now))
    if (!judged.ok) return judged
    const number = newest.number + 1
    const { title, body, changeNote, material, effectiveOn } = draft
    await db
      .insertInto('page_versions')
      .values({
        id: newId<'pageVersion'>(),
        slug,
        number,
        title,
        body,
        change_note: changeNote,
        material,
        effective_on: effectiveOn,
        published_at: now,
        author: actor.name,
        admin_id: actor.adminId,
        content_hash: hashOfVersion({ slug, number, ...draft }),
      })
      .execute()
    await recordEvent(
      db,
      { actor, now },
      {
        kind: 'page_published',
        reason: changeNote,
        data: { slug, title, before: { number: newest.number }, after: { number, effectiveOn, material } },
      },
    )
    return ok({ number })
  })
}
