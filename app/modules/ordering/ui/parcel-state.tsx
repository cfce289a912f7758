import type { KnownParcelState } from '#kernel/carrier-tracking.ts'
import { formatMoment } from '#kernel/format.ts'
import { parcelStateWord } from '#modules/delivery/tracking/parcel-state-word.ts'
import type { Parcel } from '../order.ts'
import type { ParcelEvent } from '../parcel-events.server.ts'

/** In these a person has to do something about it. */
const troubled: readonly KnownParcelState[] = ['checking', 'failed_attempt', 'returned']

/** Where a parcel is, in one quiet line; what was said of it before can be opened. */
export function ParcelState({ progress, events }: { progress: Parcel['progress']; events: readonly ParcelEvent[] }) {
  if (!progress) return null
  const { state, words, place, at } = progress
  const word = parcelStateWord[state]
  const facts = [words === word ? '' : words, place].filter(Boolean).join('・')
  const line = (
    <>
      <b className={troubled.includes(state) ? 'text-akane' : undefined}>{word}</b>
      {facts && `（${facts}）`}
      <time dateTime={at.toISOString()} className="ms-2 whitespace-nowrap text-ink-2 tabular-nums">
        {formatMoment(at)}
      </time>
    </>
  )
  if (events.length < 2) return <p className="basis-full text-sub">{line}</p>
  return (
    <details className="basis-full text-sub print:hidden">
      <summary className="min-h-(--target) content-center">{line}</summary>
      <ol className="grid gap-1 pb-2">
        {events.map((event) => (
          <li key={event.id} className="flex flex-wrap gap-x-3">
            <time dateTime={event.at.toISOString()} className="whitespace-nowrap tabular-nums">
              {formatMoment(event.at)}
            </time>
            <span>{event.words}</span>
            {event.place && <span className="text-ink-2">{event.place}</span>}
            {event.byStaff && <span className="text-ink-2">運営が登録</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}
