import type { VirusScanner } from '#kernel/virus-scanner.ts'

/** Where bytes are kept, as this module needs it; app/infra/storage provides one. */
export type FileStore = {
  /** Which place it is, and what to look at when it fails; for who looks after the installation. */
  place?: { name: string; advice: string }
  /** Looks through what people hand in before it is put here (scan-upload.server.ts); none where none is set up. */
  scanner?: VirusScanner
  put(key: string, bytes: Uint8Array): Promise<void>
  /** null: there is no such file. */
  get(key: string): Promise<Uint8Array | null>
  delete(key: string): Promise<void>
  list(folder: string): AsyncIterable<{ key: string; writtenAt: Date }>
}
