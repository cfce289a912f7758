import { z } from 'zod'
import { goodsKinds } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayOr, IdOf, Written } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { settleLapsedGoods } from '../documents/settle-lapsed-goods.server.ts'
import { Line, Note, OptionalLine, OrgIn } from '../fields.server.ts'
import { aboutOrg, type OrgRef, orgIdOf, orgText } from '../org-ref.ts'
import { organisationRefusals } from '../refusal-text.ts'
import { readApplication } from './application.server.ts'
import { staffMessage } from './application-mails.server.tsx'
import { requireApprover } from './decide-application.server.ts'
import { screenedNames, screeningResults } from './screening.ts'
import { ownersOf, tellOwners } from './tell-members.server.ts'

/** An internal note of staff; members never see it. Notes are never changed, only added. */
export const noteOrganisation = mutation({
  name: 'organisation.note',
  permission: 'members.review',
  input: { org: OrgIn, text: Written(2_000, 'メモを入力してください。') },
  refusals: organisationRefusals('key_reused'),
  guard: requireApprover,
  run: async (within, step) => {
    await readApplication(within.db, step.org)
    await recordEvent(within.db, within, {
      kind: 'organisation_noted',
      ...aboutOrg(step.org),
      data: { text: step.text },
    })
    return ok(null)
  },
})

/** Staff reached the applicant at the number given in the application. */
export const recordPhoneCheck = mutation({
  name: 'organisation.phone',
  permission: 'members.review',
  input: { org: OrgIn },
  refusals: organisationRefusals('key_reused'),
  guard: requireApprover,
  run: async (within, step) => {
    const { applicant } = await readApplication(within.db, step.org)
    const data = { phone: applicant.phone }
    await recordEvent(within.db, within, { kind: 'organisation_phoned', ...aboutOrg(step.org), data })
    return ok(null)
  },
})

/** Staff searched for the organisation and its representative among 反社会的勢力, as the terms say. */
export const recordScreening = mutation({
  name: 'organisation.screen',
  permission: 'members.review',
  input: {
    org: OrgIn,
    result: z.enum(screeningResults, { error: '結果を選択してください。' }),
    source: Line(120, '照会先を入力してください。'),
    checkedOn: DayOr('照会日を入力してください。'),
    note: Note(1_000),
  },
  refusals: organisationRefusals('checked_in_future', 'key_reused'),
  guard: requireApprover,
  run: async (within, { org, key: _, ...found }) => {
    if (found.checkedOn > jstDateOf(within.now)) return refuse('checked_in_future')
    const { applicant } = await readApplication(within.db, org)
    const data = { names: screenedNames(applicant), ...found }
    await recordEvent(within.db, within, { kind: 'organisation_screened', ...aboutOrg(org), data })
    return ok(null)
  },
})

const day = DayOr('日付を入力してください。').nullable().default(null)

/** The content of a permit: 番号, 交付した役所, 名義, 交付日 and 期限 (null: it has none, like a 届出). */
const permitFields = {
  number: OptionalLine(80),
  authority: OptionalLine(80),
  holder: OptionalLine(80),
  issuedOn: day,
  expiresOn: day,
  /** For a farm: what it allows to sell; if empty, whatever its kind can prove. */
  goodsKinds: z.array(z.enum(goodsKinds)).default([]),
}

/**
 * Staff record what a document says. Previous values stay in the history. Products that were held back for it are on
 * sale again, and the farm is notified.
 */
export const checkDocument = mutation({
  name: 'document.check',
  permission: 'members.review',
  input: { org: OrgIn, id: IdOf<'document'>('書類'), ...permitFields },
  refusals: organisationRefusals('expires_before_issued', 'key_reused'),
  guard: requireApprover,
  run: async (within, step) => {
    const { org, id, key: _, ...facts } = step
    const { number, authority, holder, issuedOn, expiresOn, goodsKinds } = facts
    if (issuedOn && expiresOn && expiresOn < issuedOn) return refuse('expires_before_issued')
    const adminId = within.actor.kind === 'staff' ? within.actor.adminId : null
    const row = await within.db
      .updateTable('documents')
      .set({
        number,
        authority,
        holder,
        issuedOn,
        expiresOn,
        goodsKinds,
        checkedAt: within.now,
        checkedBy: adminId,
      })
      .where('id', '=', id)
      .where('farmId' in org ? 'farmId' : 'restaurantId', '=', orgIdOf(org))
      .where('removedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new NotFound('document')
    await recordEvent(within.db, within, {
      kind: 'document_checked',
      aboutDocumentId: row.id,
      ...aboutOrg(org),
      data: facts,
    })
    if ('farmId' in org) await settleLapsedGoods(within, org.farmId)
    return ok(null)
  },
})

/** How many people a mail of staff to these organisations tells. */
export const messageReceivers = query('members.review', async (ctx, orgs: readonly OrgRef[]): Promise<number> => {
  requireApprover(ctx)
  return (await ownersOf(ctx.db, orgs)).length
})

/** A mail of staff to the owners of these organisations, recorded in the history of each. */
export const messageOrganisations = mutation({
  name: 'organisation.message',
  permission: 'members.review',
  input: {
    orgs: z.array(OrgIn),
    subject: Written(80, '件名を入力してください。'),
    text: Written(4_000, '本文を入力してください。'),
  },
  refusals: organisationRefusals('nobody_to_tell', 'key_reused'),
  guard: requireApprover,
  run: async (within, step) => {
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
  },
})
