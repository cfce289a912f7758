import type { Ctx } from '#authorization/ctx.ts'
import { requirementsOf } from '../approval/requirements.ts'
import type { ShownApplication } from '../ui/application-panel.tsx'
import { myApplication } from './my-application.server.ts'
import { placeAddress } from './next-step.ts'

/** The user's own application as the panel shows it. */
export async function shownApplication(ctx: Ctx): Promise<ShownApplication> {
  const { side, name, status, reason, submittedAt, reviewedAt, documents, goods, mayMend } = await myApplication(ctx)
  return {
    side,
    name,
    status,
    reason,
    submittedAt,
    reviewedAt,
    paperCount: documents.length,
    needsPapers: requirementsOf(side, goods).some(
      ({ requirement }) => requirement.documents.length > 0 && !requirement.ownIsFree,
    ),
    mayMend,
    address: placeAddress.mend,
  }
}
