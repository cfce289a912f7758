import { formatMoment } from '#kernel/format.ts'
import { photoFileName } from '#modules/photos/photo.ts'
import type { HandOver } from '../fulfilment/hand-over.server.ts'

/** What the farm recorded when it delivered: the time, who took it, and its photo. */
export default function HandedOver({ record }: { record: HandOver }) {
  const photo = record.photoKey
  return (
    <section className="card grid gap-2 p-4" aria-labelledby="handed-over">
      <h2 id="handed-over" className="text-h4 font-bold">
        納品の記録
      </h2>
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-sub text-ink-2">納品</dt>
        <dd>{formatMoment(record.handedAt)}</dd>
        <dt className="text-sub text-ink-2">受取者</dt>
        <dd className="wrap-anywhere">{record.receivedBy}</dd>
      </dl>
      {photo && (
        <a href={`/media/${photoFileName(photo, 'full')}`} className="block w-fit">
          <img
            src={`/media/${photoFileName(photo, 'small')}`}
            width={160}
            height={120}
            alt="納品時の写真"
            loading="lazy"
            className="photo h-30 w-40 rounded-control object-cover"
          />
        </a>
      )}
    </section>
  )
}
