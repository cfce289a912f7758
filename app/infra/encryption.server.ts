import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Encryption } from '#kernel/encryption.ts'
import type { Settings } from './settings.server.ts'

const ivLength = 12
const tagLength = 16

/** A vault with keys derived from AUTH_SECRET (HKDF), one per purpose; texts are encrypted with AES-256-GCM. */
export function makeEncryption(secret: string): Encryption {
  const keyFor = (use: 'seal' | 'mark', purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'une-to-sara', `${use}:${purpose}`, 32))
  return {
    seal(purpose, text) {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', keyFor('seal', purpose), iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < ivLength + tagLength) return null
      const decipher = createDecipheriv('aes-256-gcm', keyFor('seal', purpose), bytes.subarray(0, ivLength))
      decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
    mark: (purpose, text) => createHmac('sha256', keyFor('mark', purpose)).update(text).digest(),
  }
}

/** AUTH_SECRET, or on a machine without one a secret generated at the first start and stored for its owner only. */
export async function encryptionOf({
  AUTH_SECRET,
  DATA_DIR,
}: Pick<Settings, 'AUTH_SECRET' | 'DATA_DIR'>): Promise<Encryption> {
  return makeEncryption(AUTH_SECRET ?? (await keptSecret(join(DATA_DIR, 'auth-secret'))))
}

/** Written completely and then linked, so that two processes that start at once read the same. */
async function keptSecret(file: string): Promise<string> {
  if (existsSync(file)) return readFile(file, 'utf8')
  await mkdir(dirname(file), { recursive: true })
  const mine = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  await writeFile(mine, randomBytes(32).toString('base64url'), { mode: 0o600 })
  await link(mine, file).catch(unlessKept)
  await rm(mine)
  return readFile(file, 'utf8')
}

function unlessKept(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
