import { timingSafeEqual } from 'node:crypto'
import type { Encryption } from '#kernel/encryption.ts'
import { type Id, parseId } from '#kernel/ids.ts'

const idBytes = 16
const markBytes = 16

/**
 * An id and a mark that only this installation can make, 43 characters of base64url in all: the secret part of an
 * address. The database holds the id and no part of the mark, so a reader of the database, or of a copy of it, cannot
 * make one. `purpose` prevents the tokens of one kind of address from being used for another.
 */
export function markedId(encryption: Encryption, purpose: string, id: Id<string>): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([bytes, markOf(encryption, purpose, id)]).toString('base64url')
}

/** The id that a token identifies; null for one that this installation has not made for this purpose. */
export function readMarkedId<Of extends string>(encryption: Encryption, purpose: string, token: string): Id<Of> | null {
  if (!/^[\w-]{43}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + markBytes) return null
  const hex = bytes.subarray(0, idBytes).toString('hex')
  const id = parseId<Of>(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
  return id && timingSafeEqual(bytes.subarray(idBytes), markOf(encryption, purpose, id)) ? id : null
}

const markOf = (encryption: Encryption, purpose: string, id: Id<string>) =>
  encryption.mark(purpose, id).subarray(0, markBytes)
