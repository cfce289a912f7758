import { type AccountNames, type Deal, isReturn } from './deal.ts'
import { nameOf } from './tax-names.ts'
import type { ExportRow } from './write-export.ts'

/** 摘要: 64 half-width letters in most sources, 30 in one; the shorter is safe in both. */
const longestMemo = 30

/**
 * 「仕訳日記帳」 of 弥生会計 (05 and later): 25 columns without a header. Only single rows (2000), one per rate, so that no
 * rule of slips applies. Below zero the sides are swapped. The tax of a purchase under 経過措置 is left to the program.
 * Source: support.yayoi-kk.co.jp page_id 18545, 18111.
 */
export const yayoiRows = (deals: readonly Deal[], accounts: AccountNames): ExportRow[] =>
  deals.flatMap((deal) =>
    deal.parts.map((part) => {
      const { tax } = part
      const size = Math.abs(part.yen)
      const left = tax.of === 'purchase' && tax.deductible < 100 ? '' : Math.abs(part.taxYen)
      const own = [accounts[part.account], '', '', nameOf('yayoi', tax, isReturn(deal, part)), size, left]
      const balance = [accounts[deal.balance], deal.partner, '', '対象外', size, 0]
      const isDebit = (deal.direction === 'expense') === part.yen > 0
      const sides = isDebit ? [...own, ...balance] : [...balance, ...own]
      const memo = [...part.memo].slice(0, longestMemo).join('')
      return [2000, '', '', deal.on.replaceAll('-', ''), ...sides, memo, '', '', 0, '', '', 0, 0, 'no']
    }),
  )
