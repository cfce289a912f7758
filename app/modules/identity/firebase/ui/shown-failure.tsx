import { Notice } from '#ui/notice.tsx'
import type { Failure } from '../failure-text.ts'

/** What went wrong, and small beneath it what support asks for. */
export function ShownFailure({ failure }: { failure: Failure | null }) {
  if (!failure) return null
  return (
    <Notice tone="akane">
      <p>{failure.sentence}</p>
      <p className="text-sub text-ink-2 wrap-anywhere">（{failure.code}）</p>
    </Notice>
  )
}
