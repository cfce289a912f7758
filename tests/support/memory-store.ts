import { pdfOf } from '../../app/infra/pdf.server.ts'

/** Files in memory, as a store keeps them; `writtenAt` of all of them can be said. */
export function aMemoryStore({ writtenAt = new Date() }: { writtenAt?: Date } = {}) {
  const kept = new Map<string, Uint8Array>()
  const files = {
    put: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
    get: async (key: string) => kept.get(key) ?? null,
    delete: async (key: string) => void kept.delete(key),
    list: async function* (folder: string) {
      for (const key of [...kept.keys()]) if (key.startsWith(`${folder}/`)) yield { key, writtenAt }
    },
  }
  return { kept, tools: { files, origin: 'https://market.example.jp', pdfOf } }
}
