import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { theApp } from './test.ts'

/** Asks the database of the app under test, for what no page shows. */
export const query = (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  theApp().query(sql, values)

/** The session of this browser has proved who it is eleven minutes ago, and not since. */
export async function ageProof(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  const hashes = cookies
    .filter(({ name }) => name === '__Host-sid' || name === '__Host-adm')
    .map(({ value }) => createHash('sha256').update(value).digest())
  await query(`update sessions set auth_time = auth_time - interval '11 minutes' where id_hash = any($1)`, [hashes])
}

/** Empties a user's carts: what earlier tests left there, and what came back from an expired approval. */
export async function emptyCarts(email: string): Promise<void> {
  await query(
    `delete from cart_lines where cart_id in
       (select c.id from carts c join people p on p.id = c.person_id where p.email = $1)`,
    [email],
  )
}
