import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { type AnnouncementState, announcementStateWord } from '../announcement.ts'

const tones: Record<AnnouncementState, BadgeTone> = {
  planned: 'tag',
  shown: 'matcha',
  ended: 'line',
  withdrawn: 'akane',
}

export const AnnouncementStateBadge = ({ state }: { state: AnnouncementState }) => (
  <Badge tone={tones[state]}>{announcementStateWord[state]}</Badge>
)
