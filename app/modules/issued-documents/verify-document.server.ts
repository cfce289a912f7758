import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuseFor } from '#kernel/result.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { type Limit, waitAfter } from '#modules/identity/throttle.server.ts'
import { signStatement } from '#modules/traceability/badges/signing-keys.server.ts'
import type { DocumentContent } from './document-content.ts'
import { shortHash } from './issued-paper.ts'

type Facts = {
  number: string
  kind: DocumentContent['kind']
  issuer: string
  recipient: string
  /** Of the period or the order, with tax. */
  totalYen: Yen
  /** The large figure of the paper, where it is another: with what was carried. */
  printedYen: Yen | null
  sha256: string
  issuedOn: JstDate
}

/**
 * What a holder of the paper is told. `other`: there is no such document, or the hash on the paper is another one;
 * a visitor who guesses a number learns nothing, not even whether it exists.
 */
export type Verified =
  | { state: 'other' }
  | {
      state: 'true' | 'void' | 'replaced'
      facts: Facts
      /** The number of the document that replaces it. */
      replacedBy: string | null
      /** A JWS of the facts and the state on this day. */
      signature: string
    }

/** The declared type of the signature, so that a badge is not taken for a document. */
const documentType = 'une-document+jws'
const limit: Limit = { most: 60, withinMs: 60_000 }

type Door = Pick<Ctx, 'db' | 'now'> & { encryption: Encryption; ip: string | null }

/** Whether a printed document is true, public: its number and the hash on it must belong together. */
export const verifyDocument = query(
  'public',
  async (
    door: Door,
    { number, hash }: { number: string; hash: string },
  ): Promise<Result<Verified, 'too_many_tries'>> => {
    const wait = await waitAfter(door, 'verify-document', door.ip, limit)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const row = await door.db
      .selectFrom('issuedDocuments as d')
      .leftJoin('issuedDocuments as next', 'next.supersedes', 'd.id')
      .leftJoin('documentVoids as v', 'v.documentId', 'd.id')
      .select(['d.number', 'd.kind', 'd.totalYen', 'd.contentSha256 as sha256', 'd.issuedOn'])
      .select(['next.number as replacedBy', 'v.at as voidedAt'])
      .select([
        sql<string>`d.content #>> '{issuer,name}'`.as('issuer'),
        'd.counterparty as recipient',
        sql<string | null>`coalesce(d.content ->> 'dueYen', d.content ->> 'netYen')`.as('printed'),
      ])
      .where('d.number', '=', typed(number).toUpperCase())
      .executeTakeFirst()
    if (!row || shortHash(row.sha256) !== typed(hash).toLowerCase()) return ok({ state: 'other' })
    const { replacedBy, voidedAt, printed, ...rest } = row
    const printedYen = printed === null || Number(printed) === rest.totalYen ? null : yen(Number(printed))
    const facts = { ...rest, printedYen }
    const state = replacedBy ? 'replaced' : voidedAt ? 'void' : 'true'
    const statement = { type: 'une-to-sara/document', format: 1, ...facts, state, replacedBy, day: jstDateOf(door.now) }
    return ok({ state, facts, replacedBy, signature: await signStatement(door, statement, documentType) })
  },
)

/** From the paper by hand: in any width, with spaces; without what no paper has, such as a null character. */
const typed = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\p{C}]/gu, '')
