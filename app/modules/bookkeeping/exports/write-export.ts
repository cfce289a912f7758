import { csvLine, csvStart } from '#kernel/csv.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { type AccountNames, type Deal, type ExportFile, isReturn } from './deal.ts'
import { freeeHeader, freeeRows } from './freee.ts'
import { moneyForwardHeader, moneyForwardRows } from './money-forward.ts'
import { toShiftJis } from './shift-jis.ts'
import { type Software, taxName } from './tax-names.ts'
import { yayoiRows } from './yayoi.ts'

/** A row is what the program reads, before it is encoded. */
export type ExportRow = readonly (string | number)[]
export type Encoding = 'utf8' | 'shift_jis'

/** Which encodings a program takes; the first is what we write unless told otherwise. */
export const encodings = {
  freee: ['utf8', 'shift_jis'],
  money_forward: ['shift_jis', 'utf8'],
  yayoi: ['shift_jis'],
} as const satisfies Record<Software, readonly Encoding[]>

const layouts = {
  freee: { header: freeeHeader, rows: freeeRows },
  money_forward: { header: moneyForwardHeader, rows: moneyForwardRows },
  yayoi: { header: null, rows: yayoiRows },
}

/**
 * The file that a program imports unchanged: one row per tax rate, amounts with tax. Refused when a rate has no name in
 * that program, with the rate and the number of the document.
 */
export function writeExport(
  software: Software,
  deals: readonly Deal[],
  {
    accounts,
    encoding = encodings[software][0],
    fileName,
  }: { accounts: AccountNames; encoding?: Encoding; fileName: string },
): Result<ExportFile, 'no_tax_name'> {
  for (const deal of deals)
    for (const part of deal.parts)
      if (taxName(software, part.tax, isReturn(deal, part)) === null)
        return refuse('no_tax_name', { number: deal.number, percent: part.tax.of === 'none' ? 0 : part.tax.percent })
  const { header, rows } = layouts[software]
  const lines = [...(header ? [header] : []), ...rows(deals, accounts)]
  const text = lines.map((line) => csvLine(line)).join('')
  if (encoding === 'utf8')
    return ok({ fileName, mediaType: 'text/csv; charset=utf-8', bytes: Buffer.from(csvStart + text), replaced: [] })
  return ok({ fileName, mediaType: 'text/csv; charset=shift_jis', ...toShiftJis(text) })
}
