import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { BankFileId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { type Yen, yen, zeroYen } from '#kernel/yen.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { statementLayoutWord } from '#modules/banking/bank-statement.ts'
import { requireSeesDeposits } from './deposit-access.ts'
import type { DepositNature } from './match-deposit.ts'
import { accountWord, type OwnAccount, type PlannedAccount, planRows } from './plan-import.server.ts'
import { depositRefusals } from './refusal-text.ts'
import { readStored, storedFile } from './stored-bank-file.server.ts'

type Sum = { count: number; yen: Yen }
type Sums = Record<'deposits' | 'withdrawals' | 'others', Sum>

export type BankFileAccount = Sums & { account: string; fromOn: JstDate; toOn: JstDate }

/**
 * What the import of a file would add of each account, or has added. `known`: rows that had been imported before. `matching`: how
 * many deposits have been looked at, while the others wait for it.
 */
export const bankFilePreview = query('deposits.see', async (ctx: Ctx, fileId: BankFileId) => {
  requireSeesDeposits(ctx)
  const imported = await ctx.db.selectFrom('bankImports').select('at').where('fileId', '=', fileId).executeTakeFirst()
  return imported ? bankFileAsImported(ctx, fileId, imported.at) : bankFileToImport(ctx, fileId)
})

async function bankFileToImport(ctx: Ctx, fileId: BankFileId) {
  const { file, statement } = await readStored(ctx, fileId)
  const plan = await planRows(ctx.db, { statement, accountId: file.accountId })
  const accounts = plan.ok ? plan.value.map(plannedSums) : []
  return {
    name: file.name,
    layout: statementLayoutWord[file.layout],
    rowCount: file.rowCount,
    warnings: statement.warnings,
    importedAt: null,
    matching: null,
    refused: plan.ok ? null : depositRefusals().text(plan.refusal, plan.detail),
    accounts,
    known: plan.ok ? file.rowCount - countOf(accounts) : 0,
  }
}

/** Without reading the file again: its page asks every few seconds how far the matching is. */
async function bankFileAsImported({ db }: Ctx, fileId: BankFileId, importedAt: Date) {
  const file = await storedFile(db, fileId)
  const accounts = await importedSums(db, fileId)
  return {
    name: file.name,
    layout: statementLayoutWord[file.layout],
    rowCount: file.rowCount,
    warnings: [],
    importedAt,
    matching: await progressOf(db, fileId),
    refused: null,
    accounts,
    known: file.rowCount - countOf(accounts),
  }
}

const none = (): Sums => ({
  deposits: { count: 0, yen: zeroYen },
  withdrawals: { count: 0, yen: zeroYen },
  others: { count: 0, yen: zeroYen },
})

const sumOf = (nature: DepositNature): keyof Sums =>
  nature === 'deposit' ? 'deposits' : nature === 'withdrawal' ? 'withdrawals' : 'others'

const countOf = (accounts: readonly Sums[]): number =>
  accounts.reduce((sum, it) => sum + it.deposits.count + it.withdrawals.count + it.others.count, 0)

const nameOf = (account: Pick<OwnAccount, 'name' | 'bank' | 'branch' | 'number'>) =>
  `${account.name}（${accountWord(account)}）`

function plannedSums({ account, fromOn, toOn, fresh }: PlannedAccount): BankFileAccount {
  const sums = none()
  for (const { row, nature } of fresh) {
    const sum = sums[sumOf(nature)]
    sum.count += 1
    sum.yen = yen(sum.yen + row.yen)
  }
  return { account: nameOf(account), fromOn, toOn, ...sums }
}

async function importedSums(db: DbOrTx, fileId: BankFileId): Promise<BankFileAccount[]> {
  const accounts = await db
    .selectFrom('bankImports')
    .innerJoin('ownBankAccounts', 'ownBankAccounts.id', 'bankImports.accountId')
    .select(['accountId', 'fromOn', 'toOn', 'name', 'bank', 'branch', 'number'])
    .where('fileId', '=', fileId)
    .orderBy('accountId')
    .execute()
  const rows = await db
    .selectFrom('bankRows')
    .select(({ fn }) => ['accountId', 'nature', fn.countAll<number>().as('count'), fn.sum<string>('yen').as('yen')])
    .where('fileId', '=', fileId)
    .groupBy(['accountId', 'nature'])
    .execute()
  return accounts.map(({ accountId, fromOn, toOn, ...account }) => {
    const sums = none()
    for (const row of rows.filter((it) => it.accountId === accountId)) {
      const sum = sums[sumOf(row.nature)]
      sum.count += Number(row.count)
      sum.yen = yen(sum.yen + Number(row.yen))
    }
    return { account: nameOf(account), fromOn, toOn, ...sums }
  })
}

/** Null once every deposit was looked at. */
async function progressOf(db: DbOrTx, fileId: BankFileId): Promise<{ looked: number; of: number } | null> {
  const { rows } = await sql<{ looked: number; of: number }>`
    select count(*) filter (where b.ordinal <= m.through)::int as looked, count(*)::int as of
      from bank_matchings m join bank_rows b using (file_id)
     where m.file_id = ${fileId} and m.ended_at is null and b.payment_id is not null
    having count(*) > 0`.execute(db)
  return rows[0] ?? null
}
