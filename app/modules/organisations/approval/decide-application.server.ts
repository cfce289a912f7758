import { z } from 'zod'
import { authorize, authorizeProven, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import { ok, refuse } from '#kernel/result.ts'
import { choice, RowVersion } from '#kernel/schema.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { mayMove, needsReason } from '../application-process.ts'
import { OrgIn, ReasonIn } from '../fields.server.ts'
import { moveApplication } from '../move-application.server.ts'
import { type OrgRef, orgText } from '../org-ref.ts'
import { organisationRefusals } from '../refusal-text.ts'
import { checkedApplication, type FindPostalAddress } from './application.server.ts'
import { kindOfMove } from './application-mails.server.tsx'
import { allGreen } from './checks.ts'
import { tellOwners } from './tell-members.server.ts'

/** What staff use cases need from outside: the addresses of postal codes. */
export type StaffParts = { findPostal: FindPostalAddress }

/**
 * Staff decide about an organisation: approve, send back with a reason, reject, suspend, resume. The status, the
 * history and the mail to its owners are written together or not at all; if a colleague was faster, nothing changes.
 */
export const decideApplication = mutation({
  name: 'organisation.decide',
  permission: 'members.decide',
  input: {
    org: OrgIn,
    /** The version that the decision is based on. */
    version: RowVersion,
    to: choice(['approved', 'returned', 'rejected', 'suspended']),
    reason: ReasonIn,
    /** Approves although a check is not green: staff have looked at it, and say so. */
    knowing: z.boolean().default(false),
  },
  refusals: organisationRefusals(
    'changed_meanwhile',
    'not_possible_now',
    'reason_missing',
    'checks_open',
    'key_reused',
  ),
  guard: requireDecider,
  run: async (ctx, { org, version, to, reason, knowing }, { findPostal }: StaffParts) => {
    const application = await checkedApplication(ctx.db, ctx.now, org, findPostal)
    if (application.version !== version) return refuse('changed_meanwhile')
    const { status: from, applicant, checks } = application
    if (!mayMove('staff', from, to)) return refuse('not_possible_now')
    if (needsReason(to) && reason === '') return refuse('reason_missing')
    const open = checks.filter(({ state }) => state !== 'fine').map(({ word }) => word)
    const lets = from === 'submitted' && to === 'approved'
    if (lets && !allGreen(checks) && !knowing) return refuse('checks_open')
    const moved = await moveApplication(ctx.db, ctx, org, {
      from,
      to,
      version,
      ...(reason !== '' && { reason }),
      ...(lets && open.length > 0 && { data: { open } }),
    })
    if (!moved.ok) return moved
    const kind = kindOfMove(from, to)
    const data = { side: applicant.side, name: applicant.name, reason }
    if (kind)
      await tellOwners(ctx.db, ctx.now, org, { kind, data, key: `${orgText(org)}:${to}:${moved.value.version}` })
    return ok({ name: applicant.name, from, to })
  },
})

export type BulkApproval = { approved: string[]; left: { name: string; open: string[] }[] }

/** Approves each of these that is waiting and green in every check; the others are reported and left unchanged. */
export async function approveGreen(
  ctx: Ctx,
  parts: StaffParts,
  { key, orgs }: { key: string; orgs: readonly OrgRef[] },
): Promise<BulkApproval> {
  requireDecider(ctx)
  const done: BulkApproval = { approved: [], left: [] }
  for (const org of orgs) {
    const seen = await checkedApplication(ctx.db, ctx.now, org, parts.findPostal).catch(nullIfGone)
    if (!seen) continue
    const { name } = seen.applicant
    const decision = { org, version: seen.version, to: 'approved', reason: '', knowing: false } as const
    const result =
      seen.status === 'submitted'
        ? await decideApplication(ctx, { ...decision, key: `${key}:${orgText(org)}` }, parts)
        : refuse('not_possible_now')
    if (result.ok) done.approved.push(name)
    else done.left.push({ name, open: seen.checks.filter(({ state }) => state !== 'fine').map(({ word }) => word) })
  }
  return done
}

function nullIfGone(error: unknown): null {
  if (error instanceof NotFound) return null
  throw error
}

/** For changes to a member's account: staff who have proved who they are within the last ten minutes. */
export function requireDecider(ctx: Ctx): void {
  requireApprover(ctx)
  authorizeProven(ctx, 'members.decide', null)
}

/** For work on an application. Visitors are asked to sign in; for anyone else but staff the page does not exist. */
export function requireApprover({ actor }: Ctx): void {
  if (actor.kind === 'visitor') throw new Unauthenticated('members')
  seeOrNotFound(actor, 'members.see', null)
  authorize(actor, 'members.review', null)
}
