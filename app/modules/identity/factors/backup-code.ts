/** How many are made at a time, and the letters of each: 50 bits, in two groups. */
export const backupCodeCount = 10
const length = 10
/** Without i, l, o, u: no letter that could be misread. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** A new code from ten random bytes: `k3m9x-2p7qa`. */
export const backupCodeFrom = (bytes: Uint8Array): string =>
  grouped([...bytes.subarray(0, length)].map((byte) => letters[byte % letters.length] ?? '').join(''))

const grouped = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/** Typed text, normalised to a code: `Ｋ３Ｍ９Ｘ ２Ｐ７ＱＡ` → k3m9x-2p7qa; null if it cannot be one. */
export function readBackupCode(typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\-‐‑–—―−ー]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  const isCode = text.length === length && [...text].every((letter) => letters.includes(letter))
  return isCode ? grouped(text) : null
}
