import { beforeAll, expect, test } from 'vitest'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addDays, jstDate, jstDateOf } from '../../app/kernel/jst.ts'

import {
  answerCommission,
  ownCommission,
  proposeCommission,
  withdrawCommission,
} from '../../app/modules/organisations/commission/agreements.server.ts'
import { commissionOf } from '../../app/modules/organisations/commission/commission.server.ts'
import { aFarm, aKey, anAdmin, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const today = jstDateOf(noon)
const soon = addDays(today, 7)
let staff: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  staff = await anAdmin(test_.db)
})

type AFarm = Awaited<ReturnType<typeof aFarm>>
const propose = ({ farmId }: AFarm, commissionBp = 1_350, fromOn = soon) =>
  proposeCommission(as(test_.db, staff), { farmId, commissionBp, fromOn, reason: '冷蔵便の補助のため', key: aKey() })
const answer = ({ actor }: AFarm, agreementId = newId<'commissionAgreement'>(), agree = true) =>
  answerCommission(as(test_.db, actor), { agreementId, agree, key: aKey() })
const rateOn = async ({ farmId }: AFarm, day = today) => (await commissionOf(test_.db, [farmId], day)).get(farmId)

test('a rate holds from its day on once the farm has agreed, and not before', async () => {
  const farm = await aFarm(test_.db)
  const { id } = must(await propose(farm))
  expect(await rateOn(farm, addDays(soon, 30))).toBe(1_200)
  expect(await ownCommission(as(test_.db, farm.actor))).toMatchObject({
    todayBp: 1_200,
    open: { id, commissionBp: 1_350 },
  })
  expect(must(await answer(farm, id))).toMatchObject({ agreed: true, commissionBp: 1_350 })
  expect(await Promise.all([addDays(soon, -1), soon].map((day) => rateOn(farm, day)))).toEqual([1_200, 1_350])
  const mails = await test_.db
    .selectFrom('mails')
    .select('template')
    .where('key', 'like', `commission:${id}:%`)
    .execute()
  expect(mails).toEqual([{ template: 'commission_proposed' }])
})

test('declined or withdrawn, the rate before it stays, and it is answered once', async () => {
  const farm = await aFarm(test_.db)
  const first = must(await propose(farm)).id
  expect(await propose(farm, 1_400)).toMatchObject({ refusal: 'proposal_open' })
  must(await answer(farm, first, false))
  expect(await answer(farm, first, true)).toMatchObject({ refusal: 'answered' })
  const second = must(await propose(farm, 1_400)).id
  must(await withdrawCommission(as(test_.db, staff), { agreementId: second, key: aKey() }))
  expect(await answer(farm, second)).toMatchObject({ refusal: 'answered' })
  expect(await rateOn(farm, addDays(soon, 30))).toBe(1_200)
})

test.each([
  ['today', 1_350, today, 'not_later'],
  ['the rate that holds', 1_200, soon, 'same_rate'],
] as const)('%s is not proposed', async (_, bp, day, refusal) => {
  expect(await propose(await aFarm(test_.db), bp, day)).toMatchObject({ refusal })
})

test('two proposals at once are one, and so are two answers', async () => {
  const farm = await aFarm(test_.db)
  const made = await Promise.all([propose(farm), propose(farm, 1_400)])
  expect(made.filter(({ ok }) => ok)).toHaveLength(1)
  const { open } = await ownCommission(as(test_.db, farm.actor))
  const answers = await Promise.all([answer(farm, open?.id), answer(farm, open?.id, false)])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
})

test('an owner answers, not a helper and not another farm; support proposes nothing', async () => {
  const farm = await aFarm(test_.db)
  const { id } = must(await propose(farm))
  const helper = { ...farm, actor: { ...farm.actor, role: 'staff' as const, seesMoney: true } }
  await expect(answer(helper, id)).rejects.toThrow(Forbidden)
  await expect(answer(await aFarm(test_.db), id)).rejects.toThrow(NotFound)
  const support = await anAdmin(test_.db, { role: 'support' })
  const said = { farmId: farm.farmId, commissionBp: 900, fromOn: soon, reason: '理由', key: aKey() }
  await expect(proposeCommission(as(test_.db, support), said)).rejects.toThrow(Forbidden)
})

test('what was agreed is never rewritten, except with a sign-up that was not finished', async () => {
  const farm = await aFarm(test_.db)
  const change = test_.db.updateTable('commissionAgreements').set({ commissionBp: 1 }).where('farmId', '=', farm.farmId)
  await expect(change.execute()).rejects.toThrow('append-only')
  const remove = test_.db
    .deleteFrom('commissionAnswers')
    .where('agreementId', 'in', (is) =>
      is.selectFrom('commissionAgreements').select('id').where('farmId', '=', farm.farmId),
    )
  await expect(remove.execute()).rejects.toThrow('append-only')
  expect(await rateOn(farm, jstDate('2026-01-01'))).toBe(1_200)
})
