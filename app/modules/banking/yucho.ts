import { ok, type Result, refuse } from '#kernel/result.ts'

export const yuchoCode = '9900'

/** What a transfer to an account needs. 1 普通, 2 当座, 4 貯蓄. */
export type AccountType = '1' | '2' | '4'

export type YuchoRefusal = 'bad_symbol' | 'bad_number'

/** Digits in any width, without the blanks and hyphens that people type between them. */
export const digitsOf = (typed: string): string => typed.normalize('NFKC').replace(/[\s‐‑–—―−ー-]/g, '')

/** Behind its 記号 a passbook that was issued anew has one digit more, `10170-2`, which a transfer does not know. */
const reissued = /^(\d{5})[‐‑–—―−ー-]\d$/
const withoutReissue = (symbol: string): string => symbol.normalize('NFKC').replace(/\s/g, '').replace(reissued, '$1')

/** 記号番号 of a ゆうちょ account as 店番, 預金種目 and 口座番号: 10170 12345671 is 018, 普通, 1234567. */
export function fromYucho(
  symbol: string,
  number: string,
): Result<{ branchCode: string; type: AccountType; number: string }, YuchoRefusal> {
  const [, kind, branch] = /^([01])(\d\d)\d0$/.exec(digitsOf(withoutReissue(symbol))) ?? []
  if (!kind || !branch) return refuse('bad_symbol')
  const digits = digitsOf(number)
  if (kind === '0')
    return /^\d{1,7}$/.test(digits)
      ? ok({ branchCode: `${branch}9`, type: '2', number: digits.padStart(7, '0') })
      : refuse('bad_number')
  // the number of a savings book ends with 1, which a transfer leaves out
  return /^\d{1,7}1$/.test(digits)
    ? ok({ branchCode: `${branch}8`, type: '1', number: digits.slice(0, -1).padStart(7, '0') })
    : refuse('bad_number')
}
