import type { VirusScanner } from '#kernel/virus-scanner.ts'

/** The file storage that this module needs; app/infra/storage provides it. */
export type FileStore = {
  /** Which storage it is, and what to check when it fails; for the operator. */
  place?: { name: string; advice: string }
  /** Scans uploads before they are stored (scan-upload.server.ts); absent where none is configured. */
  scanner?: VirusScanner
  put(key: string, bytes: Uint8Array): Promise<void>
  /** null if there is no such file. */
  get(key: string): Promise<Uint8Array | null>
  delete(key: string): Promise<void>
  list(folder: string): AsyncIterable<{ key: string; writtenAt: Date }>
}
