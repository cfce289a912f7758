import { z } from 'zod'
import { seeOrNotFound } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayOr, RowVersion, Written } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { checkDraft } from './page-draft.ts'
import { hashOfVersion } from './page-file.server.ts'
import { pageSlugs } from './pages.ts'
import { contentRefusals } from './refusal-text.ts'

/** Staff publish the next version of a page. Published versions never change; this one is in force from its day on. */
export const publishPage = mutation({
  name: 'page.publish',
  permission: 'page.publish',
  input: {
    slug: z.enum(pageSlugs),
    /** The newest version when editing began; a newer one since then is shown before this one can follow it. */
    seen: RowVersion,
    title: Written(100, '表題を入力してください。'),
    body: z
      .string('本文を入力してください。')
      .trim()
      .min(1, '本文を入力してください。')
      // in characters; server/app.ts lets a form of this page be as large
      .max(100_000, '本文は10万文字以下で入力してください。短くするか、2つのページに分けてください。'),
    changeNote: Written(500, '変更点を入力してください。会員が最初に確認する内容です。'),
    material: z.boolean().default(false),
    effectiveOn: DayOr('発効日を選択してください。'),
  },
  refusals: contentRefusals(
    'newer_version',
    'unknown_placeholder',
    'day_past',
    'day_before_newest',
    'nothing_new',
    'key_reused',
  ),
  run: async ({ actor, db, now }, { slug, seen, key: _, ...draft }) => {
    seeOrNotFound(actor, 'page.publish', null)
    if (actor.kind !== 'staff') throw new NotFound('page')
    // serialised, also with versions that a start publishes from files
    await db.selectFrom('pages').select('slug').where('slug', '=', slug).forUpdate().execute()
    const newest = await db
      .selectFrom('pageVersions')
      .select(['number', 'title', 'body', 'effectiveOn'])
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
      .insertInto('pageVersions')
      .values({
        id: newId<'pageVersion'>(),
        slug,
        number,
        title,
        body,
        changeNote,
        material,
        effectiveOn,
        publishedAt: now,
        author: actor.name,
        adminId: actor.adminId,
        contentHash: hashOfVersion({ slug, number, ...draft }),
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
  },
})
