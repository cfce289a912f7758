import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { DebitRunId, OwnBankAccountId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { yen } from '#kernel/yen.ts'
import { bankDay } from '#modules/banking/bank-days.ts'
import { bytesToText } from '#modules/banking/fixed-width.ts'
import { clearCollected } from '#modules/payments/clear-collected.server.ts'
import { answerDebit, askDebit } from '#modules/payments/debit/agreement.server.ts'
import { importDebitResult } from '#modules/payments/debit/debit-result.server.ts'
import { debitRunFile, handInBy, makeDebitRun, previewDebits } from '#modules/payments/debit/debit-run.server.ts'
import { readDebitSettings, saveDebitSettings } from '#modules/payments/debit/debit-settings.server.ts'
import type { SeedRestaurant } from '../restaurants.ts'
import { answered, asBytes } from './debit-answer.ts'
import { importDeposits } from './deposits.ts'
import { expectDone } from './expect-done.ts'

type Services = { encryption: Encryption; operator: Operator }

export type DebitOfDemo = { runId: DebitRunId; debitOn: JstDate }

const collector = 'ニホンフリカエサ－ビス'
/** What the collector keeps back of each debit that it pays out. */
const collectorFeeYen = 110

/** Our 委託者番号, and the agreement of the bank of the restaurant that pays by direct debit. */
export async function agreeToDebit(
  staff: Ctx,
  { row, owner }: SeedRestaurant,
  { encryption }: Services,
): Promise<void> {
  const { version } = await readDebitSettings(staff.db)
  expectDone(
    await saveDebitSettings(staff, {
      key: 'demo-debit-settings',
      version,
      collectorCode: '1234567890',
      collectorName: 'カ）ミホンイチバ',
      bankCode: '0310',
      branchCode: '101',
      type: '1',
      number: '7654321',
      leadDays: 5,
    }),
  )
  const actor: BuyerActor = {
    kind: 'buyer',
    role: 'owner',
    personId: owner.id,
    name: owner.name,
    restaurantId: row.id,
    restaurantApproved: true,
    kitchenIds: [],
    orderLimitYen: null,
  }
  const account = { bankCode: '0005', branchCode: '103', type: '1', symbol: '', number: '2468013' } as const
  const asked = await askDebit(
    { ...staff, actor },
    { ...account, holder: row.kana, key: 'demo-debit-asked' },
    { encryption },
  )
  const { id } = expectDone(asked)
  expectDone(await answerDebit(staff, { key: 'demo-debit-agreed', id, answer: 'agreed', reason: '' }))
  await staff.db.updateTable('restaurants').set({ paymentMethod: 'direct_debit' }).where('id', '=', row.id).execute()
}

/** By when the bank wants the file for what falls due on a day. */
export async function debitFileDay({ db }: Ctx, dueOn: JstDate): Promise<JstDate> {
  return handInBy(bankDay(dueOn, 'next'), (await readDebitSettings(db)).leadDays)
}

/** Makes the run for a due day, and its file. */
export async function requestDebit(staff: Ctx, dueOn: JstDate, { encryption }: Services): Promise<DebitOfDemo> {
  const debitOn = bankDay(dueOn, 'next')
  const { collected, totalYen } = await previewDebits(staff, debitOn)
  const run = { key: `demo-debit-${debitOn}`, debitOn, count: collected.length, totalYen }
  const { id } = expectDone(await makeDebitRun(staff, run))
  expectDone(await debitRunFile(staff, { id }, { encryption }))
  return { runId: id, debitOn }
}

/** When the bank has answered, and pays out what it collected. */
export const debitAnswerDay = (debitOn: JstDate): JstDate => bankDay(addDays(debitOn, 2), 'next')

/** The bank has collected all of it, and pays it to us less its fee. */
export async function takeDebitAnswer(
  staff: Ctx,
  { runId, debitOn }: DebitOfDemo,
  accountId: OwnBankAccountId,
  { encryption, operator }: Services,
): Promise<void> {
  const { bytes } = expectDone(await debitRunFile(staff, { id: runId }, { encryption }))
  const request = bytesToText(bytes)
  if (request === null) throw new Error(`debit of ${debitOn}: unreadable request`)
  const result = asBytes(answered(request, '0'))
  const given = {
    key: `demo-debit-result-${debitOn}`,
    id: runId,
    bytes: result,
    fileName: `furikae-kekka-${debitOn}.txt`,
  }
  expectDone(await importDebitResult(staff, given, { operator }))
  const { totalYen } = await staff.db
    .selectFrom('debitRuns')
    .select('totalYen')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  const today = jstDateOf(staff.now)
  const paidOut = yen(totalYen - collectorFeeYen)
  await importDeposits(staff, accountId, today, [{ payer: collector, yen: paidOut }], 'furikae')
  const { id: paymentId } = await staff.db
    .selectFrom('payments')
    .select('id')
    .where('method', '=', 'transfer')
    .where('receivedOn', '=', today)
    .where('yen', '=', paidOut)
    .executeTakeFirstOrThrow()
  const key = `demo-debit-cleared-${debitOn}`
  expectDone(await clearCollected(staff, { key, paymentId, collected: 'debit_clearing', feeYen: collectorFeeYen }))
}
