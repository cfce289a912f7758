import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#infra/db/kysely.server.ts'
import { readPageFile } from '#modules/content/page-file.server.ts'
import { takeInPages } from '#modules/content/take-in-pages.server.ts'

/** Publishes the versions in content/ that the database does not have, and reports them; see content/README.md. */
export async function prepareContent(db: Db, folder: string, now: Date, say: (line: string) => void): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md'))
  const files = await Promise.all(
    names
      .filter((name) => name !== 'README.md')
      .map(async (name) => readPageFile(name, await readFile(join(folder, name), 'utf8'))),
  )
  const taken = await takeInPages(db, files, now)
  const published = taken.filter(({ outcome }) => outcome === 'published')
  if (published.length > 0)
    say(`Pages: ${published.map(({ slug, number }) => `${slug} ${number}`).join(', ')} published`)
  for (const { slug, number } of taken.filter(({ outcome }) => outcome === 'differs'))
    say(`Pages: ${slug} ${number} was published with other words and stays; give the file a new version and a day`)
  for (const { slug, number, staffVersion } of taken.filter(({ outcome }) => outcome === 'unread'))
    say(
      `Pages: ${slug} ${number} was not taken, as staff wrote ${slug} ${staffVersion} since; ` +
        `put its words into the file (/admin/pages/${slug}) and say after: ${staffVersion}`,
    )
  for (const { slug, number, staffVersion } of taken.filter(({ outcome }) => outcome === 'early'))
    say(`Pages: ${slug} ${number} was not taken, as it would hold before ${slug} ${staffVersion}; give it a later day`)
}
