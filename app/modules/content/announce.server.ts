import { z } from 'zod'
import type { StaffActor } from '#authorization/actor.ts'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type Audience, audiences } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type AnnouncementId, newId } from '#kernel/ids.ts'
import type { LiveRoom } from '#kernel/live.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, RowVersion, Written } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { tellLive } from '#modules/audit-log/tell-live.server.ts'
import { type InputOf, mutation, noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import { readNotification } from '#modules/notifications/centre.server.ts'
import { announcementLength, announcementState, canBeChanged, canBeWithdrawn, periodRefusal } from './announcement.ts'
import { contentRefusals } from './refusal-text.ts'

const draft = {
  audience: z.enum(audiences, { error: '公開対象を選択してください。' }),
  title: Written(announcementLength.title, '見出しを入力してください。'),
  /** Markdown. */
  body: Written(announcementLength.body, '本文を入力してください。'),
  byMail: z.boolean().default(false),
  /** null: immediately. */
  startsAt: z.date().nullable(),
  endsAt: z.date().nullable(),
}
export type AnnouncementDraft = InputOf<typeof draft>

/** Staff publish an announcement to everyone, or to one side; immediately or at a later time. */
export const announce = mutation({
  name: 'announcement.write',
  permission: 'announcement.write',
  input: draft,
  refusals: contentRefusals('start_past', 'end_before_start', 'key_reused'),
  run: async (within, draft) => {
    requireWriter(within)
    const { startsAt, endsAt } = rowOf(draft, within.now)
    const wrong = periodRefusal({ startsAt, endsAt }, within.now)
    return wrong ? refuse(wrong) : ok({ id: await insertAnnouncement(within, draft) })
  },
})

/** In the transaction of what it tells of. */
export async function insertAnnouncement(within: Ctx & { actor: StaffActor }, draft: AnnouncementDraft) {
  const row = rowOf(draft, within.now)
  const id = newId<'announcement'>()
  await within.db
    .insertInto('announcements')
    .values({
      id,
      ...row,
      createdBy: within.actor.adminId,
      createdAt: within.now,
      withdrawnAt: null,
      mailedAt: null,
    })
    .execute()
  // what begins later appears with the next page load
  if (row.startsAt <= within.now) await tellLive(within.db, roomsOf[row.audience], 'announcement', {})
  await recordEvent(within.db, within, {
    kind: 'announcement_written',
    data: { announcementId: id, after: told(row) },
  })
  return id
}

const roomsOf: Record<Audience, readonly LiveRoom[]> = {
  everybody: ['farms', 'restaurants'],
  farms: ['farms'],
  restaurants: ['restaurants'],
}

const step = { id: IdOf<'announcement'>('お知らせ'), version: RowVersion }

/** The text may change until it is shown; refused if a colleague has changed it meanwhile. */
export const changeAnnouncement = mutation({
  name: 'announcement.change',
  permission: 'announcement.write',
  input: { ...step, ...draft },
  refusals: contentRefusals('shown_already', 'changed_meanwhile', 'start_past', 'end_before_start', 'key_reused'),
  run: async (within, { id, version, ...draft }) => {
    const before = await lockAnnouncement(within, id)
    if (!canBeChanged(stateOf(before, within.now))) return refuse('shown_already')
    if (before.version !== version) return refuse('changed_meanwhile')
    const row = rowOf(draft, within.now)
    const wrong = periodRefusal({ startsAt: row.startsAt, endsAt: row.endsAt }, within.now)
    if (wrong) return refuse(wrong)
    await within.db
      .updateTable('announcements')
      .set({ ...row, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await recordEvent(within.db, within, {
      kind: 'announcement_changed',
      data: { announcementId: id, before: told(before), after: told(row) },
    })
    return ok({ id })
  },
})

/** Removes it from every page immediately. Mails that were sent stay sent; those not written yet are not sent. */
export const withdrawAnnouncement = mutation({
  name: 'announcement.withdraw',
  permission: 'announcement.write',
  input: step,
  refusals: contentRefusals('over_already', 'changed_meanwhile', 'key_reused'),
  run: async (within, { id, version }) => {
    const before = await lockAnnouncement(within, id)
    if (!canBeWithdrawn(stateOf(before, within.now))) return refuse('over_already')
    if (before.version !== version) return refuse('changed_meanwhile')
    await within.db
      .updateTable('announcements')
      .set({ withdrawnAt: within.now, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await recordEvent(within.db, within, {
      kind: 'announcement_withdrawn',
      data: { announcementId: id, title: before.title },
    })
    return ok({ id })
  },
})

/** The user has read it: its bar does not appear again. Idempotent. */
export const closeAnnouncement = repeatable({
  name: 'announcement.close',
  permission: 'announcement.read',
  input: { id: step.id },
  refusals: noRefusals,
  run: async ({ actor, db, now }, { id }) => {
    authorize(actor, 'announcement.read', null)
    if (!('personId' in actor)) return ok(null)
    const reading = { announcementId: id, personId: actor.personId, at: now }
    await db
      .insertInto('announcementReadings')
      .columns(['announcementId', 'personId', 'at'])
      .expression((from) =>
        from
          .selectFrom('announcements')
          .select((is) => ['id', is.val(reading.personId).as('personId'), is.val(reading.at).as('at')] as const)
          .where('id', '=', id),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await readNotification({ db, now }, `announcement:${id}:${actor.personId}`)
    return ok(null)
  },
})

function requireWriter(ctx: Ctx): asserts ctx is Ctx & { actor: StaffActor } {
  seeOrNotFound(ctx.actor, 'announcement.write', null)
  if (ctx.actor.kind !== 'staff') throw new NotFound('announcement')
}

async function lockAnnouncement(ctx: Ctx, id: AnnouncementId) {
  requireWriter(ctx)
  return ctx.db
    .selectFrom('announcements')
    .select(['version', 'audience', 'title', 'body', 'byMail', 'startsAt', 'endsAt', 'withdrawnAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('announcement'))
}

type Row = ReturnType<typeof rowOf>

const rowOf = ({ audience, title, body, byMail, startsAt, endsAt }: AnnouncementDraft, now: Date) => ({
  audience,
  title,
  body,
  byMail,
  startsAt: startsAt ?? now,
  endsAt,
})

const stateOf = (row: Row & { withdrawnAt: Date | null }, now: Date) =>
  announcementState({ startsAt: row.startsAt, endsAt: row.endsAt, withdrawnAt: row.withdrawnAt }, now)

/** As the history records it. */
const told = ({ audience, title, body, byMail, startsAt, endsAt }: Row) => ({
  audience,
  title,
  body,
  byMail: byMail,
  startsAt: startsAt,
  endsAt: endsAt,
})
