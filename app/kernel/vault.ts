/**
 * What only this installation can open: secrets that we have to read again (second factors), and marks that only we can
 * make. Its key is AUTH_SECRET, never in the database.
 */
export type Vault = {
  /** Sealed text, safe to keep in the database; `purpose` is bound to it. */
  seal(purpose: string, text: string): string
  /** What was sealed for this purpose; null if it was changed, or sealed with another key. */
  open(purpose: string, sealed: string): string | null
  /** 32 bytes that nobody else can compute from the same text: for short codes, whose plain hash could be guessed. */
  mark(purpose: string, text: string): Buffer
}
