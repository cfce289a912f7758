import type { Encryption } from '#kernel/encryption.ts'
import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'
import { readBankKana } from '#modules/banking/account-kana.ts'
import { bankOf, branchOf } from '#modules/banking/bank-directory.server.ts'
import { accountPurpose } from '#modules/payouts/bank-account.server.ts'
import { accountWaitsMs } from '#modules/payouts/bank-account-labels.ts'
import type { Row } from '../bulk.ts'
import type { SeedFarm } from '../farms.ts'
import type { MakeId } from '../ids.ts'
import type { Random } from '../random.ts'

/** Real banks and branches; the numbers are invented. */
const branches = [
  ['0001', '108'],
  ['0005', '103'],
  ['0009', '106'],
  ['0010', '109'],
  ['0149', '112'],
  ['0130', '101'],
  ['0516', '204'],
] as const

type Given = {
  encryption: Encryption
  now: Date
  id: MakeId
  random: Random
  /** Has given none. */
  without: SeedFarm
  /** Has given another one yesterday, and has not confirmed it. */
  changing: SeedFarm
}

/** Into which accounts the farms are paid, in use since they joined. */
export async function farmAccounts(farms: readonly SeedFarm[], given: Given): Promise<Row<'bankAccounts'>[]> {
  const { now, without, changing } = given
  const accounts: Row<'bankAccounts'>[] = []
  for (const farm of farms) {
    if (farm === without || farm.row.status !== 'approved') continue
    const askedAt = momentOf(addDays(jstDateOf(farm.row.createdAt), 2), 20 * 60)
    const confirmedAt = new Date(askedAt.getTime() + 900_000)
    accounts.push(await accountOf(farm, given, askedAt, confirmedAt))
  }
  accounts.push(await accountOf(changing, given, new Date(now.getTime() - 20 * 3_600_000), null))
  return accounts
}

async function accountOf(
  { row, owner }: SeedFarm,
  { encryption, id, random }: Given,
  askedAt: Date,
  confirmedAt: Date | null,
): Promise<Row<'bankAccounts'>> {
  const [bankCode, branchCode] = random.pick(branches)
  const [bank, branch] = [await bankOf(bankCode), await branchOf(bankCode, branchCode)]
  const holder = readBankKana(row.kana)
  if (!bank || !branch || !holder.ok) throw new Error(`no account for ${row.name}`)
  const number = String(random.int(1_000_000, 9_999_999))
  return {
    id: id(askedAt),
    farmId: row.id,
    bankCode,
    bankName: bank.name,
    bankKana: bank.kana,
    branchCode,
    branchName: branch.name,
    branchKana: branch.kana,
    type: '1',
    sealedNumber: encryption.seal(accountPurpose, number),
    lastDigits: number.slice(-3),
    sealedHolder: encryption.seal(accountPurpose, holder.value),
    askedBy: owner.id,
    askedAt,
    confirmedAt,
    usableFrom: confirmedAt && new Date(confirmedAt.getTime() + accountWaitsMs),
    endedAt: null,
    endReason: null,
    blockedAt: null,
  }
}
