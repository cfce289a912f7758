import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Every row of every table in every schema, as text: what a reader of the database, or of a copy of it, has. */
export async function everythingStored(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) =>
      pool.query<{ text: string }>(`select coalesce(string_agg(t::text, E'\\n'), '') as text from ${name} t`),
    ),
  )
  return texts.map(({ rows }) => rows[0]?.text ?? '').join('\n')
}

/** How many characters of a secret, or bytes of it, count as having it in part. */
const [partChars, partBytes] = [12, 8]

/**
 * Which parts of a secret stand in a text: pieces of it as it is written, or of its bytes in hexadecimal. Of an id that has a
 * mark of the vault behind it (`idBytes`), the id is no secret.
 */
export function partsIn(text: string, secret: string, idBytes = 0): string[] {
  const written = [...windows(secret.slice(Math.ceil((idBytes * 4) / 3)), partChars)]
  const asText = windows(Buffer.from(secret).toString('hex'), partChars * 2)
  const bytes = Buffer.from(secret, 'base64url').subarray(idBytes)
  const asBytes = secret.length === 43 ? windows(bytes.toString('hex'), partBytes * 2) : []
  return [...written, ...asText, ...asBytes].filter((piece) => text.includes(piece))
}

const windows = (whole: string, size: number): string[] =>
  Array.from({ length: Math.max(1, whole.length - size + 1) }, (_, at) => whole.slice(at, at + size))

/** Everything in a text that has the shape of a secret of ours (or had: UUIDs), or becomes one when it is written differently. */
export const looksLikeSecrets = (text: string): string[] => [
  ...new Set([
    ...[...text.matchAll(/(?<![\w-])[\w-]{43}(?![\w-])/g)].map(([found]) => found),
    ...[...text.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)].map(([found]) => found),
    ...[...text.matchAll(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g)].map(([hex]) =>
      Buffer.from(hex, 'hex').toString('base64url'),
    ),
  ]),
]

/** Whether the plain hash of a text stands in another: then it is a secret that works, or did. */
export const isHashedIn = (text: string, secret: string): boolean =>
  text.includes(createHash('sha256').update(secret).digest('hex'))
