import type { JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { isBankHoliday } from './bank-days.ts'
import { digits, letters, monthAndDay, recordsToBytes, type Separator, spaces } from './fixed-width.ts'
import type { AccountType } from './yucho.ts'

/** Names as the directory or the owner writes them; only codes and numbers decide where the money goes. */
export type TransferAccount = {
  bankCode: string
  bankName: string
  branchCode: string
  branchName: string
  type: AccountType
  number: string
}

export type TransferSender = TransferAccount & {
  /** 振込依頼人コード, which the bank gives. */
  code: string
  name: string
}

export type Transfer = TransferAccount & {
  holder: string
  yen: number
  /** What we call it, up to ten digits; the bank sends it back. */
  reference: string
}

export type TransferRefusal = 'no_transfers' | 'bad_amount' | 'not_bank_day'

const holderBytes = 30
const mostYen = 9_999_999_999

/**
 * 総合振込 (種別 21): header, one record for each transfer in their order, trailer, end. Two transfers to one account stay
 * two. `cut`: the places of those whose holder is too long for the record and was cut.
 */
export function writeTransferFile(
  { sender, on, transfers }: { sender: TransferSender; on: JstDate; transfers: readonly Transfer[] },
  separator?: Separator,
): Result<{ bytes: Uint8Array; cut: number[] }, TransferRefusal> {
  if (transfers.length === 0) return refuse('no_transfers')
  if (transfers.some(({ yen }) => !Number.isSafeInteger(yen) || yen < 1 || yen > mostYen)) return refuse('bad_amount')
  if (isBankHoliday(on)) return refuse('not_bank_day')
  const header = [
    '1210',
    digits(sender.code, 10),
    letters(sender.name, 40),
    monthAndDay(on),
    digits(sender.bankCode, 4),
    letters(sender.bankName, 15),
    digits(sender.branchCode, 3),
    letters(sender.branchName, 15),
    sender.type,
    digits(sender.number, 7),
    spaces(17),
  ].join('')
  const total = transfers.reduce((sum, { yen }) => sum + yen, 0)
  const trailer = `8${digits(transfers.length, 6)}${digits(total, 12)}${spaces(101)}`
  const records = [header, ...transfers.map(transferRecord), trailer, `9${spaces(119)}`]
  return ok({
    bytes: recordsToBytes(records, separator),
    cut: transfers.flatMap(({ holder }, at) => (holder.length > holderBytes ? [at] : [])),
  })
}

const transferRecord = (to: Transfer): string =>
  [
    '2',
    digits(to.bankCode, 4),
    letters(to.bankName, 15),
    digits(to.branchCode, 3),
    letters(to.branchName, 15),
    spaces(4),
    to.type,
    digits(to.number, 7),
    letters(to.holder, holderBytes),
    digits(to.yen, 10),
    '0',
    digits(to.reference, 10),
    digits(0, 10),
    '7',
    spaces(8),
  ].join('')
