import { providerErrorSentence } from '../provider-error-text.ts'

/**
 * What the user is shown after a failed attempt: a sentence, the code for support, and whether changing the window may
 * help.
 */
export type Failure = { sentence: string; code: string; blocked: boolean }

/**
 * The server's own sentence if there is one, else that of the SDK's code. null: the user closed the window or opened
 * another one, and needs no explanation.
 */
export function failureOf(code: string, said: string | null): Failure | null {
  const sentence = said ?? providerErrorSentence(code)
  return sentence === '' ? null : { sentence, code: code.replace('auth/', ''), blocked: code === 'auth/popup-blocked' }
}
