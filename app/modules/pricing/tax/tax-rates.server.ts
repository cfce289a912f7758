import type { Ctx } from '#authorization/ctx.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { TaxRateRow } from './consumption-tax.ts'

/** The dated rates as maintained by staff; a handful of rows. */
export const taxRates = query(
  'public',
  (ctx: Ctx): Promise<TaxRateRow[]> => kept.one(ctx.db, 'all', () => readRates(ctx)),
)

const kept = keptRows<TaxRateRow[]>({ channel: 'live_doors', tagsOf: () => ['tax_rates'], most: 1 })

async function readRates(ctx: Ctx): Promise<TaxRateRow[]> {
  const rows = await ctx.db.selectFrom('taxRates').select(['kind', 'percent', 'fromOn', 'enabled']).execute()
  return rows.flatMap(({ kind, ...row }) =>
    kind === 'standard' || kind === 'food' || kind === 'newspaper' ? [{ kind, ...row }] : [],
  )
}
