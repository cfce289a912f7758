import { providerErrorSentence } from '../provider-error-text.ts'

/** What the person is told after a try: a sentence, the code for support, and whether changing the window may help. */
export type Failure = { sentence: string; code: string; blocked: boolean }

/**
 * The server's own sentence where there is one, or that of the SDK's code. null: whoever closes the window, or opens
 * another one, knows what they did.
 */
export function failureOf(code: string, said: string | null): Failure | null {
  const sentence = said ?? providerErrorSentence(code)
  return sentence === '' ? null : { sentence, code: code.replace('auth/', ''), blocked: code === 'auth/popup-blocked' }
}
