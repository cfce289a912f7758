import { yen } from '#kernel/yen.ts'
import { type AccountNames, type Deal, type DealPart, isReturn, totalOf } from './deal.ts'
import { slashed } from './slashed.ts'
import { nameOf } from './tax-names.ts'
import type { ExportRow } from './write-export.ts'

export const freeeHeader =
  '収支区分,管理番号,発生日,決済期日,取引先コード,取引先,勘定科目,税区分,金額,税計算区分,税額,備考,品目,部門,メモタグ（複数指定可、カンマ区切り）,セグメント1,セグメント2,セグメント3,決済日,決済口座,決済金額'.split(
    ',',
  )

/**
 * 「取引」 of freee: a deal is its first row and the rows below it without 収支区分. Without 決済日 it is unpaid, and freee
 * itself books it on 売掛金 or 買掛金; against the bank it is paid on its day, against another account that is its last row.
 * Source: support.freee.co.jp 202847320.
 */
export const freeeRows = (deals: readonly Deal[], accounts: AccountNames): ExportRow[] =>
  deals.flatMap((deal) =>
    rowsOf(deal).map((part, at) => [
      ...(at === 0
        ? [
            direction[deal.direction],
            deal.number,
            slashed(deal.on),
            deal.dueOn ? slashed(deal.dueOn) : '',
            '',
            deal.partner,
          ]
        : ['', '', slashed(deal.on), '', '', '']),
      accounts[part.account],
      nameOf('freee', part.tax, isReturn(deal, part)),
      part.yen,
      '内税',
      part.taxYen,
      part.memo,
      ...Array(6).fill(''),
      ...(at === 0 && deal.balance === 'bank' ? [slashed(deal.on), accounts.bank, totalOf(deal)] : ['', '', '']),
    ]),
  )

/** Those that freee books itself, and the bank of a payment. */
const isImplied = ({ direction, balance }: Deal) =>
  balance === 'bank' || balance === (direction === 'income' ? 'receivables' : 'payables')

function rowsOf(deal: Deal): readonly DealPart[] {
  if (isImplied(deal)) return deal.parts
  const { balance: account } = deal
  const last = { account, tax: { of: 'none' as const }, yen: yen(-totalOf(deal)), taxYen: yen(0) }
  return [...deal.parts, { ...last, memo: deal.parts[0]?.memo ?? '' }]
}

const direction = { expense: '支出', income: '収入' } as const
