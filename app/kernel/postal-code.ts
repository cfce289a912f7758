import { ok, type Result, refuse } from './result.ts'

/** Seven ASCII digits without a hyphen; the first may be 0. */
export type PostalCode = string & { readonly __unit: 'postalCode' }

export type PostalCodeRefusal = 'empty' | 'not_seven_digits'

/** `１００－０００１`, `〒100-0001`, `1000001` → 1000001. */
export function readPostalCode(typed: string): Result<PostalCode, PostalCodeRefusal> {
  const digits = typed.normalize('NFKC').replace(/[〒\s\-‐‑–—―−ー]/g, '')
  if (digits === '') return refuse('empty')
  return /^\d{7}$/.test(digits) ? ok(digits as PostalCode) : refuse('not_seven_digits')
}

/** 100-0001, as shown in the field. */
export const postalCodeText = (code: PostalCode): string => `${code.slice(0, 3)}-${code.slice(3)}`

const sentences: Record<PostalCodeRefusal, string> = {
  empty: '郵便番号が入力されていません。7桁の数字で入力してください（例 162-0825）',
  not_seven_digits: '桁数が違います。7桁の数字で入力してください（例 162-0825）',
}

export const postalCodeRefusalText = (refusal: PostalCodeRefusal): string => sentences[refusal]
