import type { Ctx } from '#authorization/ctx.ts'
import type { GoodsKind } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { DocumentId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { type IdempotencyRefusal, idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { settleLapsedGoods } from '../documents/settle-lapsed-goods.server.ts'
import { aboutOrg, type OrgRef, orgIdOf, orgText } from '../org-ref.ts'
import type { OrganisationRefusal } from '../refusal-text.ts'
import { readApplication } from './application.server.ts'
import { staffMessage } from './application-mails.server.tsx'
import { requireReviewer } from './decide-application.server.ts'
import { tellOwners } from './tell-members.server.ts'

/** An internal note of staff; members never see it. Notes are never changed, only added. */
export function noteOrganisation(
  ctx: Ctx,
  step: { key: string; org: OrgRef; text: string },
): Promise<Result<null, IdempotencyRefusal>> {
  requireReviewer(ctx)
  return idempotent(ctx, 'organisation.note', step.key, step, async (within) => {
    await readApplication(within.db, step.org)
    await recordEvent(within.db, within, {
      kind: 'organisation_noted',
      ...aboutOrg(step.org),
      data: { text: step.text },
    })
    return ok(null)
  })
}

/** Staff reached the applicant at the number given in the application. */
export function recordPhoneCheck(
  ctx: Ctx,
  step: { key: string; org: OrgRef },
): Promise<Result<null, IdempotencyRefusal>> {
  requireReviewer(ctx)
  return idempotent(ctx, 'organisation.phone', step.key, step, async (within) => {
    const { applicant } = await readApplication(within.db, step.org)
    const data = { phone: applicant.phone }
    await recordEvent(within.db, within, { kind: 'organisation_phoned', ...aboutOrg(step.org), data })
    return ok(null)
  })
}

/** The content of a permit: 種類, 番号, 交付した役所, 名義, 交付日 and 期限 (null: it has none, like a 届出). */
export type PermitFacts = {
  number: string
  authority: string
  holder: string
  issuedOn: JstDate | null
  expiresOn: JstDate | null
  /** For a farm: what it allows to sell; if empty, whatever its kind can prove. */
  goodsKinds: readonly GoodsKind[]
}

/**
 * Staff record what a document says. Previous values stay in the history. Products that were held back for it are on
 * sale again, and the farm is notified.
 */
export function checkDocument(
  ctx: Ctx,
  org: OrgRef,
  step: { key: string; id: DocumentId | null; facts: PermitFacts },
): Promise<Result<null, IdempotencyRefusal>> {
  requireReviewer(ctx)
  return idempotent(ctx, 'document.check', step.key, step, async (within) => {
    const { number, authority, holder, issuedOn, expiresOn, goodsKinds } = step.facts
    const adminId = within.actor.kind === 'staff' ? within.actor.adminId : null
    const row = await within.db
      .updateTable('documents')
      .set({
        number,
        authority,
        holder,
        issued_on: issuedOn,
        expires_on: expiresOn,
        goods_kinds: [...goodsKinds],
        checked_at: within.now,
        checked_by: adminId,
      })
      .where('id', '=', step.id)
      .where('farmId' in org ? 'farm_id' : 'restaurant_id', '=', orgIdOf(org))
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new NotFound('document')
    await recordEvent(within.db, within, {
      kind: 'document_checked',
      aboutDocumentId: row.id,
      ...aboutOrg(org),
      data: step.facts,
    })
    if ('farmId' in org) await settleLapsedGoods(within, org.farmId)
    return ok(null)
  })
}

/** A mail of staff to the owners of these organisations, recorded in the history of each. */
export function messageMembers(
  ctx: Ctx,
  step: { key: string; orgs: readonly OrgRef[]; subject: string; text: string },
): Promise<Result<{ told: number }, OrganisationRefusal>> {
  requireReviewer(ctx)
  return idempotent(ctx, 'organisation.message', step.key, step, async (within) => {
    let told = 0
    for (const org of step.orgs) {
      const { applicant } = await readApplication(within.db, org)
      const data = { subject: step.subject, text: step.text }
      const eventId = await recordEvent(within.db, within, { kind: 'organisation_messaged', ...aboutOrg(org), data })
      told += await tellOwners(within.db, within.now, org, {
        key: `${orgText(org)}:message:${eventId}`,
        kind: staffMessage,
        data: { name: applicant.name, subject: step.subject, text: step.text },
      })
    }
    return told > 0 ? ok({ told }) : refuse('nobody_to_tell')
  })
}
