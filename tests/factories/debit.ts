import { type DebitAgreementId, newId, type RestaurantId } from '../../app/kernel/ids.ts'
import { debitPurpose } from '../../app/modules/payments/debit/agreement.server.ts'
import type { testDatabase } from '../support/database.ts'
import { testEncryption } from '../support/mailed.ts'

type Db = ReturnType<typeof testDatabase>['db']

export const collectorCode = '1234567890'

/** Our own account and 委託者番号. */
export const setUpDebits = (db: Db) =>
  db
    .updateTable('debitSettings')
    .set({
      collectorCode,
      collectorName: 'ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ',
      bankCode: '0001',
      branchCode: '100',
      number: '1234567',
    })
    .execute()

/** What the bank of a restaurant has agreed to. */
export async function anAgreedDebit(db: Db, restaurantId: RestaurantId): Promise<DebitAgreementId> {
  await setUpDebits(db)
  const { personId } = await db
    .selectFrom('memberships')
    .select('personId')
    .where('restaurantId', '=', restaurantId)
    .executeTakeFirstOrThrow()
  const id = newId<'debitAgreement'>()
  const at = new Date('2026-09-01T00:00:00Z')
  const { n } = await db
    .selectFrom('debitAgreements')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('debitAgreements')
    .values({
      id,
      restaurantId,
      customer: `9${String(Number(n)).padStart(19, '0')}`,
      bankCode: '0005',
      bankName: '三菱ＵＦＪ',
      bankKana: 'ミツビシユ－エフジエイ',
      branchCode: '001',
      branchName: '本店',
      branchKana: 'ホンテン',
      type: '1',
      sealedNumber: testEncryption.seal(debitPurpose, '7654321'),
      lastDigits: '321',
      sealedHolder: testEncryption.seal(debitPurpose, 'ﾐﾎﾝｼﾖｸﾄﾞｳ'),
      askedBy: personId,
      askedAt: at,
      agreedAt: at,
      endedAt: null,
      endReason: null,
    })
    .execute()
  return id
}
