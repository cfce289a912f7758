import { type AccountNames, type Deal, isReturn, totalOf } from './deal.ts'
import { slashed } from './slashed.ts'
import { invoiceMark, nameOf } from './tax-names.ts'
import type { ExportRow } from './write-export.ts'

export const moneyForwardHeader =
  '取引No,取引日,借方勘定科目,借方補助科目,借方部門,借方取引先,借方税区分,借方インボイス,借方金額(円),借方税額,貸方勘定科目,貸方補助科目,貸方部門,貸方取引先,貸方税区分,貸方インボイス,貸方金額(円),貸方税額,摘要,仕訳メモ,タグ,MF仕訳タイプ,決算整理仕訳,作成日時,作成者,最終更新日時,最終更新者'.split(
    ',',
  )

type Leg = { side: 'debit' | 'credit'; cells: (string | number)[]; memo: string }
const noLeg = Array<string>(8).fill('')

/**
 * 「仕訳帳」 of マネーフォワード: the rows of one 取引No are one compound entry, whose two sides are equal. What is below zero
 * stands on the other side. Source: biz.moneyforward.com import-books ib01.
 */
export function moneyForwardRows(deals: readonly Deal[], accounts: AccountNames): ExportRow[] {
  return deals.flatMap((deal, index) => {
    const legs = legsOf(deal, accounts)
    const debits = legs.filter(({ side }) => side === 'debit')
    const credits = legs.filter(({ side }) => side === 'credit')
    return Array.from({ length: Math.max(debits.length, credits.length) }, (_, at) => {
      const [debit, credit] = [debits[at], credits[at]]
      const memo = (deal.direction === 'expense' ? debit?.memo || credit?.memo : credit?.memo || debit?.memo) ?? ''
      return [
        index + 1,
        slashed(deal.on),
        ...(debit?.cells ?? noLeg),
        ...(credit?.cells ?? noLeg),
        memo,
        ...Array(8).fill(''),
      ]
    })
  })
}

function legsOf(deal: Deal, accounts: AccountNames): Leg[] {
  const natural = deal.direction === 'expense' ? 'debit' : 'credit'
  const other = deal.direction === 'expense' ? 'credit' : 'debit'
  const total = totalOf(deal)
  const parts = deal.parts.map(
    (part): Leg => ({
      side: part.yen < 0 ? other : natural,
      cells: [
        accounts[part.account],
        '',
        '',
        deal.partner,
        nameOf('money_forward', part.tax, isReturn(deal, part)),
        invoiceMark(part.tax),
        Math.abs(part.yen),
        Math.abs(part.taxYen),
      ],
      memo: part.memo,
    }),
  )
  const balance: Leg = {
    side: total < 0 ? natural : other,
    cells: [accounts[deal.balance], '', '', deal.partner, '対象外', '', Math.abs(total), ''],
    memo: '',
  }
  return total === 0 ? parts : [balance, ...parts]
}
