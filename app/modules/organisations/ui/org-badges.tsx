import { ChefHat, Sprout } from 'lucide-react'
import type { OrgStatus, Side } from '#kernel/enums.ts'
import { Badge } from '#ui/badge.tsx'
import { orgStatusTone, orgStatusWord } from '../application-process.ts'
import { sideWord } from '../org-ref.ts'

export const OrgStatusBadge = ({ status }: { status: OrgStatus }) => (
  <Badge tone={orgStatusTone[status]}>{orgStatusWord[status]}</Badge>
)

export const SideIcon = ({ side }: { side: Side }) => {
  const Icon = side === 'farm' ? Sprout : ChefHat
  return <Icon aria-hidden="true" size={18} className="shrink-0" />
}

export const SideBadge = ({ side }: { side: Side }) => (
  <Badge tone={side === 'farm' ? 'matcha' : 'ai'}>{sideWord[side]}</Badge>
)
