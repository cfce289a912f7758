import { providerErrorText } from '../provider-error-text.ts'

/** Whoever closes the window, or opens another one, knows what they did. */
export const silentCodes = new Set([
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/user-cancelled',
  'auth/redirect-cancelled-by-user',
])

/** The server's own sentence where there is one, or that of the SDK's code. */
export const textOfFailure = (code: string, sentence: string | null) => ({
  code,
  sentence: sentence ?? providerErrorText(code),
  blocked: code === 'auth/popup-blocked',
})
