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
    ? `番号がありません。届いた${length}けたの数字を入力してください`
    : `けたの数か文字がちがいます。届いた${length}けたの数字を入力してください`
