import { ok, type Result, refuse } from './result.ts'

/** 適格請求書発行事業者の登録番号: T and 13 digits, the first of them 1–9. */
export type InvoiceNumber = string & { readonly __unit: 'invoiceNumber' }

export type InvoiceNumberRefusal = 'empty' | 'not_thirteen_digits' | 'check_digit'

/** `t7000-0120-50002`, `Ｔ７０００…` → T7000012050002. Checks the form only; see `hasCheckDigit`. */
export function readInvoiceNumber(typed: string): Result<InvoiceNumber, InvoiceNumberRefusal> {
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-‐‑–—―−ー]/g, '')
  if (text === '') return refuse('empty')
  return /^T[1-9]\d{12}$/.test(text) ? ok(text as InvoiceNumber) : refuse('not_thirteen_digits')
}

/**
 * Whether the first digit is the check digit of the other twelve: 9 − (Σ Pn × Qn mod 9), n from the right, Q = 1, 2, 1,
 * 2 … True of every corporation's number (法人番号); whether it holds for sole traders is doubtful, so for them it may only
 * cause a warning, not a refusal. Source: 法人番号の指定に関する省令.
 */
export function hasCheckDigit(number: InvoiceNumber): boolean {
  const sum = [...number.slice(2)]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 2), 0)
  return Number(number[1]) === 9 - (sum % 9)
}

const sentences: Record<InvoiceNumberRefusal, string> = {
  empty: '登録番号が入力されていません。Tと13桁の数字で入力してください',
  not_thirteen_digits: '桁数または文字が違います。Tと13桁の数字で入力してください',
  check_digit: '法人の登録番号として正しくありません。通知書の番号を確認し、入力し直してください',
}

export const invoiceNumberRefusalText = (refusal: InvoiceNumberRefusal): string => sentences[refusal]
