import { timingSafeEqual } from 'node:crypto'
import { type AnswerLinkId, parseId } from '#kernel/ids.ts'
import type { Vault } from '#kernel/vault.ts'

const idBytes = 16
const markBytes = 16

/**
 * The secret end of an answer's address: the id of its link and a mark that only this installation can make, 43 characters
 * in all. The database holds no part of the mark, so whoever reads it, or a copy of it, can answer nothing.
 */
export function answerToken(vault: Vault, id: AnswerLinkId): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([bytes, markOf(vault, id)]).toString('base64url')
}

/** Which link a token stands for; null for one that we have not made. */
export function readAnswerToken(vault: Vault, token: string): AnswerLinkId | null {
  if (!/^[\w-]{43}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + markBytes) return null
  const hex = bytes.subarray(0, idBytes).toString('hex')
  const id = parseId<'answerLink'>(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
  return id && timingSafeEqual(bytes.subarray(idBytes), markOf(vault, id)) ? id : null
}

const markOf = (vault: Vault, id: AnswerLinkId) => vault.mark('answer-link', id).subarray(0, markBytes)
