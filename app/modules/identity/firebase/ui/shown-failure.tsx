import { Notice } from '#ui/notice.tsx'
import type { Failure } from '../failure-text.ts'

/** What went wrong, with the code for support in small print. */
export function ShownFailure({ failure }: { failure: Failure | null }) {
  if (!failure) return null
  return (
    <Notice tone="akane">
      <p>{failure.sentence}</p>
      <p className="text-sub text-ink-2 wrap-anywhere">（{failure.code}）</p>
    </Notice>
  )
}
