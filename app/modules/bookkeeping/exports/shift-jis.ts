import { encode } from 'iconv-lite'
import { sameSign } from '#modules/delivery/carrier-files/jis-text.ts'

/** What stands for a letter that Windows' Shift_JIS (CP932) lacks: 𠮷, emoji. */
const geta = '〓'

/**
 * The text as CP932, and the letters it could not write. 〜 and its like are there under another code point, which comes first:
 * ¥ alone would be written as a backslash.
 */
export function toShiftJis(text: string): { bytes: Uint8Array; replaced: string[] } {
  const replaced = new Set<string>()
  const writable = [...text].map((letter) => {
    const found = [sameSign[letter], letter].find((it) => it !== undefined && isWritable(it))
    if (found === undefined) replaced.add(letter)
    return found ?? geta
  })
  return { bytes: encode(writable.join(''), 'cp932'), replaced: [...replaced] }
}

const isWritable = (letter: string) => letter === '?' || encode(letter, 'cp932').toString('latin1') !== '?'
