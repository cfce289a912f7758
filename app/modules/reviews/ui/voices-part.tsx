import { formatDay } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { averageText } from '#kernel/review-enums.ts'
import { Link } from '#ui/link.tsx'
import { Crest } from '#ui/market.tsx'
import type { Voice, Voices } from '../voices.server.ts'
import { StarLine } from './star-line.tsx'

type Props = { voices: Voices; mayReport: boolean; className?: string }

/** 飲食店からの評価: what kitchens said, how often each has ordered, and the farm's replies. Empty while there are none. */
export default function VoicesPart({ voices: { sum, voices }, mayReport, className = '' }: Props) {
  if (voices.length === 0 && !sum) return null
  return (
    <section aria-labelledby="voices" className={`grid grid-cols-1 gap-3 ${className}`}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="voices" className="text-h3 font-bold lg:text-h2">
          飲食店からの評価
        </h2>
        {sum && (
          <p>
            <span aria-hidden="true">★</span>
            <span className="visually-hidden">5点満点中</span>
            <b className="num text-h4">{averageText(sum)}</b>
            <span className="text-sub text-ink-2">（{sum.reviews}件）</span>
          </p>
        )}
      </div>
      {voices.length > 0 && (
        <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
          {voices.map((voice) => (
            <VoiceCard key={voice.id} voice={voice} mayReport={mayReport} />
          ))}
        </ul>
      )}
    </section>
  )
}

const VoiceCard = ({ voice, mayReport }: { voice: Voice; mayReport: boolean }) => (
  <li className="card flex flex-col items-stretch gap-2 p-4">
    {voice.stars && <StarLine stars={voice.stars} />}
    {voice.words && <p className="whitespace-pre-line wrap-anywhere">{voice.words}</p>}
    <p className="flex items-center gap-2 text-sub">
      <Crest kanji={voice.crest} />
      <b className="min-w-0">{voice.restaurant}</b>
      <span className="ms-auto whitespace-nowrap text-ink-2">{voice.orders}回注文</span>
    </p>
    {voice.reply && (
      <div className="rounded-control bg-sunken p-3 text-sub">
        <p className="font-bold">農園から</p>
        <p className="whitespace-pre-line wrap-anywhere">{voice.reply}</p>
      </div>
    )}
    <p className="mt-auto flex items-center justify-between text-caption text-ink-2">
      {formatDay(jstDateOf(voice.at))}
      {mayReport && (
        <Link to={`/reviews/${voice.id}/report`} className="inline-flex min-h-11 items-center underline">
          運営に報告する
        </Link>
      )}
    </p>
  </li>
)
