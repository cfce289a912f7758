import type { OrgStatus } from '#kernel/enums.ts'
import type { BadgeTone } from '#ui/badge.tsx'

/** A member of the organisation, or the staff who decide about it. */
export type Mover = 'applicant' | 'staff'

/**
 * The status changes of an organisation. What is not listed here cannot happen; a table of the database, the buttons
 * and the mails are derived from it.
 */
const moves: Record<OrgStatus, Partial<Record<OrgStatus, readonly Mover[]>>> = {
  draft: { submitted: ['applicant'], closed: ['applicant', 'staff'] },
  submitted: { approved: ['staff'], returned: ['staff'], rejected: ['staff'], closed: ['applicant', 'staff'] },
  returned: { submitted: ['applicant'], closed: ['applicant', 'staff'] },
  rejected: { returned: ['staff'], closed: ['applicant', 'staff'] },
  approved: { suspended: ['staff'], closed: ['applicant', 'staff'] },
  suspended: { approved: ['staff'], closed: ['applicant', 'staff'] },
  closed: {},
}

export const canMove = (from: OrgStatus, to: OrgStatus): boolean => moves[from][to] !== undefined

export const mayMove = (who: Mover, from: OrgStatus, to: OrgStatus): boolean => moves[from][to]?.includes(who) ?? false

/** The applicant reads a reason for each of these; without one they could not act on it. */
export const needsReason = (to: OrgStatus): boolean => to === 'returned' || to === 'rejected' || to === 'suspended'

/** The applicant may change the application, and submit it again. */
export const canBeMended = (status: OrgStatus): boolean => canMove(status, 'submitted')

export const orgStatusWord: Record<OrgStatus, string> = {
  draft: '入力中',
  submitted: '承認待ち',
  approved: '承認済み',
  returned: '差し戻し',
  rejected: '却下',
  suspended: '停止中',
  closed: '退会',
}

export const orgStatusTone: Record<OrgStatus, BadgeTone> = {
  draft: 'line',
  submitted: 'tag',
  approved: 'matcha',
  returned: 'kaki',
  rejected: 'akane',
  suspended: 'akane',
  closed: 'line',
}
