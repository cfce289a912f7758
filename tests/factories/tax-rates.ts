import { readFileSync } from 'node:fs'
import { jstDate } from '../../app/kernel/jst.ts'
import type { TaxRateRow } from '../../app/modules/pricing/tax/consumption-tax.ts'

const migration = readFileSync(new URL('../../db/migrations/0003-tax.sql', import.meta.url), 'utf8')
const aRow = /\('(standard|food|newspaper)', (\d+), '(\d{4}-\d\d-\d\d)', (true|false)/g

/** The rates with which a new database starts, read from its migration: a second list could differ. */
export const newTaxRates: readonly TaxRateRow[] = [...migration.matchAll(aRow)].map(
  ([, kind, percent, fromOn, enabled]) => ({
    kind: kind as TaxRateRow['kind'],
    percent: Number(percent),
    fromOn: jstDate(String(fromOn)),
    enabled: enabled === 'true',
  }),
)
