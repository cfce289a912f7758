import { z } from 'zod'
import { authorize, requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId } from '#kernel/ids.ts'
import { hasCheckDigit, invoiceNumberRefusalText, readInvoiceNumber } from '#kernel/invoice-number.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, RowVersion } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { requireDecider } from '../approval/decide-application.server.ts'
import { readBy } from '../fields.server.ts'
import { type Registration, type RegistrationProblem, registeredOn, withEnd, withNumber } from './registration.ts'
import { historyText, registrationRefusals, unconfirmed } from './registration-labels.ts'
import { registrationsOf, writeRegistrations } from './registrations.server.ts'

async function registrationFacts({ db, now }: Ctx, farmId: FarmId) {
  const farm = await db.selectFrom('farms').select(['name', 'version']).where('id', '=', farmId).executeTakeFirst()
  if (!farm) throw new NotFound('farm')
  const history = (await registrationsOf(db, [farmId])).get(farmId) ?? []
  return { farmId, farm: farm.name, version: farm.version, history, number: registeredOn(history, jstDateOf(now)) }
}

/** The registration of the farm one works for, with its history. */
export const ownRegistration = query('registration.see', async (ctx) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'registration.see', { farmId })
  return registrationFacts(ctx, farmId)
})

/** The same for staff, of any farm. */
export const registrationOfFarm = query('members.see', async (ctx: Ctx, farmId: FarmId) => {
  authorize(ctx.actor, 'members.see', null)
  return registrationFacts(ctx, farmId)
})

const common = {
  permission: 'registration.change',
  /** Staff prove again who they are, as for every other detail of an account. */
  guard: (ctx: Ctx) => {
    if (ctx.actor.kind === 'staff') requireDecider(ctx)
  },
} as const

const input = {
  farmId: IdOf<'farm'>('農園'),
  /** The farm's version that the page has seen. */
  version: RowVersion,
  confirmed: z
    .boolean()
    .default(false)
    .refine((checked) => checked, unconfirmed),
}

/** A number and its first day; the number before it ends there. Also corrects what was recorded last. */
export const recordRegistration = mutation({
  ...common,
  name: 'registration.record',
  input: { ...input, number: readBy(readInvoiceNumber, invoiceNumberRefusalText), fromOn: DayIn },
  refusals: registrationRefusals(
    'check_digit',
    'too_early',
    'too_late',
    'overlap',
    'nothing_changed',
    'changed_meanwhile',
    'key_reused',
  ),
  run: async (ctx, { farmId, version, number, fromOn }) => {
    const farm = await lockFarm(ctx, farmId)
    const doubtful = !hasCheckDigit(number)
    if (doubtful && farm.partyType === 'corporation') return refuse('check_digit')
    const written = await write(ctx, farmId, farm.version === version, (history) =>
      withNumber(history, { number, fromOn }, jstDateOf(ctx.now)),
    )
    return written.ok ? ok({ number, fromOn, doubtful }) : written
  },
})

/** The loss of the registration (取消・失効), with its last day. Also corrects that day. */
export const endRegistration = mutation({
  ...common,
  name: 'registration.end',
  input: { ...input, lastOn: DayIn },
  refusals: registrationRefusals(
    'not_registered',
    'before_start',
    'too_late',
    'nothing_changed',
    'changed_meanwhile',
    'key_reused',
  ),
  run: async (ctx, { farmId, version, lastOn }) => {
    const farm = await lockFarm(ctx, farmId)
    const written = await write(ctx, farmId, farm.version === version, (history) =>
      withEnd(history, lastOn, jstDateOf(ctx.now)),
    )
    return written.ok ? ok({ lastOn }) : written
  },
})

/** One change at a time, also when two users press at once. */
async function lockFarm({ db, actor }: Ctx, farmId: FarmId) {
  seeOrNotFound(actor, 'registration.see', { farmId })
  authorize(actor, 'registration.change', { farmId, restaurantId: null })
  const farm = await db
    .selectFrom('farms')
    .select(['version', 'partyType'])
    .where('id', '=', farmId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!farm) throw new NotFound('farm')
  return farm
}

type Change<R extends string> = (history: readonly Registration[]) => Result<Registration[], R>

async function write<R extends RegistrationProblem>(
  ctx: Ctx,
  farmId: FarmId,
  seen: boolean,
  change: Change<R>,
): Promise<Result<null, R | 'changed_meanwhile'>> {
  if (!seen) return refuse('changed_meanwhile')
  const before = (await registrationsOf(ctx.db, [farmId])).get(farmId) ?? []
  const after = change(before)
  if (!after.ok) return after
  await writeRegistrations(ctx.db, farmId, after.value)
  await ctx.db
    .updateTable('farms')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', farmId)
    .execute()
  await recordEvent(ctx.db, ctx, {
    kind: 'registration_changed',
    aboutFarmId: farmId,
    data: {
      before: { registrationNumber: historyText(before) },
      after: { registrationNumber: historyText(after.value) },
    },
  })
  return ok(null)
}
