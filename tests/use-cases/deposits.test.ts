import fc from 'fast-check'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { spendCreditByHand } from '#modules/payments/spend-credit-by-hand.server.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import {
  type IssuedDocumentId,
  type LedgerEntryId,
  newId,
  type PaymentId,
  type RestaurantId,
} from '../../app/kernel/ids.ts'
import { addMinutes, at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { invoiceById } from '../../app/modules/billing/invoice-queries.server.ts'
import { balanceDifferences } from '../../app/modules/bookkeeping/replay.server.ts'
import { entryDetail } from '../../app/modules/bookkeeping/trial-balance.server.ts'
import { bankFilePreview } from '../../app/modules/payments/bank-file-preview.server.ts'
import { writeCardPayment } from '../../app/modules/payments/card/book-card.server.ts'
import { clearCollected, undoCollected } from '../../app/modules/payments/clear-collected.server.ts'
import { tryLockImports } from '../../app/modules/payments/clear-returned.server.ts'
import { depositDetail, depositList, findOpenInvoices } from '../../app/modules/payments/deposit-queries.server.ts'
import {
  addOwnBankAccount,
  assignVirtualAccount,
  depositSettings,
  switchBankFees,
} from '../../app/modules/payments/deposit-settings.server.ts'
import { importBankFile, uploadBankFile } from '../../app/modules/payments/import-bank-file.server.ts'
import { holdDeposit, matchByHand, offsetDeposits, undoMatch } from '../../app/modules/payments/match-by-hand.server.ts'
import { matchOpenFiles } from '../../app/modules/payments/match-imported.server.ts'
import { correctOwnBankAccount, endOwnBankAccount } from '../../app/modules/payments/own-account-changes.server.ts'
import { lockForMatching, recordPayment } from '../../app/modules/payments/record-payment.server.ts'
import { spendCredits } from '../../app/modules/payments/spend-credits.server.ts'
import { creditsOf, unpaidOf } from '../../app/modules/payments/unpaid-of.server.ts'
import {
  makePayRun,
  markPayRunSent,
  payRunDetail,
  previewPayRun,
  releasePayRun,
  returnPayout,
} from '../../app/modules/payouts/pay-run.server.ts'
import { aBankFile, anOpenInvoice, digits } from '../factories/deposits.ts'
import { aFarm, aKey, anAdmin, aRestaurant, as } from '../factories/market.ts'
import { aBankAccount, aStatement } from '../factories/statements.ts'
import { testDatabase } from '../support/database.ts'
import { inputOf } from '../support/input.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const now = at('2026-11-24 11:00')

let branches = 200
async function aDesk() {
  const staff: Ctx = { ...as(test_.db, await anAdmin(test_.db, { role: 'finance' })), now }
  const branch = String(branches++)
  must(
    await addOwnBankAccount(staff, {
      key: aKey(),
      name: 'みずほ銀行',
      bank: '0001',
      branch,
      number: '1234567',
      holderKana: 'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ',
      virtualAccounts: true,
    }),
  )
  return { staff, branch }
}

let names = 0
/** A restaurant that pays under a name of its own. */
async function aPayer() {
  const { restaurantId, actor } = await aRestaurant(test_.db)
  const name = `ﾃｽﾄﾃﾝ${'ｱｲｳｴｵｶｷｸｹｺ'.charAt(Math.floor(names / 100))}${String(names++).padStart(3, '0')}`
  await test_.db.updateTable('restaurants').set({ kana: name }).where('id', '=', restaurantId).execute()
  await test_.db.updateTable('memberships').set({ role: 'owner' }).where('restaurantId', '=', restaurantId).execute()
  return { restaurantId, actor, name }
}

const anInvoice = (restaurantId: RestaurantId, amount: number) => anOpenInvoice(test_.db, restaurantId, amount)

async function bring(staff: Ctx, bytes: Uint8Array) {
  const { fileId } = must(await uploadBankFile(staff, { key: aKey(), bytes, fileName: 'meisai.txt' }))
  return { fileId, ...must(await importBankFile(staff, { key: aKey(), fileId })) }
}

const left = async (id: IssuedDocumentId) => there((await unpaidOf(test_.db, [id])).get(id))

async function balance(account: string, restaurantId?: RestaurantId): Promise<number> {
  const { rows } = await sql<{ yen: number }>`
    select coalesce(sum(yen), 0)::bigint as yen from ledger_postings
     where account = ${account} and (${restaurantId ?? null}::uuid is null or restaurant_id = ${restaurantId ?? null}::uuid)`.execute(
    test_.db,
  )
  return Number(rows[0]?.yen)
}

const paymentOf = async (fileId: string, ordinal: number): Promise<PaymentId> => {
  const { paymentId } = await test_.db
    .selectFrom('bankRows')
    .select('paymentId')
    .where(sql<boolean>`file_id = ${fileId}::uuid`)
    .where('ordinal', '=', ordinal)
    .executeTakeFirstOrThrow()
  return there(paymentId)
}

test('a file is matched where nothing is in doubt; the fee is ours; the ledger follows, and an undo restores it', async () => {
  const { staff, branch } = await aDesk()
  const payer = await aPayer()
  const documentId = await anInvoice(payer.restaurantId, 115_300)
  const before = { bank: await balance('bank'), suspense: await balance('suspense'), fees: await balance('bank_fees') }
  const { fileId, ...done } = await bring(
    staff,
    aBankFile(branch, [
      { yen: 114_970, name: payer.name },
      { yen: 777, name: 'ﾀﾅｶ' },
    ]),
  )
  expect(done).toEqual({ rows: 2, matched: 1, unmatched: 1, isMatching: false })
  expect(await left(documentId)).toBe(0)
  expect(await balance('receivable', payer.restaurantId)).toBe(0)
  expect(await balance('bank')).toBe(before.bank + 115_747)
  expect(await balance('suspense')).toBe(before.suspense - 777)
  expect(await balance('bank_fees')).toBe(before.fees + 330)

  const paymentId = await paymentOf(fileId, 2)
  const { matches } = await depositDetail(staff, paymentId)
  const match = there(matches[0])
  expect(match.lines.map(({ yen: paid, fee }) => [paid, fee])).toEqual([
    [330, true],
    [114_970, false],
  ])
  expect(match.lines[0]?.reason).toContain('振込手数料¥330を差し引いた額と一致します')
  const paying = async () => (await invoiceById(staff, documentId)).payments
  expect(await paying()).toEqual([
    { receivedOn: expect.any(String), method: 'transfer', yen: 115_300, bankFeeYen: 330 },
  ])
  const mails = await test_.db
    .selectFrom('mails')
    .select('subject')
    .where('key', 'like', `payment:${paymentId}:%`)
    .execute()
  expect(mails.map(({ subject }) => subject)).toEqual(['【畝と皿】ご入金を確認しました：¥114,970'])

  const undo = () => undoMatch(staff, { key: aKey(), matchId: match.matchId, reason: '別の店の入金でした' })
  const both = await Promise.all([undo(), undo()])
  expect(both.map((it) => (it.ok ? 'ok' : it.refusal)).toSorted()).toEqual(['ok', 'undone_already'])
  expect(await left(documentId)).toBe(115_300)
  expect(await paying()).toEqual([])
  expect(await balance('receivable', payer.restaurantId)).toBe(115_300)
  expect(await balance('bank_fees')).toBe(before.fees)
  expect(await balance('suspense')).toBe(before.suspense - 115_747)
})

test('of one file: less a fee and two in one are matched; a part, too much, another name and equal amounts wait, with why', async () => {
  const { staff, branch } = await aDesk()
  const [fee, two, part, over, named, equal] = await Promise.all(Array.from({ length: 6 }, () => aPayer()))
  const owed: [Awaited<ReturnType<typeof aPayer>> | undefined, number[]][] = [
    [fee, [71_100]],
    [two, [71_200, 71_250]],
    [part, [71_300, 71_350]],
    [over, [71_400]],
    [named, [71_500]],
    [equal, [71_600, 71_600]],
  ]
  for (const [payer, amounts] of owed) for (const amount of amounts) await anInvoice(there(payer).restaurantId, amount)
  const rows = [
    { yen: 71_100 - 330, name: there(fee).name },
    { yen: 71_200 + 71_250, name: there(two).name },
    { yen: 50_000, name: there(part).name },
    { yen: 80_000, name: there(over).name },
    { yen: 71_500, name: 'ﾍﾞﾂﾉ ﾅﾏｴ' },
    { yen: 71_600, name: there(equal).name },
  ]
  const { fileId, ...done } = await bring(staff, aBankFile(branch, rows))
  expect(done).toEqual({ rows: 6, matched: 2, unmatched: 4, isMatching: false })
  const details = []
  for (const ordinal of rows.keys()) details.push(await depositDetail(staff, await paymentOf(fileId, ordinal + 2)))
  expect(details.map(({ deposit }) => deposit.leftYen)).toEqual([0, 0, 50_000, 80_000, 71_500, 71_600])
  expect(details.map(({ matches, reason }) => matches[0]?.lines[0]?.reason ?? reason)).toEqual([
    expect.stringContaining('振込手数料¥330を差し引いた額と一致します'),
    expect.stringContaining('の合計と一致します'),
    expect.stringContaining('一部の入金です'),
    expect.stringContaining('を¥8,600上回ります'),
    expect.stringContaining('一致する飲食店がありません'),
    expect.stringContaining('組み合わせが2通りあります'),
  ])
  expect(details.slice(2).map(({ proposals }) => proposals.length)).toEqual([1, 1, 1, 2])
  expect(await balance('receivable', there(equal).restaurantId)).toBe(2 * 71_600)
})

test('the same file twice, and the same rows in a longer file, count once; two equal rows in one file are both real', async () => {
  const { staff, branch } = await aDesk()
  const equal = { yen: 500, name: 'ﾀﾅｶ' }
  const bytes = aBankFile(branch, [equal, equal])
  const first = await bring(staff, bytes)
  expect(first.rows).toBe(2)
  expect(await bring(staff, bytes)).toMatchObject({ fileId: first.fileId, rows: 0 })
  const longer = aBankFile(branch, [equal, equal, { ...equal, on: '081103' }], { to: '081103' })
  const { fileId } = must(await uploadBankFile(staff, { key: aKey(), bytes: longer, fileName: 'b.txt' }))
  const preview = await bankFilePreview(staff, fileId)
  expect(preview).toMatchObject({ known: 2, accounts: [{ deposits: { count: 1, yen: 500 } }] })
  expect(must(await importBankFile(staff, { key: aKey(), fileId })).rows).toBe(1)
})

test('ten uploads and imports of one file at once: it is stored once and booked once; a later one is told', async () => {
  const { staff, branch } = await aDesk()
  const bytes = aBankFile(branch, [
    { yen: 700, name: 'ﾀﾅｶ' },
    { yen: 800, name: 'ﾅｶﾀ' },
  ])
  const upload = () => uploadBankFile(staff, { key: aKey(), bytes, fileName: 'meisai.txt' })
  const files = (await Promise.all(Array.from({ length: 10 }, upload))).map((it) => must(it).fileId)
  expect(new Set(files).size).toBe(1)
  const done = await Promise.all(files.map((fileId) => importBankFile(staff, { key: aKey(), fileId })))
  const booked = done.flatMap((it) => (it.ok ? [it.value.rows] : []))
  expect(booked.toSorted()).toEqual([...Array<number>(booked.length - 1).fill(0), 2])
  expect(new Set(done.flatMap((it) => (it.ok ? [] : [it.refusal])))).toEqual(
    new Set(booked.length < 10 ? ['import_running'] : []),
  )
  const { rows } = await test_.pool.query('select count(*)::int as n from bank_rows where file_id = $1', [files[0]])
  expect(rows).toEqual([{ n: 2 }])
})

test('while one import books, another file and a transfer that came back are refused; afterwards each is booked once', async () => {
  const { staff, branch } = await aDesk()
  const bytes = aBankFile(branch, [{ yen: 900, name: 'ﾀﾅｶ' }])
  const { fileId } = must(await uploadBankFile(staff, { key: aKey(), bytes, fileName: 'meisai.txt' }))
  const form = { key: aKey(), fileId }
  await whileImporting(async () => {
    const refused = await importBankFile(staff, form)
    expect(refused).toMatchObject({ refusal: 'import_running' })
    if (!refused.ok)
      expect(importBankFile.declaration.refusals.text(refused.refusal)).toBe(
        '銀行明細を取り込み中です。数分後にもう一度お試しください。',
      )
    const back = { key: aKey(), itemId: newId<'payRunItem'>(), on: jstDate('2026-11-24'), outcome: 'returned' } as const
    expect(await returnPayout(staff, back)).toMatchObject({ refusal: 'import_running' })
    const { id } = there((await depositSettings(staff)).accounts.find((it) => it.branch === branch))
    const ended = { key: aKey(), id, version: 1, ends: true }
    expect(await endOwnBankAccount(staff, ended)).toMatchObject({ refusal: 'import_running' })
    const said = { name: '回収口座', holderKana: 'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ', virtualAccounts: true }
    const corrected = { key: aKey(), id, version: 1, ...said }
    expect(await correctOwnBankAccount(staff, corrected)).toMatchObject({ refusal: 'import_running' })
  })
  expect(must(await importBankFile(staff, form)).rows).toBe(1)
  expect(must(await importBankFile(staff, { ...form, key: aKey() })).rows).toBe(0)
})

test('a long file: every row is booked in the request, and the job matches each invoice that is named once', async () => {
  const { staff, branch } = await aDesk()
  const { restaurantId, name } = await aPayer()
  const [first, last] = [await anInvoice(restaurantId, 30_001), await anInvoice(restaurantId, 30_002)]
  const others = Array.from({ length: 2_300 }, (_, at) => ({ yen: 1_000 + at, name: 'ｼﾗﾅｲ ﾋﾄ' }))
  const before = await balance('suspense')
  const bytes = aBankFile(branch, [{ yen: 30_001, name }, ...others, { yen: 30_002, name }])
  const { fileId } = must(await uploadBankFile(staff, { key: aKey(), bytes, fileName: 'meisai.txt' }))
  expect(await bankFilePreview(staff, fileId)).toMatchObject({ importedAt: null, matching: null, known: 0 })
  const form = { key: aKey(), fileId }
  const begun = { rows: 2_302, matched: 0, unmatched: 2_302, isMatching: true }
  expect(must(await importBankFile(staff, form))).toEqual(begun)
  expect(await jobsBegun()).toBe(1)
  expect([await left(first), await left(last)]).toEqual([30_001, 30_002])
  const sum = others.reduce((added, { yen: amount }) => added + amount, 60_003)
  expect(before - (await balance('suspense'))).toBe(sum)
  expect(await bankFilePreview(staff, fileId)).toEqual({
    ...{
      name: 'meisai.txt',
      layout: '全銀 入出金取引明細',
      rowCount: 2_302,
      warnings: [],
      importedAt: now,
      refused: null,
    },
    ...{ known: 0, matching: { looked: 0, of: 2_302 } },
    accounts: [
      {
        ...{ account: expect.stringContaining(branch), fromOn: '2026-11-01', toOn: '2026-11-30' },
        ...{ deposits: { count: 2_302, yen: sum }, withdrawals: { count: 0, yen: 0 }, others: { count: 0, yen: 0 } },
      },
    ],
  })

  // two processes have been woken; one is at work on the file, and the other leaves it
  const system = { db: test_.db, now }
  const both = await Promise.all([matchOpenFiles(system), matchOpenFiles(system)])
  expect(both.toSorted()).toEqual([0, 2])
  expect([await left(first), await left(last)]).toEqual([0, 0])
  expect(await bankFilePreview(staff, fileId)).toMatchObject({ matching: null })
  const ended = { rows: 2_302, matched: 2, unmatched: 2_300, isMatching: false }
  expect(must(await importBankFile(staff, form))).toEqual(ended)
  expect(must(await importBankFile(staff, { ...form, key: aKey() }))).toMatchObject({ rows: 0, isMatching: false })
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from bank_rows b join payments p on p.id = b.payment_id
     where b.file_id = ${fileId}
       and (p.yen <> b.yen or p.payer <> b.payer_kana or b.yen <> case b.ordinal when 2 then 30001 when 2303 then 30002 else 997 + b.ordinal end)`.execute(
    test_.db,
  )
  expect(rows).toEqual([{ wrong: 0 }])
})

/** How often the job was begun before its minute. */
async function jobsBegun(): Promise<number> {
  const { rows } = await test_.pool.query(
    `select count(*)::int as count from jobs.job where name = 'schedule' and data ->> 'job' = 'match-imports'`,
  )
  return rows[0].count
}

test('a large file that another process is matching is left to it', async () => {
  const { staff, branch } = await aDesk()
  const rows = Array.from({ length: 1_001 }, (_, at) => ({ yen: 1_000 + at, name: 'ｼﾗﾅｲ ﾋﾄ' }))
  const { fileId } = await bring(staff, aBankFile(branch, rows))
  await test_.db.transaction().execute(async (busy) => {
    await busy.selectFrom('bankMatchings').selectAll().where('fileId', '=', fileId).forUpdate().execute()
    expect(await matchOpenFiles({ db: test_.db, now })).toBe(0)
    expect(await bankFilePreview(staff, fileId)).toMatchObject({ matching: { looked: 0, of: 1_001 } })
  })
  expect(await matchOpenFiles({ db: test_.db, now })).toBe(0)
  expect(await bankFilePreview(staff, fileId)).toMatchObject({ matching: null })
})

test('an import waits for no restaurant but those that its deposits may be of', async () => {
  const { staff, branch } = await aDesk()
  const [payer, other] = [await aPayer(), await aPayer()]
  const documentId = await anInvoice(payer.restaurantId, 61_001)
  await anInvoice(other.restaurantId, 61_002)
  await test_.db.transaction().execute(async (busy) => {
    await lockForMatching(busy, { paymentIds: [], restaurantIds: [other.restaurantId] })
    const done = await bring(staff, aBankFile(branch, [{ yen: 61_001, name: payer.name }]))
    expect(done).toMatchObject({ rows: 1, matched: 1 })
  })
  expect(await left(documentId)).toBe(0)
})

test('matching that was interrupted goes on by itself, with each deposit that no person has begun with; then it is over', async () => {
  const { staff, branch } = await aDesk()
  const payer = await aPayer()
  const rows = [62_001, 62_002, 62_003].map((amount) => ({ yen: amount, name: payer.name }))
  const { fileId, ...done } = await bring(staff, aBankFile(branch, rows))
  expect(done).toMatchObject({ rows: 3, matched: 0, unmatched: 3 })
  const [first, held, byHand] = await Promise.all(rows.map(({ yen: amount }) => anInvoice(payer.restaurantId, amount)))
  const later = { db: test_.db, now: addMinutes(now, 2) }
  expect(await matchOpenFiles(later)).toBe(0)

  // as it is stored before the first step
  const begin = { through: 0, endedAt: null }
  await test_.db.updateTable('bankMatchings').set(begin).where('fileId', '=', fileId).execute()
  expect(await bankFilePreview(staff, fileId)).toMatchObject({ importedAt: now, matching: { looked: 0, of: 3 } })
  const paymentId = await paymentOf(fileId, 3)
  must(await holdDeposit(staff, { key: aKey(), paymentId, held: true, note: '確認中' }))
  const pays = [{ documentId: there(byHand), yen: 62_003 }]
  const matched = { paymentId: await paymentOf(fileId, 4), pays, feeYen: 0, cleared: false }
  must(await matchByHand(staff, { key: aKey(), ...matched }))
  expect(await matchOpenFiles({ db: test_.db, now: addMinutes(now, 1) })).toBe(0)
  const both = [matchOpenFiles(later), importBankFile(staff, { key: aKey(), fileId })] as const
  const [byJob, again] = await Promise.all(both)
  expect(byJob + must(again).matched).toBe(1)
  expect([await left(there(first)), await left(there(held)), await left(there(byHand))]).toEqual([0, 62_002, 0])
  expect(await bankFilePreview(staff, fileId)).toMatchObject({ matching: null })
  expect(await matchOpenFiles(later)).toBe(0)
})

test('a deposit whose matching always fails is left to staff, and the rest of its file is matched', async () => {
  const { staff, branch } = await aDesk()
  const payers = [await aPayer(), await aPayer(), await aPayer()]
  const amounts = [63_001, 63_002, 63_003]
  const invoices = await Promise.all(payers.map(({ restaurantId }, at) => anInvoice(restaurantId, there(amounts[at]))))
  const bad = there(payers[1]).restaurantId
  await test_.pool.query(`create function refuse_one() returns trigger language plpgsql as
    $$ begin if new.restaurant_id = '${bad}' then raise exception 'never'; end if; return new; end $$`)
  await test_.pool.query(`create trigger refuse_one before insert on payment_allocations
    for each row execute function refuse_one()`)
  try {
    const rows = payers.map(({ name }, at) => ({ yen: there(amounts[at]), name }))
    const { fileId, ...done } = await bring(staff, aBankFile(branch, rows))
    expect(done).toMatchObject({ rows: 3, matched: 2, unmatched: 1 })
    expect(await Promise.all(invoices.map(left))).toEqual([0, 63_002, 0])
    expect(await bankFilePreview(staff, fileId)).toMatchObject({ matching: null })
    const paymentId = await paymentOf(fileId, 3)
    const waiting = (await depositList(staff, { desk: 'unmatched', q: '', after: null })).rows
    expect(waiting.map((it) => it.paymentId)).toContain(paymentId)
    const { rows: told } = await test_.pool.query(
      `select data ->> 'why' as why from events where kind = 'deposit_not_matched' and data ->> 'paymentId' = $1`,
      [paymentId],
    )
    expect(told).toEqual([{ why: 'error: never' }])

    // the job goes on likewise, and fails with the reason, so that it is in its log
    const begin = { through: 1, endedAt: null }
    await test_.db.updateTable('bankMatchings').set(begin).where('fileId', '=', fileId).execute()
    await expect(matchOpenFiles({ db: test_.db, now: addMinutes(now, 2) })).rejects.toMatchObject({
      errors: [{ message: 'never' }],
    })
    expect(await matchOpenFiles({ db: test_.db, now: addMinutes(now, 3) })).toBe(0)
  } finally {
    await test_.pool.query('drop trigger refuse_one on payment_allocations')
    await test_.pool.query('drop function refuse_one')
  }
})

test('a deposit that is being put aside is not matched at the same time', async () => {
  const { staff, branch } = await aDesk()
  const payer = await aPayer()
  const { fileId } = await bring(staff, aBankFile(branch, [{ yen: 64_001, name: payer.name }]))
  const paymentId = await paymentOf(fileId, 2)
  const documentId = await anInvoice(payer.restaurantId, 64_001)
  const begin = { through: 0, endedAt: null }
  await test_.db.updateTable('bankMatchings').set(begin).where('fileId', '=', fileId).execute()
  const both: Promise<unknown>[] = []
  await test_.db.transaction().execute(async (busy) => {
    // putting it aside has begun, and is not over
    await sql`lock table deposit_holds in exclusive mode`.execute(busy)
    both.push(holdDeposit(staff, { key: aKey(), paymentId, held: true, note: '確認中' }))
    await untilWaiting(1)
    both.push(matchOpenFiles({ db: test_.db, now: addMinutes(now, 2) }))
    await untilWaiting(2)
  })
  expect(await Promise.all(both)).toEqual([{ ok: true, value: { held: true } }, 0])
  expect(await left(documentId)).toBe(64_001)
})

/** While another transaction has the lock of an import. */
const whileImporting = <T>(work: () => Promise<T>): Promise<T> =>
  test_.db.transaction().execute(async (db) => {
    expect(await tryLockImports({ db })).toBe(true)
    return work()
  })

/** Until so many transactions wait for a lock. */
async function untilWaiting(count: number) {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await test_.pool.query(waiting)).rows.length < count);
}

test('where an account has no virtual accounts, the code of a payer makes no row a new one', async () => {
  const { staff, branch } = await aDesk()
  const account = { name: 'みずほ銀行', bank: '0001', branch: `7${branch.slice(1)}`, number: '1234567' }
  const holder = { holderKana: 'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ' }
  must(await addOwnBankAccount(staff, { key: aKey(), ...account, ...holder, virtualAccounts: false }))
  const row = { yen: 54_321, name: 'ﾀﾅｶ', code: '4567890123' }
  expect((await bring(staff, aBankFile(account.branch, [row]))).rows).toBe(1)
  const longer = aBankFile(account.branch, [row, { ...row, on: '081103' }], { to: '081103' })
  expect((await bring(staff, longer)).rows).toBe(1)
})

test('an account of ours is read in every width, and its holder as banks write it', async () => {
  const { staff } = await aDesk()
  const typed = {
    name: '回収口座',
    bank: '０００１',
    branch: '９ー９８',
    number: '000-２３４-5671',
    virtualAccounts: false,
  }
  const read = (holderKana: string) => inputOf(addOwnBankAccount, { ...typed, holderKana })
  expect(() => read('見本市場')).toThrow('漢字は使用できません')
  const { id } = must(await addOwnBankAccount(staff, { ...read('カブシキガイシャ　みほんいちば'), key: aKey() }))
  expect((await depositSettings(staff)).accounts.find((it) => it.id === id)).toMatchObject({
    ...{ bank: '0001', branch: '998', number: '2345671', holderKana: 'ｶ)ﾐﾎﾝｲﾁﾊﾞ' },
  })
})

test('an account that ends takes no file; what it has stays, and it can be resumed', async () => {
  const { staff, branch } = await aDesk()
  const { fileId } = await bring(staff, aBankFile(branch, [{ yen: 700, name: 'ﾀﾅｶ' }]))
  const read = async () => there((await depositSettings(staff)).accounts.find((it) => it.branch === branch))
  const { id } = await read()
  const key = aKey()
  const end = () => endOwnBankAccount(staff, { key, id, version: 1, ends: true })
  expect(must(await end())).toEqual(must(await end()))
  expect(await read()).toMatchObject({ endedAt: now, version: 2 })
  const next = aBankFile(branch, [{ yen: 800, name: 'ﾀﾅｶ', on: '081103' }], { to: '081103' })
  const upload = () => uploadBankFile(staff, { key: aKey(), bytes: next, fileName: 'tsugi.txt' })
  expect(await upload()).toMatchObject({ refusal: 'account_ended', detail: { account: `0001-${branch}-1234567` } })
  expect(await bankFilePreview(staff, fileId)).toMatchObject({ refused: null, accounts: [{ deposits: { count: 1 } }] })
  must(await endOwnBankAccount(staff, { key: aKey(), id, version: 2, ends: false }))
  const waiting = must(await upload())
  must(await endOwnBankAccount(staff, { key: aKey(), id, version: 3, ends: true }))
  expect(await importBankFile(staff, { key: aKey(), ...waiting })).toMatchObject({ refusal: 'account_ended' })
})

test('name, holder and the meaning of the code are corrected by one of ten at once, with the version before in the history', async () => {
  const { staff, branch } = await aDesk()
  const { id } = there((await depositSettings(staff)).accounts.find((it) => it.branch === branch))
  const given = { id, version: 1, name: 'みずほ銀行 回収口', holderKana: 'ｶ)ﾐﾎﾝ', virtualAccounts: false }
  const ten = await Promise.all(
    Array.from({ length: 10 }, () => correctOwnBankAccount(staff, { key: aKey(), ...given })),
  )
  expect(ten.filter(({ ok }) => ok)).toHaveLength(1)
  expect(ten.filter((it) => !it.ok && it.refusal === 'account_changed')).toHaveLength(9)
  expect((await depositSettings(staff)).accounts.find((it) => it.id === id)).toMatchObject({ ...given, version: 2 })
  const events = await test_.db
    .selectFrom('events')
    .select('data')
    .where('kind', '=', 'own_bank_account_corrected')
    .where(sql<boolean>`data ->> 'accountId' = ${id}`)
    .execute()
  expect(events).toMatchObject([{ data: { before: { name: 'みずほ銀行', virtualAccounts: true } } }])
  await expect(correctOwnBankAccount(staff, { key: aKey(), ...given, id: newId() })).rejects.toThrow(NotFound)
})

test('once rows are told apart by the code its meaning stays; the name and the holder can still be corrected', async () => {
  const { staff, branch } = await aDesk()
  await bring(staff, aBankFile(branch, [{ yen: 900, name: 'ﾀﾅｶ', code: '4567890123' }]))
  const { id } = there((await depositSettings(staff)).accounts.find((it) => it.branch === branch))
  const given = { id, version: 1, name: '新しい名称', holderKana: 'ｶ)ﾐﾎﾝ', virtualAccounts: false }
  const refused = await correctOwnBankAccount(staff, { key: aKey(), ...given })
  expect(refused).toMatchObject({ refusal: 'rows_by_code', detail: { count: 1 } })
  expect(must(await correctOwnBankAccount(staff, { key: aKey(), ...given, virtualAccounts: true }))).toEqual({
    changed: true,
  })
})

test('a file with an account that is not ours is refused, and nothing of it is kept', async () => {
  const { staff, branch } = await aDesk()
  const other = '099'
  const text = (bytes: Uint8Array) => iconv.decode(Buffer.from(bytes), 'cp932').split('\r\n')
  const both = [
    ...text(aBankFile(branch, [{ yen: 1, name: 'A' }])).slice(0, 3),
    ...text(aBankFile(other, [{ yen: 2, name: 'B' }])),
  ]
  const bytes = new Uint8Array(iconv.encode(both.join('\r\n'), 'cp932'))
  const count = async () => (await test_.db.selectFrom('bankFiles').select('id').execute()).length
  const before = await count()
  expect(await uploadBankFile(staff, { key: aKey(), bytes, fileName: 'x.txt' })).toMatchObject({
    refusal: 'account_unknown',
    detail: { account: `0001-${other}-1234567` },
  })
  const whole = aBankFile(branch, [{ yen: 1, name: 'A' }])
  const broken = whole.slice()
  broken.set([0x81, 0x20], 202 + 81)
  const sums = whole.slice()
  sums.set([0x39], 2 * 202 + 19)
  const bad = [
    [bytes.subarray(0, 300), '1行は200バイトですが'],
    [broken, 'シフトJISとして読み取れません'],
    [sums, '入金額の合計が一致しません'],
  ] as const
  for (const [file, sentence] of bad)
    expect(await uploadBankFile(staff, { key: aKey(), bytes: file, fileName: 'x.txt' })).toMatchObject({
      refusal: 'unreadable',
      detail: { sentence: expect.stringContaining(sentence) },
    })
  expect(await count()).toBe(before)
})

test('statements and notices of one account in one period do not go together', async () => {
  const { staff, branch } = await aDesk()
  await bring(staff, aBankFile(branch, [{ yen: 5_000, name: 'ﾀﾅｶ' }]))
  const notice = [
    `1010081102081102081102${'0001'}${''.padEnd(15)}${branch}${''.padEnd(15)}11234567${''.padEnd(40)}`,
    `2000001081102081102${digits(5_000, 10)}${digits(0, 20)}${'ﾀﾅｶ'.padEnd(48)}`,
    `8${digits(1, 6)}${digits(5_000, 12)}${digits(0, 18)}`,
    '9',
  ]
  const bytes = new Uint8Array(iconv.encode(notice.map((line) => line.padEnd(200)).join(''), 'cp932'))
  expect(await uploadBankFile(staff, { key: aKey(), bytes, fileName: 'n.txt' })).toMatchObject({
    refusal: 'other_layout',
  })
})

test('staff split a deposit, leave a rest, and teach a name; two at once match once', async () => {
  const { staff, branch } = await aDesk()
  const payer = await aPayer()
  const documentId = await anInvoice(payer.restaurantId, 40_000)
  const { fileId } = await bring(staff, aBankFile(branch, [{ yen: 50_000, name: `ﾓﾘ ﾊﾅｺ${branch}` }]))
  const paymentId = await paymentOf(fileId, 2)
  expect((await findOpenInvoices(staff, '40,000円')).map((it) => it.documentId)).toContain(documentId)
  const pay = () =>
    matchByHand(staff, { key: aKey(), paymentId, pays: [{ documentId, yen: 40_000 }], feeYen: 0, cleared: false })
  for (const wrong of [40_001, 0, -5])
    expect(
      await matchByHand(staff, {
        key: aKey(),
        paymentId,
        pays: [{ documentId, yen: wrong }],
        feeYen: 0,
        cleared: false,
      }),
    ).toMatchObject({ refusal: 'beyond_unpaid', detail: { unpaid: '¥40,000' } })
  const both = await Promise.all([pay(), pay()])
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(both.find(({ ok }) => !ok)).toMatchObject({ refusal: 'changed_meanwhile' })
  expect((await depositDetail(staff, paymentId)).deposit.leftYen).toBe(10_000)
  must(await holdDeposit(staff, { key: aKey(), paymentId, held: true, note: '電話で確認中' }))
  expect((await depositList(staff, { desk: 'held', q: '', after: null })).rows.map((it) => it.paymentId)).toContain(
    paymentId,
  )

  const next = await anInvoice(payer.restaurantId, 12_345)
  expect(await bring(staff, aBankFile(branch, [{ yen: 12_345, name: `ﾓﾘ ﾊﾅｺ${branch}`, on: '081104' }]))).toMatchObject(
    {
      matched: 1,
    },
  )
  expect(await left(next)).toBe(0)
})

test('credit is kept, pays the next invoice, and then its match cannot be undone before that', async () => {
  const { staff, branch } = await aDesk()
  const payer = await aPayer()
  const number = `901${branch}1234`
  must(await assignVirtualAccount(staff, { key: aKey(), restaurantId: payer.restaurantId, number }))
  const documentId = await anInvoice(payer.restaurantId, 10_000)
  const { fileId } = await bring(staff, aBankFile(branch, [{ yen: 11_000, name: 'ﾀﾅｶ', code: number }]))
  expect(await creditsOf(test_.db, [payer.restaurantId])).toMatchObject([{ yen: 1_000 }])
  expect(await balance('receivable', payer.restaurantId)).toBe(-1_000)
  const second = await anInvoice(payer.restaurantId, 5_000)
  await bring(staff, aBankFile(branch, [{ yen: 4_000, name: 'ﾀﾅｶ', code: number, on: '081104' }]))
  expect([await left(documentId), await left(second)]).toEqual([0, 0])
  expect(await creditsOf(test_.db, [payer.restaurantId])).toEqual([])
  expect(await balance('receivable', payer.restaurantId)).toBe(0)
  const { matches } = await depositDetail(staff, await paymentOf(fileId, 2))
  const matchId = there(
    matches.find(({ lines }) => lines.some(({ number: paid }) => paid === null && lines.length === 2)),
  ).matchId
  expect(await undoMatch(staff, { key: aKey(), matchId, reason: '誤り' })).toMatchObject({ refusal: 'credit_used' })
})

/** A payer with ¥6,000 of credit, an invoice of ¥5,000 and a later one of ¥3,000. */
async function aCredit() {
  const { staff, branch } = await aDesk()
  const payer = await aPayer()
  const number = `903${branch}1234`
  must(await assignVirtualAccount(staff, { key: aKey(), restaurantId: payer.restaurantId, number }))
  await anInvoice(payer.restaurantId, 10_000)
  const { fileId } = await bring(staff, aBankFile(branch, [{ yen: 16_000, name: 'ﾀﾅｶ', code: number }]))
  const [earlier, later] = [await anInvoice(payer.restaurantId, 5_000), await anInvoice(payer.restaurantId, 3_000)]
  const paymentId = await paymentOf(fileId, 2)
  const spend = (documentId: IssuedDocumentId, amount: number, key = aKey()) =>
    spendCreditByHand(staff, { key, paymentId, documentId, yen: amount })
  return { staff, payer, paymentId, earlier, later, spend }
}

test('staff choose which invoice credit pays; pressed twice it pays once, and undone it is credit again', async () => {
  const { staff, payer, paymentId, earlier, later, spend } = await aCredit()
  const owed = await balance('receivable', payer.restaurantId)
  expect((await depositDetail(staff, paymentId)).credits).toMatchObject([
    { yen: 6_000, invoices: [{ documentId: earlier }, { documentId: later }] },
  ])
  expect(await spend(later, 3_001)).toMatchObject({ refusal: 'beyond_unpaid', detail: { unpaid: '¥3,000' } })
  expect(await spend(earlier, 6_001)).toMatchObject({ refusal: 'credit_short' })
  expect(await spend(newId(), 1)).toMatchObject({ refusal: 'changed_meanwhile' })
  const key = aKey()
  const first = await spend(later, 2_500, key)
  expect(await spend(later, 2_500, key)).toEqual(first)
  expect([await left(earlier), await left(later)]).toEqual([5_000, 500])
  expect(await creditsOf(test_.db, [payer.restaurantId])).toMatchObject([{ yen: 3_500 }])
  expect(await balance('receivable', payer.restaurantId)).toBe(owed)
  const match = (await depositDetail(staff, paymentId)).matches.find(({ lines }) =>
    lines.some((line) => line.yen === 2_500),
  )
  must(await undoMatch(staff, { key: aKey(), matchId: there(match).matchId, reason: '別の請求書でした' }))
  expect([await left(later), (await creditsOf(test_.db, [payer.restaurantId]))[0]?.yen]).toEqual([3_000, 6_000])
  expect(await spend(earlier, 5_000)).toMatchObject({ ok: true })
  expect((await depositDetail(staff, paymentId)).credits).toMatchObject([{ yen: 1_000 }])
})

test('credit that several spend at once is spent once, also beside the job', async () => {
  const { staff, payer, earlier, later, spend } = await aCredit()
  const all = await Promise.all([
    spend(earlier, 5_000),
    spend(earlier, 5_000),
    spend(later, 3_000),
    spend(later, 3_000),
  ])
  const spent = all.reduce((sum, it) => sum + (it.ok ? it.value.yen : 0), 0)
  expect(spent).toBeLessThanOrEqual(6_000)
  expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  const rest = 6_000 - spent
  await Promise.all([spendCredits({ ...staff }), spend(later, rest), spend(earlier, rest)])
  expect(await creditsOf(test_.db, [payer.restaurantId])).toEqual([])
  expect((await left(earlier)) + (await left(later))).toBe(2_000)
})

test('an overpayment pays the next invoice automatically, so that no reminder is sent; once, and undone by hand', async () => {
  const { staff, branch } = await aDesk()
  const payer = await aPayer()
  const number = `902${branch}1234`
  must(await assignVirtualAccount(staff, { key: aKey(), restaurantId: payer.restaurantId, number }))
  await anInvoice(payer.restaurantId, 10_000)
  await bring(staff, aBankFile(branch, [{ yen: 16_000, name: 'ﾀﾅｶ', code: number }]))
  const [second, third] = [await anInvoice(payer.restaurantId, 5_000), await anInvoice(payer.restaurantId, 3_000)]
  const owed = await balance('receivable', payer.restaurantId)
  await spendCredits({ ...staff })
  await Promise.all([spendCredits({ ...staff }), spendCredits({ ...staff })])
  expect([await left(second), await left(third)]).toEqual([0, 2_000])
  expect(await creditsOf(test_.db, [payer.restaurantId])).toEqual([])
  expect(await balance('receivable', payer.restaurantId)).toBe(owed)
  const { eventId } = await test_.db
    .selectFrom('paymentAllocations')
    .select('eventId')
    .where('documentId', '=', second)
    .executeTakeFirstOrThrow()
  must(await undoMatch(staff, { key: aKey(), matchId: there(eventId), reason: '返金するため' }))
  expect(await left(second)).toBe(5_000)
  expect(await creditsOf(test_.db, [payer.restaurantId])).toMatchObject([{ yen: 6_000 }])
})

test('what a card took before the invoice pays it, less what went back to the card', async () => {
  const { staff } = await aDesk()
  const { restaurantId } = await aPayer()
  const of = { restaurantId, documentId: null, reason: 'クレジットカード利用' }
  for (const amount of [10_000, -2_000])
    await test_.db
      .transaction()
      .execute((db) => writeCardPayment({ db, now }, { ...of, eventKey: `card:${newId()}`, yen: yen(amount) }))
  const documentId = await anInvoice(restaurantId, 9_000)
  await spendCredits({ ...staff })
  expect(await left(documentId)).toBe(1_000)
  await spendCredits({ ...staff })
  expect(await left(documentId)).toBe(1_000)
})

/** A transfer of ours to a farm, as it was sent. */
async function aTransfer(staff: Ctx, amount: number) {
  const farm = await aFarm(test_.db)
  await aBankAccount(test_.db, farm, at('2026-11-01 09:00'))
  await aStatement(test_.db, farm.farmId, amount)
  const payOn = jstDate('2026-11-30')
  const { paid, totalYen } = await previewPayRun(staff, payOn)
  const { id } = must(await makePayRun(staff, { key: aKey(), payOn, count: paid.length, totalYen }))
  const other = { ...as(test_.db, await anAdmin(test_.db, { role: 'finance' })), now }
  must(await releasePayRun(other, { key: aKey(), id }))
  const later = { ...staff, now: at('2026-12-02 10:00') }
  must(await markPayRunSent(later, { key: aKey(), id }))
  const item = there((await payRunDetail(staff, id)).items[0])
  const back = { itemId: item.id, on: jstDate('2026-12-01'), outcome: 'returned' as const }
  return { later, comesBack: async () => must(await returnPayout(later, { key: aKey(), ...back })) }
}

test.each(['staff', 'bank'])(
  'a returned transfer is booked to the bank once, whichever reports it first: %s',
  async (first) => {
    const { staff, branch } = await aDesk()
    const bank = await balance('bank')
    const suspense = await balance('suspense')
    const { later, comesBack } = await aTransfer(staff, 7_654)
    expect(await balance('bank')).toBe(bank - 7_654)
    const rows = [{ yen: 7_654, name: 'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ', on: '081201', text: 'ｸﾐﾓﾄﾞｼ' }]
    const file = aBankFile(branch, rows, { from: '081201', to: '081202' })
    if (first === 'staff') await comesBack()
    const { fileId } = await bring(later, file)
    if (first === 'bank') await comesBack()
    expect([await balance('bank'), await balance('suspense')]).toEqual([bank, suspense])
    expect((await depositDetail(staff, await paymentOf(fileId, 2))).deposit.leftYen).toBe(0)
    expect(await balanceDifferences(test_.db)).not.toContainEqual(expect.objectContaining({ account: 'bank' }))
  },
)

test('a deposit and its correction leave together; our own returns and cheques wait for people', async () => {
  const { staff, branch } = await aDesk()
  const payer = await aPayer()
  const documentId = await anInvoice(payer.restaurantId, 9_000)
  const { fileId } = await bring(
    staff,
    aBankFile(branch, [
      { yen: 600, name: 'ﾀﾅｶ' },
      { yen: -600, name: '', kind: '19' },
      { yen: 9_000, name: payer.name, text: 'ｸﾐﾓﾄﾞｼ' },
      { yen: 9_000, name: payer.name, uncleared: 1_000 },
    ]),
  )
  const [deposit, correction, returned, cheque] = await Promise.all(
    [2, 3, 4, 5].map((ordinal) => paymentOf(fileId, ordinal)),
  )
  must(
    await offsetDeposits(staff, {
      key: aKey(),
      paymentId: there(deposit),
      otherId: there(correction),
      reason: '銀行の訂正',
    }),
  )
  expect((await depositDetail(staff, there(deposit))).deposit.leftYen).toBe(0)
  const pays = [{ documentId, yen: 9_000 }]
  const by = { pays, feeYen: 0, cleared: false }
  expect(await matchByHand(staff, { key: aKey(), paymentId: there(returned), ...by })).toMatchObject({
    refusal: 'never_a_payment',
  })
  expect(await matchByHand(staff, { key: aKey(), paymentId: there(cheque), ...by })).toMatchObject({
    refusal: 'not_cleared',
  })
  must(await matchByHand(staff, { key: aKey(), paymentId: there(cheque), ...by, cleared: true }))
})

test('an invoice is never paid beyond its total, and a payment never pays more than it is', async () => {
  const { staff } = await aDesk()
  const payer = await aPayer()
  const documentId = await anInvoice(payer.restaurantId, 1_000)
  const pay = (amount: number, allocated: number) =>
    test_.db.transaction().execute((db) =>
      recordPayment(
        { ...staff, db },
        {
          eventKey: `test:${newId()}`,
          method: 'card',
          receivedOn: jstDate('2026-11-02'),
          yen: yen(amount),
          payer: 'カード',
          allocations: [{ restaurantId: payer.restaurantId, documentId, yen: yen(allocated), reason: 'カード' }],
        },
      ),
    )
  await expect(pay(2_000, 1_001)).rejects.toThrow('over-allocated: invoice')
  await expect(pay(500, 600)).rejects.toThrow('over-allocated: payment')
  await pay(1_000, 1_000)
  expect(await left(documentId)).toBe(0)
})

test('only the finance role changes deposits, and all staff see them', async () => {
  const support: Ctx = { ...as(test_.db, await anAdmin(test_.db, { role: 'support' })), now }
  expect(await depositSettings(support)).toMatchObject({ booksBankFees: true })
  await expect(switchBankFees(support, { key: aKey(), booksBankFees: false, version: 1 })).rejects.toThrow(Forbidden)
  const { actor } = await aPayer()
  await expect(depositList(as(test_.db, actor), { desk: 'unmatched', q: '', after: null })).rejects.toThrow()
})

test('random invoices and deposits: what is allocated is what came in and what we bore, to the yen; undoing restores', async () => {
  const amounts = fc.constantFrom(1_000, 2_000, 3_300, 5_000, 8_640)
  await fc.assert(
    fc.asyncProperty(
      fc.array(amounts, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(amounts, fc.constantFrom(0, -330, 700), fc.boolean()), { minLength: 1, maxLength: 4 }),
      async (owed, paid) => {
        const { staff, branch } = await aDesk()
        const payer = await aPayer()
        const code = `902${String(names).padStart(7, '0')}`
        must(await assignVirtualAccount(staff, { key: aKey(), restaurantId: payer.restaurantId, number: code }))
        const documents = []
        for (const amount of owed) documents.push(await anInvoice(payer.restaurantId, amount))
        const total = owed.reduce((sum, amount) => sum + amount, 0)
        const rows = paid.map(([amount, more, sure], index) => ({
          yen: amount + more,
          name: payer.name,
          on: `0811${digits(index + 2, 2)}`,
          ...(sure && { code }),
        }))
        const suspense = await balance('suspense')
        const { fileId } = await bring(staff, aBankFile(branch, rows))
        const { rows: sums } = await sql<{ paid: number; borne: number; live: number }>`
          select coalesce(sum(yen) filter (where taken_from = 'payment'), 0)::bigint as paid,
                 coalesce(sum(yen) filter (where taken_from = 'bank_fees'), 0)::bigint as borne,
                 count(*) as live
            from payment_allocations where restaurant_id = ${payer.restaurantId}`.execute(test_.db)
        const sum = there(sums[0])
        const came = rows.reduce((all, row) => all + row.yen, 0)
        expect(await balance('receivable', payer.restaurantId)).toBe(total - Number(sum.paid) - Number(sum.borne))
        expect(await balance('suspense')).toBe(suspense - came + Number(sum.paid))
        const unpaid = await unpaidOf(test_.db, documents)
        for (const rest of unpaid.values()) expect(rest).toBeGreaterThanOrEqual(0)

        for (let round = 0; round < 2; round++)
          for (const { paymentId } of await test_.db
            .selectFrom('bankRows')
            .select('paymentId')
            .where('fileId', '=', fileId)
            .orderBy('ordinal', 'desc')
            .execute())
            for (const { matchId, undoneAt } of (await depositDetail(staff, there(paymentId))).matches)
              if (!undoneAt) await undoMatch(staff, { key: aKey(), matchId, reason: '元に戻す' })
        expect(await balance('receivable', payer.restaurantId)).toBe(total)
        expect(await balance('suspense')).toBe(suspense - came)
        expect([...(await unpaidOf(test_.db, documents)).values()]).toEqual(owed)
      },
    ),
    { numRuns: 15 },
  )
})

test('what a provider pays us for cards lowers what it owes, with its fee; once, never more than it owes, and it can be taken back', async () => {
  const { staff, branch } = await aDesk()
  const payer = await aPayer()
  const documentId = await anInvoice(payer.restaurantId, 10_000)
  const allocations = [{ restaurantId: payer.restaurantId, documentId, yen: yen(10_000), reason: 'カード' }]
  const before = { card: await balance('card_clearing'), fees: await balance('bank_fees') }
  await test_.db.transaction().execute((db) =>
    recordPayment(
      { ...staff, db },
      {
        eventKey: `test:${newId()}`,
        method: 'card',
        receivedOn: jstDate('2026-11-20'),
        yen: yen(10_000),
        payer: '',
        allocations,
      },
    ),
  )
  const { fileId } = await bring(staff, aBankFile(branch, [{ yen: 9_640, name: 'ｽﾄﾗｲﾌﾟｼﾞﾔﾊﾟﾝ' }]))
  const paymentId = await paymentOf(fileId, 2)
  const given = { paymentId, collected: 'card_clearing' as const }
  const tooMuch = { ...given, key: aKey(), feeYen: before.card + 361 }
  expect(await clearCollected(staff, tooMuch)).toMatchObject({ refusal: 'more_than_collected' })
  // an import that takes minutes holds up neither this nor its undo
  const clear = () => clearCollected(staff, { ...given, key: aKey(), feeYen: 360 })
  const both = await whileImporting(() => Promise.all([clear(), clear()]))
  expect(both.map((it) => (it.ok ? 'ok' : it.refusal)).toSorted()).toEqual(['already_matched', 'ok'])
  expect(await balance('card_clearing')).toBe(before.card)
  expect(await balance('bank_fees')).toBe(before.fees + 360)
  const { rows: entries } = await sql<{ id: LedgerEntryId }>`
    select e.id from ledger_entries e join deposit_clearings c on e.event_key = 'deposit-clearing:' || c.id
     where c.payment_id = ${paymentId}`.execute(test_.db)
  expect(await entryDetail(staff, there(entries[0]).id)).toMatchObject({ sources: { paymentId, hasDeposit: true } })
  const { deposit, collected } = await depositDetail(staff, paymentId)
  expect(deposit.leftYen).toBe(0)
  const [cleared] = collected
  const undo = () =>
    undoCollected(staff, { key: aKey(), clearingId: there(cleared).id, reason: '口座振替の入金でした' })
  const undone = await whileImporting(() => Promise.all([undo(), undo()]))
  expect(undone.map((it) => (it.ok ? 'ok' : it.refusal)).toSorted()).toEqual(['ok', 'undone_already'])
  expect(await balance('card_clearing')).toBe(before.card + 10_000)
  expect((await depositDetail(staff, paymentId)).deposit.leftYen).toBe(9_640)
  must(await clearCollected(staff, { ...given, key: aKey(), feeYen: 360 }))
  const wrong = (await balanceDifferences(test_.db)).map(({ account }) => account)
  expect(wrong).not.toContain('card_clearing')
  expect(wrong).not.toContain('suspense')
  expect(wrong).not.toContain('bank_fees')
})
