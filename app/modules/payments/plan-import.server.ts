import { hash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import type { OwnBankAccountId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import {
  type BankStatement,
  type NamedAccount,
  type StatementAccount,
  type StatementRow,
  statementLayoutWord,
} from '#modules/banking/bank-statement.ts'
import { type DepositNature, isOwnReturn } from './match-deposit.ts'
import type { PaymentsTables } from './tables.ts'

export type OwnAccount = Selectable<PaymentsTables['ownBankAccounts']>

/** One account of a file, and which of its rows are new. */
export type PlannedAccount = {
  account: OwnAccount
  fromOn: JstDate
  toOn: JstDate
  /** The others have an id, or equal in all that the bank says a row of an earlier file. Read anew each time it is asked for. */
  fresh: Iterable<FreshRow>
}
export type FreshRow = { row: StatementRow; nature: DepositNature }

type PlanRefusal = 'account_unknown' | 'account_missing' | 'account_ended' | 'other_layout'
type ReadFile = { statement: BankStatement; accountId: OwnBankAccountId | null }

/**
 * What an import of this file would add. A row is new if the bank's own id of it is, or, where it has none, if there are more
 * equal rows in this file than were imported of that day: two equal rows in one file are both real, and the same rows in a
 * file of another period are not counted again. An account that has ended takes no file.
 */
export async function planRows(db: DbOrTx, file: ReadFile): Promise<Result<PlannedAccount[], PlanRefusal>> {
  const ours = await ownAccountsOf(db, file)
  if (!ours.ok) return ours
  const planned: PlannedAccount[] = []
  for (const { account, part } of ours.value) {
    const { fromOn, toOn } = part
    planned.push({ account, fromOn, toOn, fresh: await freshRows(db, account, part) })
  }
  return ok(planned)
}

/** Whose accounts the parts of a file are, or why it cannot be imported; its rows are not looked at. */
export async function ownAccountsOf(
  db: DbOrTx,
  { statement, accountId }: ReadFile,
): Promise<Result<{ account: OwnAccount; part: StatementAccount }[], PlanRefusal>> {
  const own = await db.selectFrom('ownBankAccounts').selectAll().execute()
  const ours: { account: OwnAccount; part: StatementAccount }[] = []
  for (const part of statement.accounts) {
    const account = part.account ? own.find((it) => isSame(it, part.account)) : own.find(({ id }) => id === accountId)
    if (!account)
      return part.account
        ? refuse('account_unknown', { account: accountWord(part.account) })
        : refuse('account_missing')
    if (account.endedAt) return refuse('account_ended', { account: accountWord(account) })
    const other = await db
      .selectFrom('bankImports')
      .select(['layout', 'fromOn', 'toOn'])
      .where('accountId', '=', account.id)
      .where('layout', '<>', statement.layout)
      .where('fromOn', '<=', part.toOn)
      .where('toOn', '>=', part.fromOn)
      .executeTakeFirst()
    if (other)
      return refuse('other_layout', {
        layout: statementLayoutWord[other.layout],
        from: formatDayWithYear(other.fromOn),
        to: formatDayWithYear(other.toOn),
      })
    ours.push({ account, part })
  }
  return ok(ours)
}

const isSame = (own: OwnAccount, named: NamedAccount | null) =>
  own.bank === named?.bank && own.branch === named.branch && own.number === named.number

export const accountWord = ({ bank, branch, number }: NamedAccount) => `${bank}-${branch}-${number}`

const idPrefix = 'id:'

/** The bank's own id; without one a row is known by its file and its place in it. */
export const keyOfRow = (sha256: string, row: StatementRow): string =>
  row.id === null ? `${sha256}:${row.ordinal}` : `${idPrefix}${row.id}`

async function freshRows(
  db: DbOrTx,
  account: OwnAccount,
  { days, rows }: StatementAccount,
): Promise<Iterable<FreshRow>> {
  const known = await rowsBefore(db, account, days)
  return {
    *[Symbol.iterator]() {
      const ids = new Set(known.ids)
      const equal = new Map(known.equal)
      for (const read of rows) {
        // without virtual accounts the code is one of the payer's bank: it is not kept, so rows are not told apart by it
        const isOurs = account.virtualAccounts || read.virtualAccount === null
        const row = isOurs ? read : { ...read, virtualAccount: null }
        if (row.id !== null) {
          if (ids.has(row.id)) continue
          ids.add(row.id)
        } else if (equal.size > 0) {
          const print = fingerprint(row)
          const before = equal.get(print) ?? 0
          if (before > 0) {
            equal.set(print, before - 1)
            continue
          }
        }
        yield { row, nature: natureOf(row, account) }
      }
    },
  }
}

/** What was imported of these days: the ids of the bank, and how many rows without one are equal. One day after the other. */
async function rowsBefore(db: DbOrTx, account: OwnAccount, days: readonly JstDate[]) {
  const ids = new Set<string>()
  const equal = new Map<string, number>()
  for (const day of days) {
    const stored = await db
      .selectFrom('bankRows')
      .select(['rowKey', 'onDay as on', 'valueOn', 'yen', 'payerKana', 'text', 'virtualAccount', 'edi'])
      .where('accountId', '=', account.id)
      .where('onDay', '=', day)
      .execute()
    for (const row of stored)
      if (row.rowKey.startsWith(idPrefix)) ids.add(row.rowKey.slice(idPrefix.length))
      else {
        const print = fingerprint(row)
        equal.set(print, (equal.get(print) ?? 0) + 1)
      }
  }
  return { ids, equal }
}

type Compared = Pick<StatementRow, 'on' | 'valueOn' | 'yen' | 'payerKana' | 'text' | 'virtualAccount' | 'edi'>

/** A digest: of a large file the texts themselves would be longer than the file. */
const fingerprint = ({ on, valueOn, yen, payerKana, text, virtualAccount, edi }: Compared): string =>
  hash('sha256', JSON.stringify([on, valueOn, yen, payerKana, text, virtualAccount, edi]), 'base64')

/** A withdrawal with a virtual account is a deposit that the bank gave back. */
function natureOf(row: StatementRow, { holderKana }: OwnAccount): DepositNature {
  if (row.nature !== 'normal') return row.nature
  if (row.yen < 0) return row.virtualAccount ? 'cancellation' : 'withdrawal'
  return isOwnReturn(row, holderKana) ? 'returned' : 'deposit'
}
