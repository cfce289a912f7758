import { Badge } from '#ui/badge.tsx'

/** What a farm has said of a statement so far. */
export function StatementBadge({ objections, confirmedAt }: { objections: number; confirmedAt: Date | null }) {
  if (objections > 0) return <Badge tone="akane">異議 {objections}</Badge>
  return confirmedAt ? <Badge tone="pine">確認済み</Badge> : <Badge tone="ai">確認待ち</Badge>
}
