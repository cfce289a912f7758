/** Looks through what people hand in before it is kept; app/infra/scanner provides one. */
export type VirusScanner = {
  /** `away`: it has not answered, so nothing is known about these bytes. Never rejects. */
  scan(bytes: Uint8Array): Promise<'clean' | 'infected' | 'away'>
  /** Its version and that of its signatures; null: it does not answer. */
  version(): Promise<string | null>
}
