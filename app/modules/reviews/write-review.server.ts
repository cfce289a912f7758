import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { OrderState, Side } from '#kernel/enums.ts'
import { Forbidden, NotFound } from '#kernel/errors.ts'
import { newId, type OrderId, type PersonId, type ProductId, type ReviewId } from '#kernel/ids.ts'
import { wordActIn } from '#kernel/moderation-terms.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { StarCount } from '#kernel/review-enums.ts'
import { IdOf, OrderIdIn, Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { type ReviewRefusal, reviewRefusals } from './refusal-text.ts'
import { reportByFilter } from './report-review.server.ts'
import {
  closesAt,
  longest,
  refusalOfWords,
  refusalOfWriting,
  shownFrom,
  starCounts,
  type WrittenVoice,
} from './review.ts'
import { showReviews } from './show-reviews.server.ts'

/** `shownFrom` as text: the result of a repeated request comes from JSON. */
type Written = Result<{ id: ReviewId; shownFrom: string }, ReviewRefusal>

const starsText = '星の数を選択してください。'
const StarsIn = z.literal(starCounts, starsText)

/** The stored length counts characters as users do (kernel/text.ts): 𠮷 is one. */
const Words = Text(0, 2 * longest.words)
  .default('')
  .describe(`${longest.words}文字以内。星のみの場合は省略できます`)

/**
 * A side reviews the order; writing again before it is shown replaces it. The second of both makes both visible, in
 * this transaction. Concurrent calls are serialised by the lock of the order.
 */
export const writeReview = mutation({
  name: 'review.write',
  permission: 'review.write',
  input: {
    orderId: OrderIdIn,
    stars: StarsIn,
    words: Words,
    // only kitchens write these
    voices: z
      .array(
        z.object({
          productId: IdOf<'product'>('商品'),
          stars: StarsIn.nullable().default(null),
          words: Text(0, 2 * longest.voice).default(''),
        }),
      )
      .max(200, '200点までです。')
      .default([])
      .describe('届いた商品ごとのコメント'),
  },
  refusals: reviewRefusals(
    'not_finalized',
    'too_late',
    'shown_already',
    'too_long',
    'voice_too_long',
    'goods_of_others',
    'word_stopped',
    'key_reused',
  ),
  run: async (within, { orderId, key: _, ...said }): Promise<Written> => {
    const { db, actor, now } = within
    const order = await lockOrder(db, orderId)
    seeOrNotFound(actor, 'order.see', order)
    if (actor.kind !== 'buyer' && actor.kind !== 'farm') throw new Forbidden('review.write')
    const side: Side = actor.kind === 'buyer' ? 'restaurant' : 'farm'
    authorize(actor, 'review.write', order)

    const both = await writtenAbout(db, orderId)
    const own = both.find((it) => it.side === side)
    const other = both.find((it) => it.side !== side)
    // after waiting for the other side's lock, the clock of this request is from before it was shown
    const shown = own && other ? 'shown_already' : null
    const refusal = shown ?? refusalOfWriting(order, own ?? null, now) ?? refusalOfWords(said)
    if (refusal) return refuse(refusal)
    const voices = said.voices.filter(({ stars, words }) => stars !== null || words.trim() !== '')
    if (!(await areOfOrder(db, orderId, side, voices))) return refuse('goods_of_others')
    const act = wordActIn(
      [said.words, ...voices.map(({ words }) => words)].join('\n'),
      await db.selectFrom('moderationTerms').select(['key', 'act']).execute(),
    )
    if (act === 'stop') return refuse('word_stopped')

    const finalizedAt = order.finalizedAt ?? now
    const from = shownFrom(finalizedAt, { [side]: now, ...(other && { [other.side]: other.writtenAt }) })
    const id = own?.id ?? newId<'review'>()
    await keep(db, {
      ...{ id, side, order, personId: actor.personId, isNew: !own, now },
      ...{ stars: said.stars, words: said.words.trim(), voices, shownFrom: from ?? closesAt(finalizedAt) },
    })
    await recordEvent(db, within, {
      kind: own ? 'review_changed' : 'review_written',
      // without the order: the other side reads the events recorded there, and must not know yet
      aboutFarmId: order.farmId,
      aboutRestaurantId: order.restaurantId,
      data: {
        ...{ reviewId: id, order: order.number, side, stars: said.stars, words: said.words.trim(), voices },
        ...(own && { before: { stars: own.stars, words: own.words } }),
      },
    })
    if (act === 'watch') await reportByFilter(db, now, id)
    if (other) await showReviews(within, [orderId])
    return ok({ id, shownFrom: (from ?? closesAt(finalizedAt)).toISOString() })
  },
})

type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

async function lockOrder(db: DbOrTx, id: OrderId) {
  const row = await db
    .selectFrom('orders')
    .select(['id', 'number', 'farmId', 'restaurantId', 'state', 'finalizedAt', 'claimId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFound('order')
  return {
    ...{ id: row.id, number: row.number, farmId: row.farmId, restaurantId: row.restaurantId },
    ...{ state: row.state satisfies OrderState, finalizedAt: row.finalizedAt, isReplacement: row.claimId !== null },
  }
}

const writtenAbout = (db: DbOrTx, orderId: OrderId) =>
  db
    .selectFrom('reviews')
    .select(['id', 'side', 'stars', 'words', 'writtenAt', 'shownFrom'])
    .where('orderId', '=', orderId)
    .forUpdate()
    .execute()

/** Whether these products were sent with this order, each once. */
async function areOfOrder(
  db: DbOrTx,
  orderId: OrderId,
  side: Side,
  voices: readonly WrittenVoice<ProductId>[],
): Promise<boolean> {
  if (voices.length === 0) return true
  const asked = new Set(voices.map(({ productId }) => productId))
  if (side === 'farm' || asked.size < voices.length) return false
  const known = await db
    .selectFrom('orderLines')
    .select('productId')
    .distinct()
    .where('orderId', '=', orderId)
    .where('productId', 'in', [...asked])
    .where('shippedQty', '>', 0)
    .execute()
  return known.length === asked.size
}

type Keeping = {
  id: ReviewId
  isNew: boolean
  side: Side
  order: LockedOrder
  personId: PersonId
  stars: StarCount
  words: string
  voices: readonly WrittenVoice<ProductId>[]
  shownFrom: Date
  now: Date
}

async function keep(db: DbOrTx, { id, isNew, side, order, personId, stars, words, voices, shownFrom, now }: Keeping) {
  if (isNew)
    await db
      .insertInto('reviews')
      .values({
        ...{ id, orderId: order.id, side, farmId: order.farmId, restaurantId: order.restaurantId },
        ...{ personId, stars, words, writtenAt: now, changedAt: null, shownFrom },
        ...{ toldAt: null, reply: null, repliedAt: null, repliedBy: null, hiddenAt: null, hiddenReason: null },
      })
      .execute()
  else {
    await db.updateTable('reviews').set({ stars, words, personId, changedAt: now }).where('id', '=', id).execute()
    await db.deleteFrom('reviewVoices').where('reviewId', '=', id).execute()
  }
  // together: the other one's moment becomes this one
  await db.updateTable('reviews').set({ shownFrom }).where('orderId', '=', order.id).execute()
  if (voices.length > 0)
    await db
      .insertInto('reviewVoices')
      .values(
        voices.map((voice) => ({
          ...{ reviewId: id, productId: voice.productId, stars: voice.stars, words: voice.words.trim() },
        })),
      )
      .execute()
}
