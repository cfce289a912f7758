import type { Db } from '../../app/infra/db/kysely.server.ts'
import { type ClosingId, type FarmId, type IssuedDocumentId, newId, type PersonId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { yen, zeroYen } from '../../app/kernel/yen.ts'
import type { StatementContent } from '../../app/modules/issued-documents/document-content.ts'
import { issueDocument } from '../../app/modules/issued-documents/issue-document.server.ts'
import { postEntry } from '../../app/modules/ledger/post-entry.server.ts'
import { accountPurpose } from '../../app/modules/payouts/bank-account.server.ts'
import { testEncryption } from '../support/mailed.ts'
import { noon } from './market.ts'

const party = { name: '畝と皿', postalCode: '', address: '', phone: '', registrationNumber: null }

/** A farm's statement of October, or of the month that ends on a day, due on the last day of November, with what we owe for it in the ledger. */
export async function aStatement(
  db: Db,
  farmId: FarmId,
  netYen: number,
  {
    dueOn = '2026-11-30',
    supersedes,
    closingId,
    feeYen = 0,
    toOn: lastDay = '2026-10-31',
    issuedAt = noon,
  }: {
    dueOn?: string
    supersedes?: IssuedDocumentId
    closingId?: ClosingId
    feeYen?: number
    toOn?: string
    issuedAt?: Date
  } = {},
): Promise<IssuedDocumentId> {
  const [fromOn, toOn, payOn] = [jstDate(`${lastDay.slice(0, 8)}01`), jstDate(lastDay), jstDate(dueOn)]
  const content: StatementContent = {
    kind: 'statement',
    issuer: party,
    to: { ...party, name: '佐藤農園' },
    fromOn,
    toOn,
    payOn,
    slips: [],
    sales: [],
    returns: [],
    untaxedYen: zeroYen,
    grossYen: yen(netYen),
    borneYen: zeroYen,
    fee: { percent: 10, baseYen: yen(feeYen), taxYen: zeroYen },
    carriedYen: zeroYen,
    netYen: yen(netYen),
    confirmBy: jstDate('2026-11-24'),
    account: null,
  }
  return db.transaction().execute(async (tx) => {
    const within = { db: tx, now: issuedAt }
    if (!supersedes)
      await postEntry(within, {
        eventKey: `earned:${newId()}`,
        kind: 'sale',
        memo: '',
        postings: [
          { account: 'payable', farmId, yen: yen(-netYen) },
          { account: 'claim_costs', yen: yen(netYen) },
        ],
      })
    return issueDocument(within, {
      content,
      farmId,
      fromOn,
      toOn,
      dueOn: payOn,
      totalYen: yen(netYen),
      issuedBy: 'system',
      ...(supersedes && { supersedes }),
      ...(closingId && { closingId }),
    })
  })
}

/** An account of a farm that is used from a moment on. */
export async function aBankAccount(
  db: Db,
  { farmId, actor }: { farmId: FarmId; actor: { personId: PersonId } },
  from: Date,
): Promise<void> {
  const confirmedAt = new Date(from.getTime() - 72 * 3_600_000)
  await db
    .insertInto('bankAccounts')
    .values({
      id: newId<'bankAccount'>(),
      farmId,
      bankCode: '0009',
      bankName: '三井住友',
      bankKana: 'ミツイスミトモ',
      branchCode: '101',
      branchName: '大阪本店',
      branchKana: 'オオサカホンテン',
      type: '1',
      sealedNumber: testEncryption.seal(accountPurpose, '0000001'),
      lastDigits: '001',
      sealedHolder: testEncryption.seal(accountPurpose, 'ｶ)ﾐﾎﾝﾌｱ-ﾑ'),
      askedBy: actor.personId,
      askedAt: confirmedAt,
      confirmedAt,
      usableFrom: from,
      endedAt: null,
      endReason: null,
      blockedAt: null,
    })
    .execute()
}
