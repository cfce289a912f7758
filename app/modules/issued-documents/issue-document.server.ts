import { createHash } from 'node:crypto'
import type { Ctx } from '#authorization/ctx.ts'
import { manyRows } from '#infra/db/many-rows.ts'
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
  const { id = newId<'issuedDocument'>() } = given
  await issueDocuments(ctx, [{ ...given, id }])
  return id
}

const columns = [
  ...(['id', 'kind', 'series', 'ordinal', 'number', 'restaurantId', 'farmId', 'closingId', 'orderId'] as const),
  ...(['counterparty', 'issuedOn', 'fromOn', 'toOn', 'dueOn', 'totalYen', 'content', 'contentSha256'] as const),
  ...(['supersedes', 'issuedBy', 'at'] as const),
]

/** Several of one kind, each as above, numbered in this order. Returns the number of each. */
export async function issueDocuments(
  ctx: Pick<Ctx, 'db' | 'now'>,
  given: readonly NewDocument[],
): Promise<Map<IssuedDocumentId, string>> {
  const [first] = given
  if (!first) return new Map()
  const { kind } = first.content
  const other = given.find(({ content }) => content.kind !== kind)
  if (other) throw new Error(`the series of a ${kind} numbers no ${other.content.kind}`)
  const issuedOn = jstDateOf(ctx.now)
  const series = `${letters[kind]}${issuedOn.slice(0, 4)}`
  const { last } = await ctx.db
    .insertInto('documentSeries')
    .values({ series, last: given.length })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet((it) => ({ last: it('documentSeries.last', '+', given.length) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const rows = given.map(({ id = newId<'issuedDocument'>(), content, ...of }, index) => {
    const ordinal = last - given.length + 1 + index
    const text = canonicalJson(content)
    return {
      ...{ restaurantId: null, farmId: null, closingId: null, orderId: null, dueOn: null, supersedes: null },
      ...of,
      id,
      kind,
      series,
      ordinal,
      number: numberIn(series, ordinal),
      counterparty: content.to.name,
      issuedOn,
      content: text,
      contentSha256: createHash('sha256').update(text).digest('hex'),
      at: ctx.now,
    }
  })
  await ctx.db
    .insertInto('issuedDocuments')
    .columns(columns)
    .expression(manyRows('issuedDocuments', columns, rows, ['content']))
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
