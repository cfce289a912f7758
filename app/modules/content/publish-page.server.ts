import { z } from 'zod'
import type { StaffActor } from '#authorization/actor.ts'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import { newId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayOr, RowVersion, Written } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { insertAnnouncement } from './announce.server.ts'
import { announcementLength } from './announcement.ts'
import { checkDraft, type PageDraft } from './page-draft.ts'
import { hashOfVersion } from './page-file.server.ts'
import { type PageSlug, pageAddresses, pageSlugs, pagesToAgreeTo } from './pages.ts'
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
    /** A material change that cannot wait for the notice that the terms promise. */
    urgent: z.boolean().default(false),
    effectiveOn: DayOr('発効日を選択してください。'),
  },
  refusals: contentRefusals(
    'newer_version',
    'unknown_placeholder',
    'notice_short',
    'day_past',
    'day_before_newest',
    'nothing_new',
    'key_reused',
  ),
  run: async ({ actor, db, now }, { slug, seen, urgent, key: _, ...draft }) => {
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
    const agreedTo = pagesToAgreeTo.some((it) => it === slug)
    const judged = checkDraft(draft, newest, jstDateOf(now), { agreedTo, urgent })
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
        data: {
          slug,
          title,
          before: { number: newest.number },
          after: { number, effectiveOn, material, ...(urgent && { urgent }) },
        },
      },
    )
    if (agreedTo) await announceVersion({ actor, db, now }, { slug, number, title, changeNote, material, effectiveOn })
    return ok({ number })
  },
})

type NewVersion = Pick<PageDraft, 'title' | 'changeNote' | 'material' | 'effectiveOn'> & {
  slug: PageSlug
  number: number
}

/** Tells all members beforehand what will change and when; of a material change by mail as well. */
const announceVersion = (
  ctx: Ctx & { actor: StaffActor },
  { slug, number, title, changeNote, material, effectiveOn }: NewVersion,
) => {
  const day = formatDayWithYear(effectiveOn)
  return insertAnnouncement(ctx, {
    audience: 'everybody',
    title: `${title}の改定のお知らせ（${day}から）`.slice(0, announcementLength.title),
    body: [
      `${day}から、${title}を改定します。`,
      changeNote,
      ...(material ? ['効力発生日以降の最初のサインインの際に、改めて同意をお願いします。'] : []),
      `[改定後の${title}](${pageAddresses[slug]}?version=${number})`,
    ].join('\n\n'),
    byMail: material,
    startsAt: null,
    endsAt: null,
  })
}
