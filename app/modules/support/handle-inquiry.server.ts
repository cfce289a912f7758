import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { type InquiryState, inquiryStates } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { AdminId, InquiryId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { choice, IdOf, RowVersion, Written } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { inquiryAnswered } from './inquiry-mails.server.tsx'
import { inquiryRefusals } from './refusal-text.ts'

/** `version` is the inquiry's version that the actor has seen. */
const step = { id: IdOf<'inquiry'>('問い合わせ'), version: RowVersion }

/**
 * Staff answer by mail; the answer stays in the history. If a colleague has acted meanwhile it is refused and nothing
 * is sent, so that a user never gets two answers.
 */
export const answerInquiry = mutation({
  name: 'inquiry.answer',
  permission: 'inquiry.handle',
  input: { ...step, text: Written(4_000, '回答を入力してください。'), next: choice(['working', 'done']) },
  refusals: inquiryRefusals('changed_meanwhile', 'key_reused'),
  run: async (ctx, input) => {
    const inquiry = await lockInquiry(ctx, input.id)
    if (inquiry.version !== input.version) return refuse('changed_meanwhile')
    const { db, now } = ctx
    await saveStep(ctx, inquiry, input.next, inquiry.firstAnsweredAt ?? now)
    const eventId = await recordEvent(db, ctx, {
      kind: 'inquiry_answered',
      inquiryId: input.id,
      fromState: inquiry.state,
      toState: input.next,
      data: { text: input.text },
    })
    await notify(db, now, {
      key: `inquiry:${input.id}:answer:${eventId}`,
      kind: inquiryAnswered,
      to: inquiry.email as Email,
      data: { number: inquiry.number, answer: input.text, question: inquiry.body },
    })
    return ok({ id: input.id })
  },
})

/** Takes it on, sets it aside, closes it or reopens it. */
export const moveInquiry = mutation({
  name: 'inquiry.move',
  permission: 'inquiry.handle',
  input: { ...step, to: choice(inquiryStates) },
  refusals: inquiryRefusals('changed_meanwhile', 'state_already', 'key_reused'),
  run: async (ctx, input) => {
    const inquiry = await lockInquiry(ctx, input.id)
    if (inquiry.version !== input.version) return refuse('changed_meanwhile')
    if (inquiry.state === input.to) return refuse('state_already')
    await saveStep(ctx, inquiry, input.to, inquiry.firstAnsweredAt)
    await recordEvent(ctx.db, ctx, {
      kind: 'inquiry_moved',
      inquiryId: input.id,
      fromState: inquiry.state,
      toState: input.to,
    })
    return ok({ id: input.id })
  },
})

/** An internal note of staff; the writer never sees it. It changes nothing, so it may be added at any time. */
export const noteInquiry = mutation({
  name: 'inquiry.note',
  permission: 'inquiry.handle',
  input: { id: step.id, text: Written(4_000, 'メモを入力してください。') },
  refusals: inquiryRefusals('key_reused'),
  run: async (ctx, input) => {
    await lockInquiry(ctx, input.id)
    await recordEvent(ctx.db, ctx, { kind: 'inquiry_noted', inquiryId: input.id, data: { text: input.text } })
    return ok({ id: input.id })
  },
})

/** Assigns it; null unassigns it. Only to an active administrator. */
export const assignInquiry = mutation({
  name: 'inquiry.assign',
  permission: 'inquiry.handle',
  input: { ...step, to: IdOf<'admin'>('担当').nullable().default(null) },
  refusals: inquiryRefusals('changed_meanwhile', 'assigned_already', 'admin_gone', 'key_reused'),
  run: async (ctx, input) => {
    const inquiry = await lockInquiry(ctx, input.id)
    if (inquiry.version !== input.version) return refuse('changed_meanwhile')
    if (inquiry.assignedTo === input.to) return refuse('assigned_already')
    const names = await namesOf(ctx, [inquiry.assignedTo, input.to])
    const name = input.to && names.find(({ id }) => id === input.to)
    if (input.to && (!name || name.disabledAt)) return refuse('admin_gone')
    await ctx.db
      .updateTable('inquiries')
      .set({ assignedTo: input.to, version: inquiry.version + 1 })
      .where('id', '=', input.id)
      .execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'inquiry_assigned',
      inquiryId: input.id,
      ...(input.to && { aboutAdminId: input.to }),
      data: {
        before: { assignedTo: names.find(({ id }) => id === inquiry.assignedTo)?.name ?? null },
        after: { assignedTo: name ? name.name : null },
      },
    })
    return ok({ id: input.id })
  },
})

const namesOf = ({ db }: Ctx, ids: readonly (AdminId | null)[]) =>
  db
    .selectFrom('admins')
    .select(['id', 'name', 'disabledAt'])
    .where('id', 'in', [...ids.filter((id) => id !== null)])
    .execute()

async function lockInquiry({ actor, db }: Ctx, id: InquiryId) {
  const inquiry = await db
    .selectFrom('inquiries')
    .select(['id', 'number', 'state', 'version', 'email', 'body', 'personId', 'firstAnsweredAt', 'assignedTo'])
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
    .set({ state, version: inquiry.version + 1, firstAnsweredAt })
    .where('id', '=', inquiry.id)
    .execute()
