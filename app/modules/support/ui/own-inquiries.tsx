import type { InquiryState } from '#kernel/enums.ts'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { inquiryStateWord, kindWord, stateForWriter } from '../inquiry.ts'
import type { OwnInquiry } from '../inquiry-queries.server.ts'

const tones: Record<InquiryState, BadgeTone> = { open: 'kaki', working: 'ai', done: 'matcha' }

/** The user's earlier inquiries, with the answers. */
export function OwnInquiries({ inquiries }: { inquiries: readonly OwnInquiry[] }) {
  return (
    <ul className="grid gap-3">
      {inquiries.map((inquiry) => (
        <li key={inquiry.id} className="card">
          <details>
            <summary className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <span className="num">{inquiry.number}</span>
              <span>{kindWord[inquiry.kind]}</span>
              <span className="ms-auto">
                <Badge tone={tones[inquiry.state]}>{stateForWriter[inquiry.state]}</Badge>
              </span>
            </summary>
            <div className="grid gap-3 border-t border-line p-4">
              <p className="text-sub text-ink-2">
                {formatMoment(inquiry.sentAt)}に送信
                {inquiry.answers.length === 0 && `。${formatDay(inquiry.answerDueOn)}までに回答します`}
              </p>
              <p className="whitespace-pre-line wrap-anywhere">{inquiry.body}</p>
              {inquiry.answers.map(({ at, text }) => (
                <div key={at.getTime()} className="rounded-control border-s-4 border-pine bg-pine-tint p-3">
                  <p className="text-sub text-ink-2">畝と皿からの回答 {formatMoment(at)}</p>
                  <p className="whitespace-pre-line wrap-anywhere">{text}</p>
                </div>
              ))}
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}

export const InquiryStateBadge = ({ state }: { state: InquiryState }) => (
  <Badge tone={tones[state]}>{inquiryStateWord[state]}</Badge>
)
