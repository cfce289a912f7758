import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../app/infra/db/connect.server.ts'

/** Asks the database of the app under test, for what no page shows. */
export async function query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const dataDir = readFileSync(join(tmpdir(), `une-to-sara-e2e-folder-${process.env.E2E_PORT ?? 3199}`), 'utf8')
  const database = await openDatabase({ dataDir, poolSize: 1, onNotice: () => {} })
  try {
    return (await database.pool.query(sql, values)).rows
  } finally {
    await database.close()
  }
}

/** Whatever the stories before have left in somebody's carts; also what came back from an approval that ran out. */
export async function emptyCarts(email: string): Promise<void> {
  await query(
    `delete from cart_lines where cart_id in
       (select c.id from carts c join people p on p.id = c.person_id where p.email = $1)`,
    [email],
  )
}
