import type { FileStore } from './file-store.ts'
import type { UploadRefusal } from './photo.ts'

/**
 * Why uploaded bytes may not be kept; null: they may. Where a scanner is set up and does not answer, nothing is
 * kept (fail closed); where none is, the start and /test/check say so.
 */
export async function scanUpload({ scanner }: FileStore, bytes: Uint8Array): Promise<UploadRefusal | null> {
  const found = scanner ? await scanner.scan(bytes) : 'clean'
  if (found === 'clean') return null
  return found === 'infected' ? 'file_infected' : 'scanner_away'
}
