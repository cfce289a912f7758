import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { InquiryState } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { AdminId, InquiryId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { inquiryAnswered } from './inquiry-mails.server.tsx'
import type { HandleInquiryRefusal } from './refusal-text.ts'

type Handled = Promise<Result<{ id: InquiryId }, HandleInquiryRefusal>>
/** `version` is the inquiry's version that the actor has seen. */
type Step = { id: InquiryId; key: string; version: number }

/**
 * Staff answer by mail; the answer stays in the history. If a colleague has acted meanwhile it is refused and nothing
 * is sent, so that a user never gets two answers.
 */
export function answerInquiry(ctx: Ctx, step: Step & { text: string; next: 'working' | 'done' }): Handled {
  return idempotent(ctx, 'inquiry.answer', step.key, step, async (within) => {
    const inquiry = await lockInquiry(within, step.id)
    if (inquiry.version !== step.version) return refuse('changed_meanwhile')
    const { db, now } = within
    await saveStep(within, inquiry, step.next, inquiry.first_answered_at ?? now)
    const eventId = await recordEvent(db, within, {
      kind: 'inquiry_answered',
      inquiryId: step.id,
      fromState: inquiry.state,
      toState: step.next,
      data: { text: step.text },
    })
    await notify(db, now, {
      key: `inquiry:${step.id}:answer:${eventId}`,
      kind: inquiryAnswered,
      to: inquiry.email as Email,
      data: { number: inquiry.number, answer: step.text, question: inquiry.body },
    })
    return ok({ id: step.id })
  })
}

/** Takes it on, sets it aside, closes it or reopens it. */
export function moveInquiry(ctx: Ctx, step: Step & { to: InquiryState }): Handled {
  return idempotent(ctx, 'inquiry.move', step.key, step, async (within) => {
    const inquiry = await lockInquiry(within, step.id)
    if (inquiry.version !== step.version) return refuse('changed_meanwhile')
    if (inquiry.state === step.to) return refuse('state_already')
    await saveStep(within, inquiry, step.to, inquiry.first_answered_at)
    await recordEvent(within.db, within, {
      kind: 'inquiry_moved',
      inquiryId: step.id,
      fromState: inquiry.state,
      toState: step.to,
    })
    return ok({ id: step.id })
  })
}

/** An internal note of staff; the writer never sees it. It changes nothing, so it may be added at any time. */
export function noteInquiry(ctx: Ctx, step: { id: InquiryId; key: string; text: string }): Handled {
  return idempotent(ctx, 'inquiry.note', step.key, step, async (within) => {
    await lockInquiry(within, step.id)
    await recordEvent(within.db, within, { kind: 'inquiry_noted', inquiryId: step.id, data: { text: step.text } })
    return ok({ id: step.id })
  })
}

/** Assigns it; null unassigns it. Only to an active administrator. */
export function assignInquiry(ctx: Ctx, step: Step & { to: AdminId | null }): Handled {
  return idempotent(ctx, 'inquiry.assign', step.key, step, async (within) => {
    const inquiry = await lockInquiry(within, step.id)
    if (inquiry.version !== step.version) return refuse('changed_meanwhile')
    if (inquiry.assigned_to === step.to) return refuse('assigned_already')
    const names = await namesOf(within, [inquiry.assigned_to, step.to])
    const name = step.to && names.find(({ id }) => id === step.to)
    if (step.to && (!name || name.disabled_at)) return refuse('admin_gone')
    await within.db
      .updateTable('inquiries')
      .set({ assigned_to: step.to, version: inquiry.version + 1 })
      .where('id', '=', step.id)
      .execute()
    await recordEvent(within.db, within, {
      kind: 'inquiry_assigned',
      inquiryId: step.id,
      ...(step.to && { aboutAdminId: step.to }),
      data: {
        before: { assignedTo: names.find(({ id }) => id === inquiry.assigned_to)?.name ?? null },
        after: { assignedTo: name ? name.name : null },
      },
    })
    return ok({ id: step.id })
  })
}

const namesOf = ({ db }: Ctx, ids: readonly (AdminId | null)[]) =>
  db
    .selectFrom('admins')
    .select(['id', 'name', 'disabled_at'])
    .where('id', 'in', [...ids.filter((id) => id !== null)])
    .execute()

async function lockInquiry({ actor, db }: Ctx, id: InquiryId) {
  const inquiry = await db
    .selectFrom('inquiries')
    .select([
      'id',
      'number',
      'state',
      'version',
      'email',
      'body',
      'person_id as personId',
      'first_answered_at',
      'assigned_to',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('inquiry'))
  seeOrNotFound(actor, 'inquiry.see', inquiry)
  authorize(actor, 'inquiry.handle', null)
  return inquiry
}

const saveStep = (
  { db }: Ctx,
  inquiry: { id: InquiryId; version: number },
  state: InquiryState,
  firstAnsweredAt: Date | null,
) =>
  db
    .updateTable('inquiries')
    .set({ state, version: inquiry.version + 1, first_answered_at: firstAnsweredAt })
    .where('id', '=', inquiry.id)
    .execute()
