import type { ColumnType } from 'kysely'

/** The tables for Kysely. The constraints are in db/migrations. */

export type Json<T> = ColumnType<T, string, string>
/** Columns that triggers fill; see quantity_entries. */
export type Shown<T> = ColumnType<T | null, never, never>
