import type pg from 'pg'
import { type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { pagesToAgreeTo } from '#modules/content/pages.ts'
import type { Row } from './bulk.ts'
import type { MakeId } from './ids.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

type Version = { id: Row<'pageVersions'>['id']; effective_on: JstDate }

/** The versions of the terms in force; pages are published from content/ before the demo is seeded. */
export async function versionsToAgreeTo(client: pg.ClientBase, now: Date): Promise<Version[]> {
  const { rows } = await client.query<Version>(
    `select distinct on (slug) id, effective_on::text from page_versions
      where slug = any ($1) and effective_on <= $2 order by slug, number desc`,
    [[...pagesToAgreeTo], jstDateOf(now)],
  )
  return rows
}

const tenDaysMs = 10 * 86_400_000

/** Every user agreed to all of them at one time, within days of their beginning or of joining, and before now. */
export function makeConsents(
  people: readonly Person[],
  versions: readonly Version[],
  now: Date,
  id: MakeId,
  random: Random,
): Row<'consents'>[] {
  const begunAt = Math.max(0, ...versions.map(({ effective_on }) => momentOf(effective_on, 7 * 60).getTime()))
  return people.flatMap((person) => {
    const from = Math.min(Math.max(begunAt, person.createdAt.getTime()), now.getTime())
    const at = new Date(from + Math.floor(random.next() * Math.min(tenDaysMs, now.getTime() - from)))
    return versions.map((version) => ({
      id: id<'consent'>(at),
      personId: person.id,
      pageVersionId: version.id,
      at,
      ip: null,
      userAgent: null,
    }))
  })
}
