import { ok, refuse } from '#kernel/result.ts'
import { RowVersion } from '#kernel/schema.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { mayMove } from '#modules/organisations/application-process.ts'
import { readApplication } from '#modules/organisations/approval/application.server.ts'
import { kindOfMove } from '#modules/organisations/approval/application-mails.server.tsx'
import { requireDecider } from '#modules/organisations/approval/decide-application.server.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { OrgIn, ReasonIn } from '#modules/organisations/fields.server.ts'
import { moveApplication } from '#modules/organisations/move-application.server.ts'
import { orgText } from '#modules/organisations/org-ref.ts'
import { organisationRefusals } from '#modules/organisations/refusal-text.ts'
import { hasOpenOrders } from './has-open-orders.server.ts'

/** Closes an organisation permanently, with a reason for our own history; refused while it has open orders. */
export const closeOrganisation = mutation({
  name: 'organisation.close',
  permission: 'members.decide',
  input: { org: OrgIn, version: RowVersion, reason: ReasonIn },
  refusals: organisationRefusals(
    'changed_meanwhile',
    'not_possible_now',
    'reason_missing',
    'open_orders',
    'key_reused',
  ),
  guard: requireDecider,
  run: async (within, step) => {
    const { db, now } = within
    const { status, version, applicant } = await readApplication(db, step.org)
    if (version !== step.version) return refuse('changed_meanwhile')
    if (!mayMove('staff', status, 'closed')) return refuse('not_possible_now')
    if (step.reason === '') return refuse('reason_missing')
    if (await hasOpenOrders(db, step.org)) return refuse('open_orders')
    const moved = await moveApplication(db, within, step.org, {
      from: status,
      to: 'closed',
      version,
      reason: step.reason,
    })
    if (!moved.ok) return moved
    const kind = kindOfMove(status, 'closed')
    const data = { side: applicant.side, name: applicant.name, reason: '' }
    if (kind)
      await tellOwners(db, now, step.org, { kind, data, key: `${orgText(step.org)}:closed:${moved.value.version}` })
    return ok({ name: applicant.name })
  },
})
