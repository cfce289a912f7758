import type { CsvCell } from '#kernel/csv.ts'
import type { Side } from '#kernel/enums.ts'
import { parseId, type ReviewId } from '#kernel/ids.ts'
import type { StarCount } from '#kernel/review-enums.ts'
import type { ReviewInDesk } from './moderate-reviews.server.ts'
import { parseStars } from './review.ts'

export const reviewDesks = ['reported', 'all', 'hidden'] as const
export type ReviewDesk = (typeof reviewDesks)[number]
export const reviewDeskWord: Record<ReviewDesk, string> = {
  reported: '報告あり',
  all: 'すべて',
  hidden: '非公開にした評価',
}

/** The filter of the staff list, as its address states it. */
export type ReviewFilter = {
  desk: ReviewDesk
  side: Side | null
  stars: StarCount | null
  q: string
  after: ReviewId | null
}

/** Invalid values are ignored. */
export const readReviewFilter = (params: URLSearchParams): ReviewFilter => ({
  desk: reviewDesks.find((desk) => desk === params.get('desk')) ?? 'reported',
  side: (['restaurant', 'farm'] as const).find((side) => side === params.get('side')) ?? null,
  stars: parseStars(params.get('stars')),
  q: (params.get('q') ?? '').trim().slice(0, 60),
  after: parseId<'review'>(params.get('after')),
})

export function reviewFilterAddress({ desk, side, stars, q, after }: ReviewFilter): string {
  const params = new URLSearchParams({ desk })
  for (const [name, value] of Object.entries({ side, stars, q: q || null, after }))
    if (value !== null) params.set(name, String(value))
  return `?${params}`
}

export const whoWrote: Record<Side, string> = { restaurant: '飲食店から農園へ', farm: '農園から飲食店へ' }

/** The state of a review, in a word. */
export const reviewStateWord = ({ hiddenAt, shownFrom }: Pick<ReviewInDesk, 'hiddenAt' | 'shownFrom'>, now: Date) =>
  hiddenAt ? '非公開' : shownFrom > now ? '公開前' : '公開中'

export const reviewCsvHead: readonly CsvCell[] = [
  '投稿日時',
  '向き',
  '飲食店',
  '農園',
  '伝票番号',
  '星',
  'コメント',
  '商品ごとのコメント',
  '返信',
  '状態',
  '理由',
  '未対応の報告',
]

export const reviewCsvCells =
  (now: Date) =>
  (review: ReviewInDesk): readonly CsvCell[] => [
    review.writtenAt,
    whoWrote[review.side],
    review.restaurant,
    review.farm,
    review.number,
    review.stars,
    review.words,
    review.voices.map(({ name, stars, words }) => `${name}：${stars ? `★${stars} ` : ''}${words}`).join('／'),
    review.reply ?? '',
    reviewStateWord(review, now),
    review.hiddenReason ?? '',
    review.open,
  ]
