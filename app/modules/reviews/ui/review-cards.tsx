import { formatDay } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { StarCount } from '#kernel/review-enums.ts'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { OwnReview, OwnVoice, TheirReview } from '../own-reviews.server.ts'
import { StarLine } from './star-line.tsx'

type Said = { stars: StarCount; words: string; voices: readonly OwnVoice[]; reply: string | null }

/** The review of one side, with those of single products. */
export const SaidReview = ({ by, said }: { by: string; said: Said }) => (
  <div className="grid gap-1">
    <p className="flex flex-wrap items-baseline gap-x-3">
      <b>{by}</b>
      <StarLine stars={said.stars} />
    </p>
    {said.words && <p className="whitespace-pre-line wrap-anywhere">{said.words}</p>}
    {said.voices.length > 0 && (
      <ul className="text-sub">
        {said.voices.map((voice) => (
          <li key={voice.productId}>
            {voice.name}：{voice.stars && <StarLine stars={voice.stars} />} {voice.words}
          </li>
        ))}
      </ul>
    )}
    {said.reply && (
      <div className="rounded-control bg-sunken p-3 text-sub">
        <p className="font-bold">農園から</p>
        <p className="whitespace-pre-line wrap-anywhere">{said.reply}</p>
      </div>
    )}
  </div>
)

/** The reviews of both sides of one order, as far as they may be seen, and what staff have hidden of the user's own. */
export const BothReviews = ({
  own,
  theirs,
  other,
}: {
  own: OwnReview | null
  theirs: TheirReview | null
  other: string
}) => (
  <>
    {theirs && (
      <div className="grid gap-1">
        <SaidReview by={other} said={theirs} />
        <p className="flex items-center justify-between text-caption text-ink-2">
          {formatDay(jstDateOf(theirs.at))}
          <Link to={`/reviews/${theirs.id}/report`} className="inline-flex min-h-11 items-center underline">
            運営に報告する
          </Link>
        </p>
      </div>
    )}
    {own && <SaidReview by="ご自身" said={own} />}
    {own?.hiddenReason && <Notice tone="tag">運営が非公開にしました。理由：{own.hiddenReason}</Notice>}
  </>
)
