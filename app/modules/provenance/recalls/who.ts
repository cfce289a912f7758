import type { Actor } from '#access/actor.ts'

/** Under whose name it is written down; staff as staff. */
export const nameOf = (actor: Actor): string => {
  if (actor.kind === 'staff') return `運営 ${actor.name}`
  return 'name' in actor ? actor.name : '自動'
}
