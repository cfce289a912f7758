import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { VersionState } from '../versions.ts'

const words: Record<VersionState, readonly [BadgeTone, string]> = {
  planned: ['tag', 'これから'],
  inForce: ['matcha', '効力中'],
  earlier: ['line', '前の版'],
}

export function VersionStateBadge({ state }: { state: VersionState }) {
  const [tone, word] = words[state]
  return <Badge tone={tone}>{word}</Badge>
}
