import type { Actor } from '#authorization/actor.ts'

/** The name it is recorded under; for staff, staff. */
export const nameOf = (actor: Actor): string => {
  if (actor.kind === 'staff') return `運営 ${actor.name}`
  return 'name' in actor ? actor.name : '自動'
}
