import { expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { replayCommand } from '../../app/modules/bookkeeping/replay-command.server.ts'
import { writeClosings } from '../../app/modules/issued-documents/write-closings.server.ts'
import { foldKeptSums, wrongSums } from '../../app/modules/ledger/kept-sums.server.ts'
import { postEntry } from '../../app/modules/ledger/post-entry.server.ts'
import { wrongUnclosedCharges } from '../../app/modules/ledger/unclosed-charges.server.ts'
import { aFarmCharge } from '../factories/farm-charge.ts'
import { aFarm, aProduct, aRestaurant, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()

/** ¥10,000 of goods at 8 %, our fee ¥1,200. */
async function aTrade() {
  const { restaurantId, kitchenId } = await aRestaurant(test_.db)
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  await aFarmCharge(test_.db, { restaurantId, kitchenId, farmId, productId, on: '2026-10-20', goods: 10_000 })
  return { restaurantId, farmId }
}

const currentOf = async ({ restaurantId, farmId }: Awaited<ReturnType<typeof aTrade>>) => {
  const { rows } = await test_.pool.query<{ what: string; yen: number }>(
    'select what, yen from current_sums where restaurant_id = $1 or farm_id = $2',
    [restaurantId, farmId],
  )
  return Object.fromEntries(rows.map(({ what, yen }) => [what, yen]))
}

const count = async (table: string) => (await test_.pool.query(`select from ${table}`)).rowCount

/** So much less owed, for the account of bad debt. */
const writtenOff = (restaurantId: Awaited<ReturnType<typeof aTrade>>['restaurantId'], amount: number) =>
  test_.db.transaction().execute((db) =>
    postEntry(
      { db, now: noon },
      {
        eventKey: `test:${newId()}`,
        kind: 'payment_match',
        memo: '',
        postings: [
          { account: 'receivable', restaurantId, yen: yen(-amount) },
          { account: 'bad_debt', yen: yen(amount) },
        ],
      },
    ),
  )

test('a sum changes with the row that changes it, and adding up what waits changes nothing', async () => {
  const trade = await aTrade()
  const open = { receivable: 10_800, payable: -9_600, unbilled: 10_800, unstated: 9_600 }
  expect(await currentOf(trade)).toEqual(open)
  expect(await wrongSums(test_.db)).toEqual([])
  expect(await foldKeptSums(test_)).toBeGreaterThan(0)
  expect([await count('kept_sum_changes'), await foldKeptSums(test_)]).toEqual([0, 0])
  expect(await currentOf(trade)).toEqual(open)

  const { rows } = await test_.pool.query('select id from charges where restaurant_id = $1', [trade.restaurantId])
  const period = { fromOn: jstDate('2026-10-01'), toOn: jstDate('2026-10-31') }
  const chargeIds = rows.map(({ id }) => id)
  const [id, of] = [newId<'closing'>(), newId<'closing'>()]
  await writeClosings({ db: test_.db, now: noon }, 'restaurant', [
    { id, restaurantId: trade.restaurantId, chargeIds, ...period },
  ])
  expect(await currentOf(trade)).toEqual({ ...open, unbilled: 0 })
  await writeClosings({ db: test_.db, now: noon }, 'farm', [{ id: of, farmId: trade.farmId, chargeIds, ...period }])
  expect(await currentOf(trade)).toEqual({ ...open, unbilled: 0, unstated: 0 })
  expect(await wrongSums(test_.db)).toEqual([])
})

test('what is refused or rolled back is in no sum', async () => {
  const trade = await aTrade()
  const before = await currentOf(trade)
  const unbalanced = test_.db.transaction().execute((db) =>
    postEntry(
      { db, now: noon },
      {
        eventKey: `test:${newId()}`,
        kind: 'payment_match',
        memo: '',
        postings: [{ account: 'receivable', restaurantId: trade.restaurantId, yen: yen(-1) }],
      },
    ),
  )
  await expect(unbalanced).rejects.toThrow(/not balanced/)
  expect(await currentOf(trade)).toEqual(before)
})

test('many postings while sums are calculated: every yen is counted once', async () => {
  const trade = await aTrade()
  const before = await currentOf(trade)
  await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      at % 3 === 0 ? foldKeptSums(test_) : writtenOff(trade.restaurantId, 1 + at),
    ),
  )
  const amounts = Array.from({ length: 24 }, (_, at) => (at % 3 === 0 ? 0 : 1 + at))
  const sum = amounts.reduce((all, one) => all + one, 0)
  expect((await currentOf(trade)).receivable).toBe((before.receivable ?? 0) - sum)
  expect(await wrongSums(test_.db)).toEqual([])
  await foldKeptSums(test_)
  expect(await wrongSums(test_.db)).toEqual([])
  expect(await count('kept_sum_changes')).toBe(0)
})

test('the replay finds a kept sum that is not what the rows add up to', async () => {
  const trade = await aTrade()
  await foldKeptSums(test_)
  const wrong = {
    what: 'receivable',
    restaurantId: trade.restaurantId,
    farmId: null,
    keptYen: 10_801,
    plainYen: 10_800,
  }
  const add = (amount: number) =>
    test_.pool.query(`update kept_sums set yen = yen + $2 where what = 'receivable' and restaurant_id = $1`, [
      trade.restaurantId,
      amount,
    ])
  await add(1)
  expect(await wrongSums(test_.db)).toEqual([wrong])
  expect((await replayCommand(test_.db, [])).lines).toContain(
    `kept sum receivable of ${trade.restaurantId}: kept 10801, the rows add up to 10800`,
  )
  await add(-1)
  expect(await wrongSums(test_.db)).toEqual([])
})

test('a charge is listed as in no period until a period of each side has it, and the replay finds what is listed wrongly', async () => {
  const { restaurantId, farmId } = await aTrade()
  const { rows } = await test_.pool.query('select id from charges where restaurant_id = $1', [restaurantId])
  const [{ id: chargeId }] = rows
  const listed = async () => {
    const found = await test_.pool.query('select party_id from unclosed_charges where charge_id = $1', [chargeId])
    return new Set(found.rows.map(({ party_id }) => party_id))
  }
  expect(await listed()).toEqual(new Set([restaurantId, farmId]))
  const period = { id: newId<'closing'>(), fromOn: jstDate('2026-10-01'), toOn: jstDate('2026-10-31') }
  await writeClosings({ db: test_.db, now: noon }, 'restaurant', [{ ...period, restaurantId, chargeIds: [chargeId] }])
  expect(await listed()).toEqual(new Set([farmId]))
  expect(await wrongUnclosedCharges(test_.db)).toEqual([])

  await test_.pool.query('update unclosed_charges set party_id = $2 where charge_id = $1', [chargeId, restaurantId])
  expect(new Set(await wrongUnclosedCharges(test_.db))).toEqual(
    new Set([
      { chargeId, partyId: restaurantId, listed: true },
      { chargeId, partyId: farmId, listed: false },
    ]),
  )
  expect((await replayCommand(test_.db, [])).lines).toEqual(
    expect.arrayContaining([
      `unclosed charge ${chargeId} of ${restaurantId}: listed, and in a period`,
      `unclosed charge ${chargeId} of ${farmId}: in no period, and not listed`,
    ]),
  )
  await test_.pool.query('update unclosed_charges set party_id = $2 where charge_id = $1', [chargeId, farmId])
  expect(await wrongUnclosedCharges(test_.db)).toEqual([])
})
