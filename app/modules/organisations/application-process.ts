import type { OrgStatus } from '#kernel/words.ts'
import type { BadgeTone } from '#ui/badge.tsx'

/** Whoever works for the organisation, or whoever decides about it. */
export type Mover = 'applicant' | 'staff'

/**
 * How an organisation is let in, and put out again. What is not written here does not happen: a table of the
 * database, a button and a mail are all read from it.
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

/** A reason that the applicant reads is written for each of these; without one they could do nothing about it. */
export const needsReason = (to: OrgStatus): boolean => to === 'returned' || to === 'rejected' || to === 'suspended'

/** The applicant may change what they handed in, and hand it in again. */
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
