import { sql } from 'kysely'
import { type Yen, yen, zeroYen } from '#kernel/yen.ts'
import type { StatementContent } from '#modules/issued-documents/document-content.ts'
import type { Entry } from '#modules/issued-documents/slip-entries.ts'

/**
 * What a claim `c` keeps back of a payout, in yen: its amount with the tax of its line, rounded up, so that never too much
 * is paid. Of a whole order it is the highest rate of its lines.
 */
export const claimedYen = sql<string>`(
  select ceil(c.amount_yen * (100 + max(l.tax_percent)) / 100.0)::bigint from order_lines l
   where l.order_id = c.order_id and (c.whole_order or l.id = c.order_line_id))`

/** What an objection `o` to a slip of a charge `s` keeps back, in yen: its line, or all that the slip pays: nothing if it gives back. */
export const objectedYen = sql<string>`least(o.held_yen, greatest(0, s.farm_yen - s.fee_yen))`

type Slip = Pick<StatementContent['slips'][number], 'lines' | 'farmYen' | 'feeYen'>

/**
 * What a line adds to a payout, in yen: with its tax, rounded up, less its part of our fee, rounded down; never more than
 * its slip pays. Nothing for one that gives back.
 */
export function payoutOfLine(slip: Slip, { kind, yen: amount, taxPercent }: Entry): Yen {
  const pays = slip.farmYen - slip.feeYen
  if (amount <= 0 || pays <= 0) return zeroYen
  const goods = slip.lines.reduce((sum, line) => sum + line.yen, 0)
  const fee = kind === 'goods' && goods > 0 ? Math.floor((slip.feeYen * amount) / goods) : 0
  return yen(Math.min(pays, amount + Math.ceil((amount * taxPercent) / 100) - fee))
}
