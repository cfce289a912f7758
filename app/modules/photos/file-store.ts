/** Where bytes are kept, as this module needs it; app/infra/storage provides one. */
export type FileStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** null: there is no such file. */
  get(key: string): Promise<Uint8Array | null>
  delete(key: string): Promise<void>
  list(folder: string): AsyncIterable<{ key: string; writtenAt: Date }>
}
