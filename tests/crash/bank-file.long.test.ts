import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { IssuedDocumentId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { addOwnBankAccount } from '../../app/modules/payments/deposit-settings.server.ts'
import { uploadBankFile } from '../../app/modules/payments/import-bank-file.server.ts'
import { unpaidOf } from '../../app/modules/payments/unpaid-of.server.ts'
import { aBankFile, anOpenInvoice } from '../factories/deposits.ts'
import { aKey, anAdmin, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must } from '../use-cases/steps.ts'
import { beginWork } from './worker.ts'

/**
 * Kill -9 of a process that imports a large file of a bank: while it books, of which nothing is left, and of the job that
 * matches, of which the steps that it has made are. Then another process does the rest: every deposit is booked once, every
 * invoice is paid once, and every restaurant is told once.
 */

const test_ = testDatabase()
const restaurants = 15
const each = 130
const invoices = restaurants * each

const count = async (of: string): Promise<number> =>
  (await test_.pool.query<{ n: number }>(`select count(*)::int as n from ${of}`)).rows[0]?.n ?? 0
const place = async () =>
  (
    await test_.pool.query<{ through: number; ended: boolean }>(
      'select through, ended_at is not null as ended from bank_matchings',
    )
  ).rows[0]

/** What another connection does at the moment. */
const writing = `pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
  and query ~ 'insert into "(payments|ledger_|bank_rows)'`

test('a file is booked once and matched once, whenever the process is killed', async () => {
  const { db } = test_
  const admin = await anAdmin(db, { role: 'finance' })
  const staff = { ...as(db, admin), now: at('2026-11-24 11:00') }
  const own = { name: '回収口座', bank: '0001', branch: '200', number: '1234567', holderKana: 'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ' }
  must(await addOwnBankAccount(staff, { key: aKey(), ...own, virtualAccounts: false }))
  const documentIds: IssuedDocumentId[] = []
  for (let shop = 0; shop < restaurants; shop++) {
    const { restaurantId } = await aRestaurant(db)
    await db.updateTable('memberships').set({ role: 'owner' }).where('restaurantId', '=', restaurantId).execute()
    for (let nth = 0; nth < each; nth++) documentIds.push(await anOpenInvoice(db, restaurantId, 20_000 + nth))
  }
  const issued = await db.selectFrom('issuedDocuments').select(['number', 'totalYen']).orderBy('number').execute()
  const rows = issued.flatMap(({ number, totalYen }, nth) => [
    { yen: totalYen, name: 'ﾀﾞﾚｶ', edi: number },
    { yen: 1 + nth, name: 'ｼﾗﾅｲ ﾋﾄ' },
  ])
  const bytes = aBankFile(own.branch, rows)
  must(await uploadBankFile(staff, { key: aKey(), bytes, fileName: 'meisai.txt' }))
  const work = (part: string) => beginWork(test_.config, part, [admin.adminId])

  const booking = work('bank file')
  await booking.begun
  while ((await count(writing)) === 0) await sleep(5)
  booking.child.kill('SIGKILL')
  await booking.ended
  expect([await count('bank_rows'), await count('payments'), await count('bank_imports')]).toEqual([0, 0, 0])

  // the second time as by a user who presses again
  for (const nth of [1, 2]) {
    const again = work('bank file')
    await again.ended
    expect([nth, again.child.exitCode]).toEqual([nth, 0])
    expect(await place()).toEqual({ through: 0, ended: false })
  }

  for (let kills = 0; kills < 3; kills++) {
    const before = (await place())?.through ?? 0
    const matching = work('matching')
    while (((await place())?.through ?? 0) <= before) await sleep(5)
    matching.child.kill('SIGKILL')
    await matching.ended
    expect(await place()).toMatchObject({ ended: false })
    expect(await count('payment_allocations')).toBeLessThan(invoices)
  }
  const last = work('matching')
  await last.ended
  expect(last.child.exitCode).toBe(0)

  expect(await place()).toMatchObject({ ended: true })
  expect(await count('bank_rows')).toBe(rows.length)
  expect(await count('payments')).toBe(rows.length)
  expect(await count(`ledger_entries where kind = 'payment'`)).toBe(rows.length)
  expect(await count(`ledger_entries where kind = 'payment_match'`)).toBe(invoices)
  expect(await count('payment_allocations')).toBe(invoices)
  expect(await count(`mails where template = 'payment_matched'`)).toBe(invoices)
  expect([...(await unpaidOf(db, documentIds)).values()].filter((left) => left !== 0)).toEqual([])
  const { rows: sums } = await test_.pool.query(
    `select account, sum(yen)::int as yen from ledger_postings where account in ('receivable', 'suspense') group by 1 order by 1`,
  )
  const unknown = issued.reduce((sum, _, nth) => sum + 1 + nth, 0)
  expect(sums).toEqual([
    { account: 'receivable', yen: 0 },
    { account: 'suspense', yen: -unknown },
  ])
}, 240_000)
