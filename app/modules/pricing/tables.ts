import type { TaxKind } from '#kernel/enums.ts'
import type { JstDate } from '#kernel/jst.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type PricingTables = {
  taxRates: { kind: TaxKind; percent: number; fromOn: JstDate; enabled: boolean; source: string }
}
