import { expect, test } from 'vitest'
import { makeVault } from '../../app/infra/vault.server.ts'
import { Forbidden, NotFound, Unauthenticated } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addMinutes } from '../../app/kernel/jst.ts'
import { disableAdmin } from '../../app/modules/identity/admins/disable-admin.server.ts'
import { readFactors } from '../../app/modules/identity/factors/change-factors.server.ts'
import { beginTotp, confirmTotp, totpUnderWay } from '../../app/modules/identity/factors/enrol-totp.server.ts'
import { stepAt, totpCode } from '../../app/modules/identity/factors/totp.server.ts'
import {
  askForPersonReset,
  confirmPersonReset,
  waitingPersonResets,
  withdrawPersonReset,
} from '../../app/modules/identity/person-factor-reset.server.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { anAdmin, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const vault = makeVault('the key of this installation, secret')

async function aDesk(now = noon) {
  const actor = await anAdmin(test_.db)
  return { adminId: actor.adminId, ctx: as(test_.db, actor, now) }
}

/** A chef with an app whose phone lies in the river. */
async function aLostChef() {
  const { actor } = await aRestaurant(test_.db)
  const { personId } = actor
  const ctx = as(test_.db, actor)
  must(await beginTotp(ctx, vault, { personId }))
  const secret = (await totpUnderWay(ctx, vault, { personId })) ?? ''
  must(await confirmTotp(ctx, vault, { owner: { personId }, code: totpCode(secret, stepAt(noon)) }))
  const session = { who: { personId }, channel: 'cookie', ip: null, userAgent: null } as const
  return { actor, personId, token: await openSession({ db: test_.db, now: noon }, session) }
}

const lost = { proof: 'called_back', reason: '電話を川に落とした。登録の番号で確認' } as const

test('two of us take a lost second factor away: one asks, another confirms, once; the person is told', async () => {
  const [{ personId, token }, asks, confirms] = [await aLostChef(), await aDesk(), await aDesk()]
  expect(await askForPersonReset(asks.ctx, { personId, ...lost, proof: null })).toMatchObject({
    refusal: 'proof_missing',
  })
  expect(await askForPersonReset(asks.ctx, { personId, ...lost, reason: ' ' })).toMatchObject({
    refusal: 'reason_missing',
  })
  must(await askForPersonReset(asks.ctx, { personId, ...lost }))
  expect(await askForPersonReset(confirms.ctx, { personId, ...lost })).toMatchObject({ refusal: 'asked_already' })
  const [waiting] = await waitingPersonResets(confirms.ctx, [personId])
  if (!waiting) throw new Error('nothing waits')
  expect(waiting).toMatchObject({ reason: lost.reason, proof: 'called_back', askedBy: asks.adminId })
  const it = { resetId: waiting.id }
  expect(await confirmPersonReset(asks.ctx, it)).toMatchObject({ refusal: 'own_request' })
  expect(await readFactors(test_.db, { personId })).toMatchObject({ backupCodes: 10 })

  const answers = await Promise.all(Array.from({ length: 4 }, () => confirmPersonReset(confirms.ctx, it)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await readFactors(test_.db, { personId })).toEqual({ totpSince: null, backupCodes: 0, passkeys: 0 })
  expect(await actorOf({ db: test_.db, now: noon }, token, 'cookie')).toEqual({ kind: 'visitor' })
  const mails = await test_.db
    .selectFrom('mails')
    .select('template')
    .where('recipient', '=', `${personId}@example.jp`)
    .where('template', '=', 'person_factor_reset')
    .execute()
  expect(mails).toHaveLength(1)
  const events = await test_.db
    .selectFrom('events')
    .select(['kind', 'admin_id'])
    .where('about_person_id', '=', personId)
    .where('kind', 'like', 'person_reset%')
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { kind: 'person_reset_asked', admin_id: asks.adminId },
    { kind: 'person_reset_confirmed', admin_id: confirms.adminId },
  ])
  expect(await askForPersonReset(asks.ctx, { personId, ...lost })).toMatchObject({ refusal: 'nothing_to_reset' })
})

test('a request lapses after a day, can be withdrawn, and is nobody else’s', async () => {
  const [{ personId, actor }, asks] = [await aLostChef(), await aDesk()]
  must(await askForPersonReset(asks.ctx, { personId, ...lost }))
  const resetId = (await waitingPersonResets(asks.ctx, null)).at(-1)?.id ?? newId<'factorReset'>()
  const tomorrow = await aDesk(addMinutes(noon, 24 * 60))
  expect(await confirmPersonReset(tomorrow.ctx, { resetId })).toMatchObject({ refusal: 'ended' })
  must(await askForPersonReset(tomorrow.ctx, { personId, ...lost }))
  const [again] = await waitingPersonResets(tomorrow.ctx, [personId])
  must(await withdrawPersonReset(asks.ctx, again?.id ?? resetId))
  expect(await withdrawPersonReset(asks.ctx, again?.id ?? resetId)).toMatchObject({ refusal: 'ended' })
  await expect(askForPersonReset(as(test_.db, actor), { personId, ...lost })).rejects.toThrow(Forbidden)
  await expect(confirmPersonReset(asks.ctx, { resetId: newId<'factorReset'>() })).rejects.toThrow(NotFound)
})

test('of two administrators who disable each other at the same moment one remains', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await aDesk(), await aDesk()]
    const done = await Promise.allSettled([
      disableAdmin(one.ctx, { adminId: two.adminId, reason: '退職' }),
      disableAdmin(two.ctx, { adminId: one.adminId, reason: '退職' }),
    ])
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const it of done) if (it.status === 'rejected') expect(it.reason).toBeInstanceOf(Unauthenticated)
    const left = await test_.db
      .selectFrom('admins')
      .select('id')
      .where('id', 'in', [one.adminId, two.adminId])
      .where('disabled_at', 'is', null)
      .execute()
    expect(left).toHaveLength(1)
  }
})
