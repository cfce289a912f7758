import { z } from 'zod'
import { ok, refuse } from '#kernel/result.ts'
import { readBankKana } from './account-kana.ts'
import { bankOf, branchOf } from './bank-directory.server.ts'
import { digitsOf, fromYucho, yuchoCode } from './yucho.ts'

/** An account as its owner types it. */
export const accountInput = {
  bankCode: z.string().trim().max(10).default(''),
  branchCode: z.string().trim().max(10).default(''),
  type: z.enum(['1', '2', '4'], { error: '預金種目を選択してください。' }).default('1'),
  symbol: z.string().trim().max(20).default('').describe('ゆうちょ銀行の記号'),
  number: z.string().trim().max(20).default('').describe('口座番号。ゆうちょ銀行は番号'),
  holder: z.string().trim().max(200).default('').describe('口座名義（カナ）'),
}

type Given = {
  bankCode: string
  branchCode: string
  type: '1' | '2' | '4'
  symbol: string
  number: string
  holder: string
}

/** Its codes and number, the names that the directory has for them, and the holder in the letters of banks. */
export async function readAccount(given: Given) {
  const bankCode = digitsOf(given.bankCode)
  const bank = await bankOf(bankCode)
  if (!bank) return refuse('bank_unknown')
  const yucho = bankCode === yuchoCode && fromYucho(given.symbol, given.number)
  if (yucho && !yucho.ok) return refuse(yucho.refusal === 'bad_number' ? 'bad_yucho_number' : 'bad_symbol')
  const { branchCode, type, number } = yucho
    ? yucho.value
    : { branchCode: digitsOf(given.branchCode), type: given.type, number: digitsOf(given.number) }
  const branch = await branchOf(bankCode, branchCode)
  if (!branch) return refuse(yucho ? 'bad_symbol' : 'branch_unknown')
  if (!/^\d{1,7}$/.test(number)) return refuse('bad_number')
  const holder = readBankKana(given.holder)
  if (!holder.ok) return holder
  return ok({
    bankCode,
    bankName: bank.name,
    bankKana: bank.kana,
    branchCode,
    branchName: branch.name,
    branchKana: branch.kana,
    type,
    number: number.padStart(7, '0'),
    holder: holder.value,
  })
}
