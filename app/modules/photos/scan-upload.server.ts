import type { FileStore } from './file-store.ts'
import type { UploadRefusal } from './photo.ts'

/**
 * Why uploaded bytes may not be stored; null if they may. Where a scanner is configured and does not answer, nothing is
 * stored (fail closed); where none is, the start and /test/check say so.
 */
export async function scanUpload({ scanner }: FileStore, bytes: Uint8Array): Promise<UploadRefusal | null> {
  const found = scanner ? await scanner.scan(bytes) : 'clean'
  if (found === 'clean') return null
  return found === 'infected' ? 'file_infected' : 'scanner_away'
}
