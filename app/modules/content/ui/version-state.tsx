import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { VersionState } from '../versions.ts'

const words: Record<VersionState, readonly [BadgeTone, string]> = {
  planned: ['tag', '適用前'],
  inForce: ['matcha', '適用中'],
  earlier: ['line', '旧版'],
}

export function VersionStateBadge({ state }: { state: VersionState }) {
  const [tone, word] = words[state]
  return <Badge tone={tone}>{word}</Badge>
}
