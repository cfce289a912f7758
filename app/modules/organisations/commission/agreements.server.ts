import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type FarmId, newId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, Written } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { tellOwners } from '../approval/tell-members.server.ts'
import { commissionOf } from './commission.server.ts'
import { CommissionIn } from './commission-input.ts'
import { commissionRefusals } from './commission-labels.ts'
import { commissionProposed } from './commission-mails.server.tsx'

const agreementId = IdOf<'commissionAgreement'>('提案')

export type Agreement = Awaited<ReturnType<typeof agreementsOf>>[number]

/** Every rate that was proposed to a farm, the newest first; `answer` null: the farm has not answered yet. */
const agreementsOf = (db: DbOrTx, farmId: FarmId) =>
  db
    .selectFrom('commissionAgreements')
    .leftJoin('commissionAnswers', 'commissionAnswers.agreementId', 'commissionAgreements.id')
    .leftJoin('people', 'people.id', 'commissionAnswers.personId')
    .select([
      'commissionAgreements.id',
      'commissionAgreements.commissionBp',
      'commissionAgreements.fromOn',
      'commissionAgreements.reason',
      'commissionAgreements.proposedBy',
      'commissionAgreements.at',
      'commissionAnswers.answer',
      'commissionAnswers.at as answeredAt',
      'people.name as answeredBy',
    ])
    .where('commissionAgreements.farmId', '=', farmId)
    .orderBy('commissionAgreements.at', 'desc')
    .orderBy('commissionAgreements.id', 'desc')
    .execute()

async function commissionFacts(ctx: Ctx, farmId: FarmId) {
  const today = jstDateOf(ctx.now)
  const agreements = await agreementsOf(ctx.db, farmId)
  const rates = await commissionOf(ctx.db, [farmId], today)
  const farm = await ctx.db.selectFrom('farms').select('name').where('id', '=', farmId).executeTakeFirst()
  if (!farm) throw new NotFound('farm')
  return {
    farm: farm.name,
    todayBp: rates.get(farmId) ?? null,
    open: agreements.find(({ answer }) => answer === null) ?? null,
    coming: agreements.filter(({ answer, fromOn }) => answer === 'agreed' && fromOn > today),
    agreements,
  }
}

/** The rate of the farm one works for: what is in force, what was proposed, and how it came about. */
export const ownCommission = query('agreement.see', async (ctx) => {
  const farm = requireFarm(ctx.actor)
  authorize(ctx.actor, 'agreement.see', farm)
  return commissionFacts(ctx, farm.farmId)
})

/** The same for staff, of any farm. */
export const commissionOfFarm = query('members.see', async (ctx: Ctx, farmId: FarmId) => {
  authorize(ctx.actor, 'members.see', null)
  return commissionFacts(ctx, farmId)
})

/**
 * Staff propose another rate, from a later day on. It comes into force only when an owner of the farm agrees; until
 * then, and if they decline, the rate before it stays.
 */
export const proposeCommission = mutation({
  name: 'commission.propose',
  permission: 'agreement.propose',
  input: {
    farmId: IdOf<'farm'>('農園'),
    commissionBp: CommissionIn,
    fromOn: DayIn,
    reason: Written(400, '理由を入力してください。農園にそのまま送信されます。'),
  },
  refusals: commissionRefusals('not_later', 'same_rate', 'proposal_open', 'key_reused'),
  run: async (ctx, { farmId, commissionBp, fromOn, reason }) => {
    authorize(ctx.actor, 'agreement.propose', null)
    const farm = await lockFarm(ctx.db, farmId)
    const today = jstDateOf(ctx.now)
    if (fromOn <= today) return refuse('not_later')
    const before = (await commissionOf(ctx.db, [farmId], fromOn)).get(farmId) ?? null
    if (before === commissionBp) return refuse('same_rate')
    if ((await agreementsOf(ctx.db, farmId)).some(({ answer }) => answer === null)) return refuse('proposal_open')
    const id = newId<'commissionAgreement'>()
    const proposedBy = 'name' in ctx.actor ? ctx.actor.name : '運営'
    await ctx.db
      .insertInto('commissionAgreements')
      .values({ id, farmId, commissionBp, fromOn, reason, proposedBy, at: ctx.now })
      .execute()
    await recordEvent(ctx.db, ctx, {
      kind: 'commission_proposed',
      aboutFarmId: farmId,
      reason,
      data: { before: { commissionBp: before }, after: { commissionBp }, fromOn },
    })
    await tellOwners(
      ctx.db,
      ctx.now,
      { farmId },
      {
        key: `commission:${id}`,
        kind: commissionProposed,
        data: { farm: farm.name, before, commissionBp, fromOn, reason },
      },
    )
    return ok({ id })
  },
})

/** Staff take a proposal back that the farm has not answered. */
export const withdrawCommission = mutation({
  name: 'commission.withdraw',
  permission: 'agreement.propose',
  input: { agreementId },
  refusals: commissionRefusals('answered', 'key_reused'),
  run: async (ctx, input) => {
    authorize(ctx.actor, 'agreement.propose', null)
    const { farmId } = await proposal(ctx.db, input.agreementId)
    if (!(await answer(ctx, { ...input, farmId }, 'withdrawn'))) return refuse('answered')
    await recordEvent(ctx.db, ctx, { kind: 'commission_withdrawn', aboutFarmId: farmId })
    return ok({ farmId })
  },
})

/** An owner of the farm agrees, or the rate before it stays. */
export const answerCommission = mutation({
  name: 'commission.answer',
  permission: 'agreement.answer',
  input: { agreementId, agree: z.boolean('同意するかどうかを選択してください。') },
  refusals: commissionRefusals('answered', 'key_reused'),
  run: async (ctx, { agree, ...input }) => {
    const own = requireFarm(ctx.actor)
    authorize(ctx.actor, 'agreement.answer', { farmId: own.farmId, restaurantId: null })
    const { farmId, commissionBp, fromOn } = await proposal(ctx.db, input.agreementId)
    if (farmId !== own.farmId) throw new NotFound('commission agreement')
    if (!(await answer(ctx, { ...input, farmId }, agree ? 'agreed' : 'declined'))) return refuse('answered')
    await recordEvent(ctx.db, ctx, {
      kind: agree ? 'commission_agreed' : 'commission_declined',
      aboutFarmId: farmId,
      data: { commissionBp, fromOn },
    })
    return ok({ agreed: agree, commissionBp, fromOn })
  },
})

type Answered = { agreementId: Agreement['id']; farmId: FarmId }

/** False if it was answered before. */
async function answer(ctx: Ctx, { agreementId, farmId }: Answered, said: 'agreed' | 'declined' | 'withdrawn') {
  await lockFarm(ctx.db, farmId)
  const personId = 'personId' in ctx.actor ? ctx.actor.personId : null
  const made = await ctx.db
    .insertInto('commissionAnswers')
    .values({ agreementId, answer: said, personId, at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('agreementId')
    .executeTakeFirst()
  return made !== undefined
}

async function proposal(db: DbOrTx, id: Agreement['id']) {
  const found = await db
    .selectFrom('commissionAgreements')
    .select(['farmId', 'commissionBp', 'fromOn'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new NotFound('commission agreement')
  return found
}

/** One proposal at a time, also when two users press at once. */
async function lockFarm(db: DbOrTx, farmId: FarmId) {
  const farm = await db.selectFrom('farms').select('name').where('id', '=', farmId).forUpdate().executeTakeFirst()
  if (!farm) throw new NotFound('farm')
  return farm
}
