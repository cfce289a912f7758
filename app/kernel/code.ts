import { ok, type Result, refuse } from './result.ts'

export type CodeRefusal = 'empty' | 'wrong_digits'

/** The digits of a code sent by mail or phone: `１２３ ４５６` → 123456. Never longer than expected. */
export function readCode(typed: string, length: number): Result<string, CodeRefusal> {
  const digits = typed.normalize('NFKC').replace(/[\s\-‐‑–—―−ー]/g, '')
  if (digits === '') return refuse('empty')
  return digits.length === length && /^\d+$/.test(digits) ? ok(digits) : refuse('wrong_digits', { length })
}

export const codeRefusalText = (refusal: CodeRefusal, length: number): string =>
  refusal === 'empty'
    ? `番号が入力されていません。届いた${length}桁の数字を入力してください`
    : `桁数または文字が違います。届いた${length}桁の数字を入力してください`
