import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../app/infra/db/connect.server.ts'

/**
 * Somebody who works beside a demo person, with the same password, and has agreed to nothing yet. A consent is never
 * taken back, so every test that gives one needs a person of its own. Answers the e-mail address to sign in with.
 */
export async function newColleagueOf(colleague: string): Promise<string> {
  const dataDir = readFileSync(join(tmpdir(), `une-to-sara-e2e-folder-${process.env.E2E_PORT ?? 3199}`), 'utf8').trim()
  const database = await openDatabase({ dataDir, poolSize: 1, onNotice: () => {} })
  const [id, membership] = [randomUUID(), randomUUID()]
  const email = `new-${id}@example.jp`
  try {
    await database.pool.query(
      `with beside as (select m.farm_id, m.restaurant_id, w.phc from people p
                         join memberships m on m.person_id = p.id join passwords w on w.person_id = p.id
                        where p.email = $3),
            person as (insert into people (id, email, name, email_verified_at, created_at) values ($1, $2, '新しい人', now(), now())),
            password as (insert into passwords (person_id, phc, changed_at) select $1, phc, now() from beside)
       insert into memberships (id, person_id, farm_id, restaurant_id, role)
       select $4, $1, farm_id, restaurant_id, 'staff' from beside`,
      [id, email, colleague, membership],
    )
  } finally {
    await database.close()
  }
  return email
}
