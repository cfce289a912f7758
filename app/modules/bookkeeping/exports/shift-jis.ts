import { encode } from 'iconv-lite'

/** What stands for a letter that Windows' Shift_JIS (CP932) lacks: 𠮷, emoji. */
const geta = '〓'

/** The text as CP932, and the letters it could not write. */
export function toShiftJis(text: string): { bytes: Uint8Array; replaced: string[] } {
  const replaced = new Set<string>()
  const writable = [...text].map((letter) => {
    if (letter.codePointAt(0) === 0x3f || encode(letter, 'cp932').toString('latin1') !== '?') return letter
    replaced.add(letter)
    return geta
  })
  return { bytes: encode(writable.join(''), 'cp932'), replaced: [...replaced] }
}
