import { authorize, authorizeProven, seeOrNotFound } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { OrgStatus } from '#kernel/words.ts'
import { once } from '#modules/history/once.server.ts'
import { mayMove, needsReason } from '../application-process.ts'
import { moveApplication } from '../move-application.server.ts'
import { type OrgRef, orgText } from '../org-ref.ts'
import type { OrganisationRefusal } from '../refusal-text.ts'
import { checkedApplication, type FindPostalAddress } from './application.server.ts'
import { kindOfMove } from './application-mails.server.tsx'
import { allGreen } from './checks.ts'
import { tellOwners } from './tell-members.server.ts'

/** What use cases of staff need from outside: what postal codes stand for. */
export type StaffParts = { findPostal: FindPostalAddress }

export type Decision = {
  key: string
  org: OrgRef
  /** The version that whoever decides has seen. */
  version: number
  to: Exclude<OrgStatus, 'draft' | 'submitted' | 'closed'>
  reason: string
  /** Approves although a check is not green: somebody has looked, and says so. */
  knowing: boolean
}

export type Decided = { name: string; from: OrgStatus; to: OrgStatus }

/**
 * Staff decide about an organisation: approve, send back with a reason, refuse, stop, let go on. The status, the
 * history and the mail to its owners come together or not at all; who was overtaken by a colleague changes nothing.
 */
export function decideApplication(
  ctx: Ctx,
  parts: StaffParts,
  decision: Decision,
): Promise<Result<Decided, OrganisationRefusal>> {
  requireDecider(ctx)
  return once(ctx, 'organisation.decide', decision.key, decision, (within) => decideWithin(within, parts, decision))
}

async function decideWithin(
  ctx: Ctx,
  { findPostal }: StaffParts,
  { org, version, to, reason, knowing }: Decision,
): Promise<Result<Decided, OrganisationRefusal>> {
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
  if (kind) await tellOwners(ctx.db, ctx.now, org, { kind, data, key: `${orgText(org)}:${to}:${moved.value.version}` })
  return ok({ name: applicant.name, from, to })
}

export type BulkApproval = { approved: string[]; left: { name: string; open: string[] }[] }

/** Approves those of these that wait and are green in every check, each by itself; the others are named and left. */
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
        ? await decideApplication(ctx, parts, { ...decision, key: `${key}:${orgText(org)}` })
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

/** For what changes the account of a member: staff who have proved within the last ten minutes who they are. */
export function requireDecider(ctx: Ctx): void {
  requireReviewer(ctx)
  authorizeProven(ctx, 'members.decide', null)
}

/** For the work on an application. A visitor is asked to sign in; others than staff are told that there are no members. */
export function requireReviewer({ actor }: Ctx): void {
  if (actor.kind === 'visitor') throw new Unauthenticated('members')
  seeOrNotFound(actor, 'members.see', null)
  authorize(actor, 'members.review', null)
}
