import type { TaxClass } from './deal.ts'

/**
 * How each program names a tax class (税区分), as data: a rate that is not listed has no name yet, and an export that
 * needs it is refused instead of guessed. Spellings that no official page confirms are marked; they can be replaced in
 * the settings. Sources: support.freee.co.jp 202847320, developer.freee.co.jp accounting-improvement/8133,
 * biz.moneyforward.com import-books ib01, support.yayoi-kk.co.jp page_id 18111 and 1430.
 */
export const softwares = ['freee', 'money_forward', 'yayoi'] as const
export type Software = (typeof softwares)[number]

export const softwareWord: Record<Software, string> = {
  freee: 'freee会計（取引）',
  money_forward: 'マネーフォワード クラウド会計（仕訳帳）',
  yayoi: '弥生会計（仕訳日記帳）',
}

type Names = { class: TaxClass; returns?: true; names: Record<Software, string> }

const sale = (percent: number, names: Names['names'], returns?: true): Names => ({
  class: { of: 'sale', percent },
  names,
  ...(returns && { returns }),
})
const purchase = (percent: number, deductible: number, names: Names['names'], returns?: true): Names => ({
  class: { of: 'purchase', percent, deductible },
  names,
  ...(returns && { returns }),
})

const rows: readonly Names[] = [
  { class: { of: 'none' }, names: { freee: '対象外', money_forward: '対象外', yayoi: '対象外' } },
  sale(10, { freee: '課税売上10%', money_forward: '課税売上 10%', yayoi: '課税売上込10%' }),
  sale(8, { freee: '課税売上8%（軽）', money_forward: '課税売上 (軽)8%', yayoi: '課税売上込軽減8%' }),
  sale(10, { freee: '課税売返10%', money_forward: '課税売上-返還等 10%', yayoi: '課税売返込10%' }, true),
  sale(8, { freee: '課税売返8%（軽）', money_forward: '課税売上-返還等 (軽)8%', yayoi: '課税売返込軽減8%' }, true),
  purchase(10, 100, { freee: '課対仕入10%', money_forward: '課税仕入 10%', yayoi: '課対仕入込10%適格' }),
  purchase(8, 100, { freee: '課対仕入8%（軽）', money_forward: '課税仕入 (軽)8%', yayoi: '課対仕入込軽減8%適格' }),
  purchase(10, 100, { freee: '課対仕返10%', money_forward: '課税仕入-返還等 10%', yayoi: '課対仕返込10%適格' }, true),
  purchase(
    8,
    100,
    { freee: '課対仕返8%（軽）', money_forward: '課税仕入-返還等 (軽)8%', yayoi: '課対仕返込軽減8%適格' },
    true,
  ),
  ...([80, 70, 50, 30] as const).flatMap((share) => [
    purchase(10, share, {
      freee: `課対仕入（控${share}）10%`,
      money_forward: '課税仕入 10%',
      yayoi: `課対仕入込10%区分${share}%`,
    }),
    purchase(8, share, {
      freee: `課対仕入（控${share}）8%（軽）`,
      money_forward: '課税仕入 (軽)8%',
      yayoi: `課対仕入込軽減8%区分${share}%`,
    }),
  ]),
]

/** null: the program has no name for it that we know. */
export function taxName(software: Software, tax: TaxClass, isReturn: boolean): string | null {
  const fitting = rows.filter((row) => isSame(row.class, tax))
  const chosen = (isReturn && fitting.find((row) => row.returns)) || fitting.find((row) => !row.returns)
  return chosen?.names[software] ?? null
}

/** As `taxName`, where the export has checked before that there is one. */
export function nameOf(software: Software, tax: TaxClass, isReturn: boolean): string {
  const name = taxName(software, tax, isReturn)
  if (name === null) throw new RangeError(`${software} has no name for ${JSON.stringify(tax)}`)
  return name
}

function isSame(a: TaxClass, b: TaxClass): boolean {
  if (a.of === 'none' || b.of === 'none') return a.of === b.of
  if (a.of !== b.of || a.percent !== b.percent) return false
  return a.of === 'sale' || b.of === 'sale' || a.deductible === b.deductible
}

/** The column インボイス of マネーフォワード; blank on a purchase would count as 適格, so it is always filled. */
export function invoiceMark(tax: TaxClass): string {
  if (tax.of !== 'purchase') return ''
  if (tax.deductible === 100) return '適格'
  return tax.deductible === 0 ? '控除なし' : `${tax.deductible}%控除`
}
