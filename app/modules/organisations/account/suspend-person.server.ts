import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { NotFound } from '#kernel/errors.ts'
import type { PersonId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { changePerson } from '#modules/identity/people-store.server.ts'
import { closeSessionsOf } from '#modules/identity/session-store.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { personLifted, personSuspended } from '../approval/application-mails.server.tsx'
import { requireDecider } from '../approval/decide-application.server.ts'
import { ReasonIn } from '../fields.server.ts'
import { organisationRefusals } from '../refusal-text.ts'

const step = { personId: IdOf<'person'>('会員'), reason: ReasonIn }

/** Suspends one person: all of their sessions end, so their next request is a visitor's. */
export const suspendPerson = mutation({
  name: 'person.suspend',
  permission: 'members.decide',
  input: step,
  refusals: organisationRefusals('reason_missing', 'not_possible_now', 'key_reused'),
  guard: requireDecider,
  run: async (within, step) => {
    if (step.reason === '') return refuse('reason_missing')
    const { db, now } = within
    const person = await lockPerson(within, step.personId)
    if (person.suspendedAt || person.closedAt) return refuse('not_possible_now')
    await changePerson(db, step.personId, { suspendedAt: now })
    const sessions = await closeSessionsOf(db, { personId: step.personId })
    const about = { aboutPersonId: step.personId, reason: step.reason, data: { sessions } }
    const eventId = await recordEvent(db, within, { kind: 'person_suspended', ...about })
    if (person.email)
      await notify(db, now, {
        key: `person:${step.personId}:suspended:${eventId}`,
        kind: personSuspended,
        to: person.email as Email,
        data: { name: person.name, reason: step.reason },
      })
    return ok({ name: person.name, sessions })
  },
})

/** Lifts the suspension; the person signs in again. */
export const liftPerson = mutation({
  name: 'person.lift',
  permission: 'members.decide',
  input: step,
  refusals: organisationRefusals('not_possible_now', 'key_reused'),
  guard: requireDecider,
  run: async (within, step) => {
    const { db, now } = within
    const person = await lockPerson(within, step.personId)
    if (!person.suspendedAt || person.closedAt) return refuse('not_possible_now')
    await changePerson(db, step.personId, { suspendedAt: null })
    const eventId = await recordEvent(db, within, {
      kind: 'person_lifted',
      aboutPersonId: step.personId,
      ...(step.reason !== '' && { reason: step.reason }),
    })
    if (person.email)
      await notify(db, now, {
        key: `person:${step.personId}:lifted:${eventId}`,
        kind: personLifted,
        to: person.email as Email,
        data: { name: person.name },
      })
    return ok({ name: person.name })
  },
})

const lockPerson = ({ db }: Ctx, id: PersonId) =>
  db
    .selectFrom('people')
    .select(['name', 'email', 'suspendedAt', 'closedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('person'))
