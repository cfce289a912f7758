/** Scans uploads before they are stored; app/infra/scanner provides one. */
export type VirusScanner = {
  /** `away`: it did not answer, so nothing is known about these bytes. Never rejects. */
  scan(bytes: Uint8Array): Promise<'clean' | 'infected' | 'away'>
  /** Its version and that of its signatures; null: it does not answer. */
  version(): Promise<string | null>
}
