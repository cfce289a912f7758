import { createHash } from 'node:crypto'
import type { Ctx } from '#authorization/ctx.ts'
import {
  type ClosingId,
  type FarmId,
  type IssuedDocumentId,
  newId,
  type OrderId,
  type RestaurantId,
} from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { canonicalJson } from './canonical-json.ts'
import type { DocumentContent } from './document-content.ts'

export type NewDocument = {
  /** Where it had to be known before; otherwise a new one. */
  id?: IssuedDocumentId
  content: DocumentContent
  restaurantId?: RestaurantId
  farmId?: FarmId
  closingId?: ClosingId
  orderId?: OrderId
  fromOn: JstDate
  toOn: JstDate
  dueOn?: JstDate
  totalYen: Yen
  supersedes?: IssuedDocumentId
  issuedBy: string
}

const letters = { invoice: 'S', statement: 'P', receipt: 'R', delivery_slip: 'N' } as const

/** A series for each kind and year, which begins with 1: S2026-000001. */
const numberIn = (series: string, ordinal: number) => `${series}-${String(ordinal).padStart(6, '0')}`

/**
 * Issues a document in the caller's transaction. Its number follows the last one of its series without a gap: the series
 * stays locked until the transaction ends, and a transaction that fails gives its number back. So this is the last step
 * of a use case.
 */
export async function issueDocument(ctx: Pick<Ctx, 'db' | 'now'>, given: NewDocument): Promise<IssuedDocumentId> {
  const { id = newId<'issuedDocument'>(), content, supersedes = null, ...of } = given
  const issuedOn = jstDateOf(ctx.now)
  const series = `${letters[content.kind]}${issuedOn.slice(0, 4)}`
  const { last } = await ctx.db
    .insertInto('documentSeries')
    .values({ series, last: 1 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet((it) => ({ last: it('documentSeries.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const text = canonicalJson(content)
  await ctx.db
    .insertInto('issuedDocuments')
    .values({
      ...of,
      id,
      kind: content.kind,
      series,
      ordinal: last,
      number: numberIn(series, last),
      counterparty: content.to.name,
      issuedOn,
      content: text,
      contentSha256: createHash('sha256').update(text).digest('hex'),
      supersedes,
      at: ctx.now,
    })
    .execute()
  return id
}
