import type { Kysely } from 'kysely'
import type { DbOrTx } from '#access/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import { newId } from '#kernel/ids.ts'
import type { PageFile } from './page-file.server.ts'

/** What happened to a file. `differs`: its version was published with other words, and stays as it was. */
type Taken = { slug: string; number: number; outcome: 'published' | 'there' | 'superseded' | 'differs' }

/**
 * Publishes the versions of content/ that are not there yet, in the order of their numbers; safe to run at every
 * start and by two processes at once. What was published stays: a file with other words under the same number is
 * reported and not taken, and one that is older than what staff published since is left alone.
 */
export const takeInPages = (db: Kysely<Database>, files: readonly PageFile[], now: Date): Promise<Taken[]> =>
  db.transaction().execute(async (db) => {
    const taken: Taken[] = []
    for (const file of files.toSorted((a, b) => a.slug.localeCompare(b.slug) || a.number - b.number))
      taken.push({ slug: file.slug, number: file.number, outcome: await takeIn(db, file, now) })
    return taken
  })

async function takeIn(db: DbOrTx, file: PageFile, now: Date): Promise<Taken['outcome']> {
  await db
    .insertInto('pages')
    .values({ slug: file.slug, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // one at a time: whoever comes second sees what the first has published
  await db.selectFrom('pages').select('slug').where('slug', '=', file.slug).forUpdate().execute()
  const newest = await db
    .selectFrom('page_versions')
    .select(['number', 'content_hash'])
    .where('slug', '=', file.slug)
    .orderBy('number', 'desc')
    .execute()
  const same = newest.find(({ number }) => number === file.number)
  if (same) return same.content_hash === file.hash ? 'there' : 'differs'
  if (newest[0] && newest[0].number > file.number) return 'superseded'
  await db
    .insertInto('page_versions')
    .values({
      id: newId<'pageVersion'>(),
      slug: file.slug,
      number: file.number,
      title: file.title,
      body: file.body,
      change_note: file.changeNote,
      material: file.material,
      effective_on: file.effectiveOn,
      published_at: now,
      author: '畝と皿 運営',
      admin_id: null,
      content_hash: file.hash,
    })
    .execute()
  return 'published'
}
