import { createElement } from 'react'
import { authorize } from '#access/authorize.ts'
import type { Ctx, DbOrTx } from '#access/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { NotFound } from '#kernel/errors.ts'
import { type AdminId, type FactorResetId, newId, type PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { IdentityProof } from '#kernel/words.ts'
import { recordEvent } from '#modules/history/record-event.server.ts'
import { queueMail } from '#modules/outbox/queue-mail.server.ts'
import { PersonFactorResetMail } from './account-mails.server.tsx'
import { resetWaitsMs } from './admins/factor-reset.server.ts'
import { forgetFactors, readFactors } from './factors/change-factors.server.ts'
import { voidCodes } from './one-time-code.server.ts'
import { lockPerson } from './people-store.server.ts'
import type { PersonResetRefusal } from './person-factor-reset-words.ts'
import { closeSessionsOf } from './session-store.server.ts'

/**
 * For a person who has lost the phone and the backup codes: one of us has checked who it is, and says how; nothing
 * happens until another one of us confirms it.
 */
export async function askForPersonReset(
  ctx: Ctx,
  { personId, proof, reason }: { personId: PersonId; proof: IdentityProof | null; reason: string },
): Promise<Result<null, PersonResetRefusal>> {
  const me = resetter(ctx)
  const why = reason.trim().slice(0, 400)
  if (proof === null) return refuse('proof_missing')
  if (why === '') return refuse('reason_missing')
  return ctx.db.transaction().execute(async (db) => {
    const person = await lockPerson(db, personId)
    if (!person) return refuse('not_active')
    const { totpSince, passkeys } = await readFactors(db, { personId })
    if (!totpSince && passkeys === 0) return refuse('nothing_to_reset')
    await endLapsed(db, ctx.now, personId)
    const asked = await db
      .insertInto('factor_resets')
      .values({
        id: newId<'factorReset'>(),
        admin_id: null,
        person_id: personId,
        proof,
        reason: why,
        asked_by: me,
        asked_at: ctx.now,
        expires_at: new Date(ctx.now.getTime() + resetWaitsMs),
        confirmed_by: null,
        ended_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!asked) return refuse('asked_already')
    await recordEvent(db, ctx, {
      kind: 'person_reset_asked',
      aboutPersonId: personId,
      reason: why,
      data: { proof },
    })
    return ok(null)
  })
}

const endLapsed = (db: DbOrTx, now: Date, personId: PersonId) =>
  db
    .updateTable('factor_resets')
    .set({ ended_at: now })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute()

/**
 * The second pair of eyes, never those of who asked: takes the app, the backup codes and the passkeys away and signs
 * the person out everywhere. They come in with their password alone, which we never know, and are told by mail.
 */
export async function confirmPersonReset(
  ctx: Ctx,
  { resetId }: { resetId: FactorResetId },
): Promise<Result<null, PersonResetRefusal>> {
  const me = resetter(ctx)
  return ctx.db.transaction().execute(async (db) => {
    const reset = await lockReset(db, resetId)
    if (reset.ended_at || reset.expires_at <= ctx.now) return refuse('ended')
    if (reset.asked_by === me) return refuse('own_request')
    const person = await lockPerson(db, reset.personId)
    if (!person) return refuse('not_active')
    const owner = { personId: person.id }
    await db
      .updateTable('factor_resets')
      .set({ confirmed_by: me, ended_at: ctx.now })
      .where('id', '=', resetId)
      .execute()
    await forgetFactors(db, owner, { passkeys: true })
    await closeSessionsOf(db, owner)
    for (const purpose of ['second_factor', 'passkey'] as const) await voidCodes(db, ctx.now, purpose, owner)
    const event = await recordEvent(db, ctx, { kind: 'person_reset_confirmed', aboutPersonId: person.id })
    if (person.email)
      await queueMail(db, ctx.now, {
        key: `person-reset:${event}`,
        template: 'person_factor_reset',
        to: person.email as Email,
        subject: '【畝と皿】二段階確認をリセットしました',
        body: createElement(PersonFactorResetMail, { name: person.name }),
      })
    return ok(null)
  })
}

/** Takes a request back, or turns it down. */
export async function withdrawPersonReset(ctx: Ctx, resetId: FactorResetId): Promise<Result<null, PersonResetRefusal>> {
  resetter(ctx)
  return ctx.db.transaction().execute(async (db) => {
    const reset = await lockReset(db, resetId)
    if (reset.ended_at) return refuse('ended')
    await db.updateTable('factor_resets').set({ ended_at: ctx.now }).where('id', '=', resetId).execute()
    await recordEvent(db, ctx, { kind: 'person_reset_withdrawn', aboutPersonId: reset.personId })
    return ok(null)
  })
}

/** Requests that wait for a second pair of eyes, the oldest first; of these people, or of all. */
export async function waitingPersonResets(ctx: Ctx, people: readonly PersonId[] | null) {
  resetter(ctx)
  const asked = ctx.db
    .selectFrom('factor_resets as r')
    .innerJoin('people as p', 'p.id', 'r.person_id')
    .innerJoin('admins as a', 'a.id', 'r.asked_by')
    .select(['r.id', 'p.id as personId', 'p.name', 'r.reason', 'r.proof', 'r.asked_at as askedAt'])
    .select(['a.id as askedBy', 'a.name as askedByName'])
    .where('r.ended_at', 'is', null)
    .where('r.expires_at', '>', ctx.now)
    .orderBy('r.asked_at')
  return people === null ? asked.execute() : asked.where('p.id', 'in', people.length > 0 ? people : [null]).execute()
}

export type WaitingPersonReset = Awaited<ReturnType<typeof waitingPersonResets>>[number]

async function lockReset(db: DbOrTx, id: FactorResetId) {
  const { person_id: personId, ...reset } = await db
    .selectFrom('factor_resets')
    .select(['person_id', 'asked_by', 'expires_at', 'ended_at'])
    .where('id', '=', id)
    .where('person_id', 'is not', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('factor reset'))
  if (!personId) throw new NotFound('factor reset')
  return { ...reset, personId }
}

function resetter({ actor }: Ctx): AdminId {
  authorize(actor, 'person.reset_factor', null)
  if (actor.kind !== 'staff') throw new TypeError(`${actor.kind} is no administrator`)
  return actor.adminId
}
