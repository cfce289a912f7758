import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const atOnce = 4

const packs = [
  { ending: '.br', pack: promisify(brotliCompress), options: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } } },
  { ending: '.gz', pack: promisify(gzip), options: { level: 9 } },
]

/**
 * Compresses at the highest level, once, what the server would otherwise compress for every request or send
 * uncompressed. As many files at the same time as Node has threads for it. What is compressed stays; the app may be
 * sending these files meanwhile.
 */
export async function precompress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.(js|css|svg|webmanifest)$/.test(file) && statSync(file).size > 512)
  const waiting = files.values()
  await Promise.all(Array.from({ length: atOnce }, () => packAll(waiting)))
}

async function packAll(files: Iterable<string>): Promise<void> {
  for (const file of files) {
    const missing = packs.filter(({ ending }) => !existsSync(file + ending))
    if (missing.length === 0) continue
    const bytes = readFileSync(file)
    for (const { ending, pack, options } of missing) {
      const packed = await pack(bytes, options)
      if (packed.length >= bytes.length) continue
      writeFileSync(`${file}${ending}.part`, packed)
      renameSync(`${file}${ending}.part`, file + ending)
    }
  }
}
