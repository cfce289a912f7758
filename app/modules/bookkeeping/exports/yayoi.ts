import { takeWidth, widthOf } from '#modules/delivery/carrier-files/jis-text.ts'
import { type AccountNames, type Deal, isReturn } from './deal.ts'
import { nameOf } from './tax-names.ts'
import type { ExportRow } from './write-export.ts'

/**
 * 摘要 in half-width columns (bytes of CP932): the sources say 64 half-width or 30 full-width letters; 60 columns are within
 * both.
 */
const memoWidth = 60
/** 補助科目 in half-width columns. */
const nameWidth = 24
/** What a part of a slip is (食材, 送料, 販売手数料) ends its memo, after a space. */
const lastWordWidth = 12

/**
 * Cut between letters. The number of the document begins the memo and what is booked ends it; between them the name of a farm
 * is shortened.
 */
function memoOf(memo: string): string {
  if (widthOf(memo) <= memoWidth) return memo
  const at = memo.lastIndexOf(' ')
  const last = at > 0 && widthOf(memo.slice(at)) <= lastWordWidth ? memo.slice(at) : ''
  return takeWidth(memo.slice(0, memo.length - last.length), memoWidth - widthOf(last))[0] + last
}

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
      const balance = [accounts[deal.balance], takeWidth(deal.partner, nameWidth)[0], '', '対象外', size, 0]
      const isDebit = (deal.direction === 'expense') === part.yen > 0
      const sides = isDebit ? [...own, ...balance] : [...balance, ...own]
      return [2000, '', '', deal.on.replaceAll('-', ''), ...sides, memoOf(part.memo), '', '', 0, '', '', 0, 0, 'no']
    }),
  )
