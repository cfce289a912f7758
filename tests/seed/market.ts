import type pg from 'pg'
import { type SeedOptions, type SeedSummary, seedDemo } from '../../db/seed/seed.ts'

const knownHash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaA'

/** The demo market as it would be at this moment; the password is not hashed, because hashing is slow on purpose. */
export const seed = (pool: pg.Pool, now: Date, more: Pick<SeedOptions, 'books' | 'files'> = {}): Promise<SeedSummary> =>
  seedDemo(pool, { now, password: 'demo', hashPassword: async () => knownHash, ...more })

/** Milliseconds that a hook has for it, with a year of money too, on a machine that does other work beside. */
export const seedingMs = 300_000

export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

export const sqlOn =
  (pool: () => pg.Pool): Sql =>
  async (text, values = []) =>
    (await pool().query<Record<string, unknown>>(text, values)).rows

/** The number in the first column of the first row. */
export const countOn =
  (sql: Sql) =>
  async (text: string, values: unknown[] = []): Promise<number> =>
    Number(Object.values((await sql(text, values))[0] ?? {})[0])
