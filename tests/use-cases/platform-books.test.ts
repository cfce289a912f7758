import { expect, test } from 'vitest'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import {
  bookSettings,
  platformBookSettings,
  saveBookSettings,
  savePlatformBookSettings,
} from '../../app/modules/bookkeeping/book-settings.server.ts'
import { platformBookFile, previewPlatformBooks } from '../../app/modules/bookkeeping/platform-books.server.ts'
import { trialBalance } from '../../app/modules/bookkeeping/trial-balance.server.ts'
import { openSession } from '../../app/modules/identity/session-store.server.ts'
import { recordPayment } from '../../app/modules/payments/record-payment.server.ts'
import { closeFarms } from '../../app/modules/payouts/close-farms.server.ts'
import { anApi } from '../api/support.ts'
import { anInvoice } from '../factories/charge.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const api = anApi(test_)
const operator = operatorOf(readSettings({ APP_ENV: 'test' }))
const october = { fromMonth: '2026-10', toMonth: '2026-10' }
const names = { software: 'money_forward', encoding: 'utf8' } as const

test('the file of the platform moves what the ledger moved, by the API the same bytes, with the names that finance chose', async () => {
  const { db } = test_
  const { restaurantId, kitchenId, actor } = await aRestaurant(db)
  const { farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  const { orderId } = await aReceivedOrder(db, {
    ...{ restaurantId, kitchenId, farmId },
    on: '2026-10-20',
    lines: [{ productId, yen: 10_000 }],
  })
  const documentId = await anInvoice(db, { restaurantId, farmId, orderId, freight: 1_000 })
  await closeFarms({ db, now: at('2026-11-04 04:00'), actor: { kind: 'system' } }, operator)
  await db.transaction().execute((tx) =>
    recordPayment(
      { db: tx, now: at('2026-10-31 12:00'), actor: { kind: 'system' } },
      {
        eventKey: `platform:${documentId}`,
        method: 'transfer',
        receivedOn: jstDate('2026-10-31'),
        yen: yen(11_900),
        payer: 'ﾐﾎﾝ',
        allocations: [{ restaurantId, documentId, yen: yen(11_900), reason: '請求書番号' }],
      },
    ),
  )
  const finance = await anAdmin(db, { role: 'finance' })
  const ctx = as(db, finance)
  expect((await platformBookSettings(ctx)).accounts).toMatchObject({ deposits_held: '預り金', bank: '普通預金' })
  must(await savePlatformBookSettings(ctx, { ...names, key: aKey(), version: 0, bank: '当座預金' }))
  // neither side’s own names are touched by it
  expect((await bookSettings(as(db, actor))).accounts.bank).toBe('普通預金')
  must(await saveBookSettings(as(db, actor), { ...names, key: aKey(), version: 0, purchases: '材料費' }))
  expect((await platformBookSettings(ctx)).accounts.bank).toBe('当座預金')
  expect(await savePlatformBookSettings(ctx, { ...names, key: aKey(), version: 0, bank: '普通預金' })).toMatchObject({
    refusal: 'changed_meanwhile',
  })

  const file = must(await platformBookFile(ctx, october))
  const rows = Buffer.from(file.bytes).toString().slice(1).trim().split('\r\n').slice(1)
  const moved = (account: string) =>
    rows
      .map((row) => row.split(','))
      .reduce(
        (sum, cells) =>
          sum + (cells[2] === account ? Number(cells[8]) : 0) - (cells[10] === account ? Number(cells[16]) : 0),
        0,
      )
  const balances = await trialBalance(ctx, jstDate('2026-10-31'))
  const ledger = (account: string) => {
    const row = balances.find((it) => it.account === account)
    return (row?.debitYen ?? 0) - (row?.creditYen ?? 0)
  }
  expect(moved('売掛金')).toBe(ledger('receivable'))
  expect(moved('当座預金')).toBe(ledger('bank'))
  expect(moved('仮受金')).toBe(ledger('suspense'))
  expect(moved('預り金') + moved('受取手数料')).toBe(ledger('payable') + ledger('fees') + ledger('output_tax'))
  // our fee of 12 % of the goods with its tax, as the statement has it
  expect(moved('受取手数料')).toBe(-1_320)
  expect(rows.find((row) => row.includes('受取手数料'))).toContain(',課税売上 10%,,1320,120,')

  expect(await previewPlatformBooks(ctx, october)).toMatchObject({ openMonths: ['2026-10'] })
  const session = await openSession(
    { db, now: noon },
    { who: { adminId: finance.adminId }, channel: 'cookie', ip: null, userAgent: null, amr: ['pwd', 'otp'] },
  )
  const headers = { cookie: `__Host-adm=${session}` }
  const asked = await api.call('GET', '/admin/ledger/books?fromMonth=2026-10&toMonth=2026-10', { headers })
  expect([asked.status, asked.bytes]).toEqual([200, new Uint8Array(file.bytes)])
  const none = await api.call('GET', '/admin/ledger/books?fromMonth=2020-01&toMonth=2020-01', { headers })
  expect([none.status, none.body.code]).toEqual([409, 'NOTHING_BOOKED'])
  const { count } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('kind', '=', 'platform_books_exported')
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(2)
})

test('only staff take it, and only finance names its accounts', async () => {
  const support = await anAdmin(test_.db, { role: 'support' })
  expect(await platformBookFile(as(test_.db, support), { fromMonth: '2026-11', toMonth: '2026-10' })).toMatchObject({
    refusal: 'bad_months',
  })
  await expect(savePlatformBookSettings(as(test_.db, support), { ...names, key: aKey(), version: 1 })).rejects.toThrow(
    Forbidden,
  )
  const { actor } = await aRestaurant(test_.db)
  await expect(platformBookFile(as(test_.db, actor), october)).rejects.toThrow(NotFound)
  await expect(platformBookSettings(as(test_.db, actor))).rejects.toThrow(NotFound)
})
