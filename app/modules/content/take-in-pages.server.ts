import type { Kysely } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import { newId } from '#kernel/ids.ts'
import type { PageFile } from './page-file.server.ts'

/**
 * What happened to a file. `differs`: its version was published with other text, and stays unchanged. `unread`: staff
 * wrote the version before it, and the file does not say that its author has read it. `early`: it would come into force
 * earlier than what staff wrote.
 */
type Taken = {
  slug: string
  number: number
  outcome: 'published' | 'there' | 'superseded' | 'differs' | 'unread' | 'early'
  /** The newest existing version, if it was written by staff. */
  staffVersion?: number
}

/**
 * Publishes the versions of content/ that do not exist yet, in the order of their numbers; safe to run at every start
 * and concurrently. Published versions stay: a file with other text under the same number is reported and refused, and
 * one older than what staff published since is ignored. A version that staff wrote in the browser is never replaced
 * unseen: a newer file follows it only when it names it (`after: 3`), and never prevents the start.
 */
export const takeInPages = (db: Kysely<Database>, files: readonly PageFile[], now: Date): Promise<Taken[]> =>
  db.transaction().execute(async (db) => {
    const taken: Taken[] = []
    for (const file of files.toSorted((a, b) => a.slug.localeCompare(b.slug) || a.number - b.number))
      taken.push({ slug: file.slug, number: file.number, ...(await takeIn(db, file, now)) })
    return taken
  })

async function takeIn(db: DbOrTx, file: PageFile, now: Date): Promise<Pick<Taken, 'outcome' | 'staffVersion'>> {
  await db
    .insertInto('pages')
    .values({ slug: file.slug, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // serialised: the second sees what the first has published
  await db.selectFrom('pages').select('slug').where('slug', '=', file.slug).forUpdate().execute()
  const there = await db
    .selectFrom('pageVersions')
    .select(['number', 'contentHash', 'effectiveOn', 'adminId'])
    .where('slug', '=', file.slug)
    .orderBy('number', 'desc')
    .execute()
  const same = there.find(({ number }) => number === file.number)
  if (same) return { outcome: same.contentHash === file.hash ? 'there' : 'differs' }
  const [newest] = there
  if (newest && newest.number > file.number) return { outcome: 'superseded' }
  if (newest?.adminId) {
    const staffVersion = newest.number
    if (file.after !== staffVersion) return { outcome: 'unread', staffVersion }
    if (file.effectiveOn < newest.effectiveOn) return { outcome: 'early', staffVersion }
  }
  await db
    .insertInto('pageVersions')
    .values({
      id: newId<'pageVersion'>(),
      slug: file.slug,
      number: file.number,
      title: file.title,
      body: file.body,
      changeNote: file.changeNote,
      material: file.material,
      effectiveOn: file.effectiveOn,
      publishedAt: now,
      author: '畝と皿 運営',
      adminId: null,
      contentHash: file.hash,
    })
    .execute()
  return { outcome: 'published' }
}
