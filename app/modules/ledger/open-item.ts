import type { JstDate } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'

/**
 * What of one kind needs a person: how many, how much in yen together, and the day of the oldest in Japan. Null: the kind has
 * no amount, or no day.
 */
export type OpenItem = { count: number; yen: Yen | null; since: JstDate | null }

/** A row of such sums; they come from the database as text. */
export type OpenItemRow = { count: string; yen: string | null; since: JstDate | null }

export const nothingOpen: OpenItem = { count: 0, yen: null, since: null }

export const openItemOf = ({ count, yen: sum, since }: OpenItemRow): OpenItem => ({
  count: Number(count),
  yen: sum === null ? null : yen(Number(sum)),
  since,
})

/** Of rows that name their kind, each kind once; a kind without a row is not open. */
export function openItemsOf<K extends string>(
  kinds: readonly K[],
  rows: readonly (OpenItemRow & { kind: K })[],
): Record<K, OpenItem> {
  const found = new Map(rows.map((row) => [row.kind, openItemOf(row)]))
  return Object.fromEntries(kinds.map((kind) => [kind, found.get(kind) ?? nothingOpen])) as Record<K, OpenItem>
}

/** Those of which there are any, in the order of the kinds. */
export const openOnly = <K extends string>(kinds: readonly K[], items: Record<K, OpenItem>) =>
  kinds.flatMap((kind) => (items[kind].count > 0 ? [{ kind, ...items[kind] }] : []))
