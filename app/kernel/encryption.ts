/**
 * Encryption for this installation: secrets that we have to read again (second factors), and MACs that only we can
 * make. The key is AUTH_SECRET, never in the database.
 */
export type Encryption = {
  /** Encrypted text for the database; `purpose` is bound to it. */
  seal(purpose: string, text: string): string
  /** The plaintext for this purpose; null if it was changed, or encrypted with another key. */
  open(purpose: string, sealed: string): string | null
  /** A 32-byte MAC of the text: for short codes, whose plain hash could be guessed. */
  mark(purpose: string, text: string): Buffer
}
