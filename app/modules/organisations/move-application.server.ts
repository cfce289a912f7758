import type { Actor } from '#authorization/actor.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { OrgStatus } from '#kernel/enums.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mayMove, needsReason } from './application-process.ts'
import { aboutOrg, type OrgRef } from './org-ref.ts'

export type Move = {
  from: OrgStatus
  to: OrgStatus
  /** The version that the decision is based on. */
  version: number
  /** What the applicant reads; required by `needsReason`. */
  reason?: string
  data?: Record<string, unknown>
}

/**
 * Moves an organisation from one status to the next, with its event: the only place that writes a status. If another
 * change was faster (another administrator, the applicant), nothing changes and it is refused. Call it in a transaction
 * with everything that belongs to it (mails, sessions), after checking the actor's permission.
 */
export async function moveApplication(
  db: DbOrTx,
  by: { actor: Actor; now: Date },
  org: OrgRef,
  { from, to, version, reason, data }: Move,
): Promise<Result<{ version: number }, 'changed_meanwhile'>> {
  const mover = by.actor.kind === 'staff' ? 'staff' : 'applicant'
  if (!mayMove(mover, from, to)) throw new Error(`no move of the ${mover} from ${from} to ${to}`)
  if (needsReason(to) && !reason) throw new Error(`${to} without a reason`)
  const change = {
    status: to,
    version: version + 1,
    statusReason: needsReason(to) ? reason : null,
    ...(to === 'submitted' && { submittedAt: by.now }),
    ...(from === 'submitted' && to !== 'closed' && { reviewedAt: by.now }),
  }
  const moved =
    'farmId' in org
      ? await db
          .updateTable('farms')
          .set(change)
          .where('id', '=', org.farmId)
          .where('status', '=', from)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('restaurants')
          .set(change)
          .where('id', '=', org.restaurantId)
          .where('status', '=', from)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  if (!moved) return refuse('changed_meanwhile')
  await recordEvent(db, by, {
    kind: `organisation_${to}`,
    ...aboutOrg(org),
    fromState: from,
    toState: to,
    ...(reason && { reason }),
    ...(data && { data }),
  })
  return ok({ version: moved.version })
}
