import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { TaxRateRow } from './consumption-tax.ts'

/** The dated rates as maintained by staff; a handful of rows. */
export const taxRates = query(
  'public',
  (ctx: Ctx): Promise<TaxRateRow[]> =>
    kept.one(ctx.db, 'all', async () => toTaxRates(await taxRateRows(ctx.db).execute())),
)

const kept = keptRows<TaxRateRow[]>({ channel: 'live_doors', tagsOf: () => ['tax_rates'], most: 1 })

export const taxRateRows = (db: DbOrTx) => db.selectFrom('taxRates').select(['kind', 'percent', 'fromOn', 'enabled'])

export type TaxRateStored = Awaited<ReturnType<ReturnType<typeof taxRateRows>['execute']>>[number]

export const toTaxRates = (rows: readonly TaxRateStored[]): TaxRateRow[] =>
  rows.flatMap(({ kind, ...row }) =>
    kind === 'standard' || kind === 'food' || kind === 'newspaper' ? [{ kind, ...row }] : [],
  )
