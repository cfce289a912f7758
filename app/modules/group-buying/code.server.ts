import { randomInt } from 'node:crypto'
import { z } from 'zod'

/** Without I, O, 0 and 1, which are read for one another when the code is told by telephone. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 10

/** An invitation that cannot be guessed: 50 bits. */
export const newCode = (): string => Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')

/** As it was typed or dictated: small letters, spaces and hyphens do not matter; null for what is no code. */
export function readCode(text: string): string | null {
  const code = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  return /^[2-9A-HJ-NP-Z]{10}$/.test(code) ? code : null
}

const wrong = '招待コードは10文字です。招待に記載のとおり入力してください（例 K7F3Q-2M9TX）。'

export const CodeIn = z
  .string(wrong)
  .transform((text, issue): string => {
    const code = readCode(text)
    if (code) return code
    issue.addIssue({ code: 'custom', message: wrong })
    return z.NEVER
  })
  .describe('招待コード')
