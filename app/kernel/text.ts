/**
 * Parsing of what Japanese users type. Never applied to names or free text: NFKC would turn ㈱ into (株), and 髙 survives
 * only by luck.
 */

/** Full-width digits, thousands separators, ¥, 円 and spaces are accepted; the result may still not be a number. */
export function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s,¥円]/g, '')
    .replace(/[‐‑–—―−ー]/g, '-')
}

/** A whole number as users type it (`１，２００`, `1,200`), or null. `0.5`, `十二` and an empty field are null. */
export function parseWholeNumber(text: unknown): number | null {
  if (typeof text === 'number') return Number.isSafeInteger(text) ? text : null
  if (typeof text !== 'string') return null
  const digits = plainDigits(text)
  if (!/^[+-]?\d{1,15}$/.test(digits)) return null
  return Number(digits)
}

/** `２．５` to thousandths (2500), or null; finer than a thousandth is null. */
export function parseThousandths(text: unknown): number | null {
  if (typeof text !== 'string') return null
  const match = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(plainDigits(text))
  if (!match) return null
  return Number(match[1]) * 1000 + Number((match[2] ?? '').padEnd(3, '0'))
}

/** Kilograms as users type them (`２．６８５`, `2.685 kg`) to whole grams, or null; finer than a gram is null. */
export const parseKilograms = (text: unknown): number | null =>
  typeof text === 'string' ? parseThousandths(plainDigits(text).replace(/kg$/i, '')) : null

/** katakana → hiragana (U+30A1–30F6), so that ニンジン and にんじん are equal. */
export const toHiragana = (text: string): string =>
  text.replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))

/** The form in which search compares: NFKC, lower case, hiragana, single spaces. */
export const searchKey = (text: string): string =>
  toHiragana(text.normalize('NFKC').toLowerCase()).replace(/\s+/g, ' ').trim()

/** The number of characters as users count them, so that 𠮷 is one and not two. */
export const lengthOf = (text: string): number => [...text].length

/** The sentence for a text that is too short to be useful. */
export const tooShortText = (least: number): string => `もう少し詳しく入力してください（${least}文字以上）`
