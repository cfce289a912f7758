import { formatMoment } from '#kernel/format.ts'
import { inquiryStateWord } from '../inquiry.ts'
import type { InquiryEvent } from '../inquiry-queries.server.ts'

/** What staff did, in order; answers as they were sent, notes marked as such. */
export function InquiryHistory({ events }: { events: readonly InquiryEvent[] }) {
  if (events.length === 0) return <p className="text-ink-2">まだ対応していません。</p>
  return (
    <ol className="grid gap-3">
      {events.map((event) => (
        <li key={event.id} className="border-s-4 border-line-strong ps-3" data-kind={event.kind}>
          <p className="text-sub text-ink-2">
            {formatMoment(event.at)} {event.actorName}
          </p>
          <p className="font-bold">{told(event)}</p>
          {event.text && (
            <p
              className={`mt-1 rounded-control p-3 whitespace-pre-line wrap-anywhere ${event.kind === 'inquiry_noted' ? 'bg-tag-tint' : 'bg-pine-tint'}`}
            >
              {event.text}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

function told({ kind, toState, givenTo }: InquiryEvent): string {
  if (kind === 'inquiry_assigned') return givenTo ? `担当を${givenTo}さんに変更しました` : '担当を解除しました'
  if (kind === 'inquiry_noted') return '内部メモ'
  if (kind === 'inquiry_answered') return 'メールで回答'
  return toState ? `「${inquiryStateWord[toState]}」に変更しました` : '変更'
}
