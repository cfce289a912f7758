import type { Selectable } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
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

/** One account of a file: which of its rows are new, and which were imported before. */
export type PlannedAccount = {
  account: OwnAccount
  fromOn: JstDate
  toOn: JstDate
  fresh: { row: StatementRow; nature: DepositNature }[]
  /** By their id, or equal in all that the bank says to a row of an earlier file. */
  known: number
}

type PlanRefusal = 'account_unknown' | 'account_missing' | 'account_ended' | 'other_layout'
type ReadFile = { statement: BankStatement; accountId: OwnBankAccountId | null }

/**
 * What an import of this file would add. A row is new if the bank's own id of it is, or, where it has none, if there are more
 * equal rows in this file than were imported of that day: two equal rows in one file are both real, and the same rows in a
 * file of another period are not counted again. An account that has ended takes no file but those it has.
 */
export async function planRows(
  db: DbOrTx,
  file: ReadFile & { sha256: string },
  { isImported = false } = {},
): Promise<Result<PlannedAccount[], PlanRefusal>> {
  const ours = await ownAccountsOf(db, file, { isImported })
  if (!ours.ok) return ours
  const planned: PlannedAccount[] = []
  for (const { account, part } of ours.value) {
    const { fromOn, toOn } = part
    const counted = isImported
      ? { fresh: [], known: part.rows.length }
      : await freshRows(db, file.sha256, account, part.rows)
    planned.push({ account, fromOn, toOn, ...counted })
  }
  return ok(planned)
}

/** Whose accounts the parts of a file are, or why it cannot be imported; its rows are not looked at. */
export async function ownAccountsOf(
  db: DbOrTx,
  { statement, accountId }: ReadFile,
  { isImported = false } = {},
): Promise<Result<{ account: OwnAccount; part: StatementAccount }[], PlanRefusal>> {
  const own = await db.selectFrom('ownBankAccounts').selectAll().execute()
  const ours: { account: OwnAccount; part: StatementAccount }[] = []
  for (const part of statement.accounts) {
    const account = part.account ? own.find((it) => isSame(it, part.account)) : own.find(({ id }) => id === accountId)
    if (!account)
      return part.account
        ? refuse('account_unknown', { account: accountWord(part.account) })
        : refuse('account_missing')
    if (account.endedAt && !isImported) return refuse('account_ended', { account: accountWord(account) })
    const other = await db
      .selectFrom('bankImports')
      .select(['layout', 'fromOn', 'toOn'])
      .where('accountId', '=', account.id)
      .where('layout', '<>', statement.layout)
      .where('fromOn', '<=', part.toOn)
      .where('toOn', '>=', part.fromOn)
      .executeTakeFirst()
    if (other)
      return refuse('other_layout', { layout: statementLayoutWord[other.layout], from: other.fromOn, to: other.toOn })
    ours.push({ account, part })
  }
  return ok(ours)
}

const isSame = (own: OwnAccount, named: NamedAccount | null) =>
  own.bank === named?.bank && own.branch === named.branch && own.number === named.number

export const accountWord = ({ bank, branch, number }: NamedAccount) => `${bank}-${branch}-${number}`

/** The bank's own id; without one a row is known by its file and its place in it. */
export const keyOfRow = (sha256: string, row: StatementRow): string =>
  row.id === null ? `${sha256}:${row.ordinal}` : `id:${row.id}`

async function freshRows(db: DbOrTx, sha256: string, account: OwnAccount, rows: readonly StatementRow[]) {
  let [first, last] = [rows[0]?.on, rows[0]?.on]
  if (!first || !last) return { fresh: [], known: 0 }
  for (const { on } of rows) {
    if (on < first) first = on
    if (on > last) last = on
  }
  const stored = await db
    .selectFrom('bankRows')
    .select(['rowKey', 'onDay', 'valueOn', 'yen', 'payerKana', 'text', 'virtualAccount', 'edi'])
    .where('accountId', '=', account.id)
    .where('onDay', '>=', first)
    .where('onDay', '<=', last)
    .execute()
  const keys = new Set(stored.map(({ rowKey }) => rowKey))
  const equal = new Map<string, number>()
  for (const { onDay, ...row } of stored) {
    const text = fingerprint({ ...row, on: onDay })
    equal.set(text, (equal.get(text) ?? 0) + 1)
  }
  const fresh: PlannedAccount['fresh'] = []
  for (const read of rows) {
    // without virtual accounts the code is one of the payer's bank: it is not kept, so rows are not told apart by it
    const isOurs = account.virtualAccounts || read.virtualAccount === null
    const row = isOurs ? read : { ...read, virtualAccount: null }
    // a key is long, and a hundred thousand of them are too: they are compared only where there is something to compare with
    if (keys.size > 0 && keys.has(keyOfRow(sha256, row))) continue
    if (row.id !== null) keys.add(keyOfRow(sha256, row))
    else if (equal.size > 0) {
      const text = fingerprint(row)
      const before = equal.get(text) ?? 0
      if (before > 0) {
        equal.set(text, before - 1)
        continue
      }
    }
    fresh.push({ row, nature: natureOf(row, account) })
  }
  return { fresh, known: rows.length - fresh.length }
}

type Compared = Pick<StatementRow, 'on' | 'valueOn' | 'yen' | 'payerKana' | 'text' | 'virtualAccount' | 'edi'>

const fingerprint = ({ on, valueOn, yen, payerKana, text, virtualAccount, edi }: Compared) =>
  JSON.stringify([on, valueOn, yen, payerKana, text, virtualAccount, edi])

/** A withdrawal with a virtual account is a deposit that the bank gave back. */
function natureOf(row: StatementRow, { holderKana }: OwnAccount): DepositNature {
  if (row.nature !== 'normal') return row.nature
  if (row.yen < 0) return row.virtualAccount ? 'cancellation' : 'withdrawal'
  return isOwnReturn(row, holderKana) ? 'returned' : 'deposit'
}
