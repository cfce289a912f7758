import iconv from 'iconv-lite'
import type { Db } from '../../app/infra/db/kysely.server.ts'
import { type IssuedDocumentId, newId, type RestaurantId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { issueDocument } from '../../app/modules/issued-documents/issue-document.server.ts'
import { postEntry } from '../../app/modules/ledger/post-entry.server.ts'

const now = at('2026-11-24 11:00')

/** An invoice of October, due on its last day, and what is owed for it in the ledger. */
export async function anOpenInvoice(db: Db, restaurantId: RestaurantId, amount: number): Promise<IssuedDocumentId> {
  const day = jstDate('2026-10-31')
  const party = { name: 'ビストロ 灯', postalCode: '', address: '', phone: '', registrationNumber: null }
  return db.transaction().execute(async (tx) => {
    const within = { db: tx, now }
    await postEntry(within, {
      eventKey: `test:${newId()}`,
      kind: 'sale',
      onDay: day,
      memo: '',
      postings: [
        { account: 'receivable', restaurantId, yen: yen(amount) },
        { account: 'fees', yen: yen(-amount) },
      ],
    })
    return issueDocument(within, {
      content: {
        kind: 'invoice',
        issuer: party,
        to: party,
        fromOn: day,
        toOn: day,
        dueOn: day,
        slips: [],
        sales: [],
        returns: [],
        unregistered: [],
        untaxedYen: yen(amount),
        periodYen: yen(amount),
        previousYen: yen(0),
        paidYen: yen(0),
        carriedYen: yen(0),
        dueYen: yen(amount),
        payTo: null,
      },
      restaurantId,
      fromOn: day,
      toOn: day,
      dueOn: day,
      totalYen: yen(amount),
      issuedBy: 'test',
    })
  })
}

export const digits = (n: number, length: number) => String(n).padStart(length, '0')
export type BankFileRow = {
  yen: number
  name: string
  on?: string
  code?: string
  edi?: string
  kind?: string
  uncleared?: number
  text?: string
}

/** A file of 入出金取引明細 for the account 1234567 of that branch. */
export function aBankFile(
  branch: string,
  rows: readonly BankFileRow[],
  { from = '081101', to = '081130' } = {},
): Uint8Array {
  const sum = (some: readonly BankFileRow[]) => some.reduce((total, row) => total + Math.abs(row.yen), 0)
  const [incoming, outgoing] = [rows.filter((row) => row.yen > 0), rows.filter((row) => row.yen < 0)]
  const opening = 90_000_000
  const lines = [
    `1030${to}${from}${to}0001${'ﾐｽﾞﾎ'.padEnd(15)}${branch}${''.padEnd(15)}00010001234567${''.padEnd(40)}11${digits(opening, 14)}`,
    ...rows.map(
      ({
        yen: amount,
        name,
        on = '081102',
        code = '0000000000',
        edi = '',
        kind = '11',
        uncleared = 0,
        text = 'ﾌﾘｺﾐ',
      }) =>
        `2${digits(0, 8)}${on}${on}${amount > 0 ? 1 : 2}${kind}${digits(Math.abs(amount), 12)}${digits(uncleared, 12)}${digits(0, 23)}${code}${name.padEnd(48)}${''.padEnd(30)}${text.padEnd(20)}${edi.padEnd(20)}`,
    ),
    `8${digits(incoming.length, 6)}${digits(sum(incoming), 13)}${digits(outgoing.length, 6)}${digits(sum(outgoing), 13)}1${digits(opening + sum(incoming) - sum(outgoing), 14)}${digits(rows.length, 7)}`,
    `9${digits(rows.length + 3, 10)}00001`,
  ]
  return new Uint8Array(iconv.encode(lines.map((line) => `${line.padEnd(200)}\r\n`).join(''), 'cp932'))
}
