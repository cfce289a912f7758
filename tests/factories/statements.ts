import type { Db } from '../../app/infra/db/kysely.server.ts'
import { type ClosingId, type FarmId, type IssuedDocumentId, newId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { yen, zeroYen } from '../../app/kernel/yen.ts'
import type { StatementContent } from '../../app/modules/issued-documents/document-content.ts'
import { issueDocument } from '../../app/modules/issued-documents/issue-document.server.ts'
import { postEntry } from '../../app/modules/ledger/post-entry.server.ts'
import { noon } from './market.ts'

const party = { name: '畝と皿', postalCode: '', address: '', phone: '', registrationNumber: null }

/** A farm's statement of October, due on the last day of November, with what we owe for it in the ledger. */
export async function aStatement(
  db: Db,
  farmId: FarmId,
  netYen: number,
  {
    dueOn = '2026-11-30',
    supersedes,
    closingId,
  }: { dueOn?: string; supersedes?: IssuedDocumentId; closingId?: ClosingId } = {},
): Promise<IssuedDocumentId> {
  const [fromOn, toOn, payOn] = [jstDate('2026-10-01'), jstDate('2026-10-31'), jstDate(dueOn)]
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
    fee: { percent: 10, baseYen: zeroYen, taxYen: zeroYen },
    carriedYen: zeroYen,
    netYen: yen(netYen),
    confirmBy: jstDate('2026-11-24'),
    account: null,
  }
  return db.transaction().execute(async (tx) => {
    const within = { db: tx, now: noon }
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
