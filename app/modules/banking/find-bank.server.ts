import { bankOf, branchOf, searchBanks, searchBranches } from './bank-directory.server.ts'
import { yuchoCode } from './yucho.ts'

/** What a page of an account has found by its address: `q`, `bank` and `branch`. */
export async function findBank(asked: URLSearchParams) {
  const q = asked.get('q') ?? ''
  const bank = await bankOf(asked.get('bank') ?? '')
  const branch = bank && (await branchOf(bank.code, asked.get('branch') ?? ''))
  const isYucho = bank?.code === yuchoCode
  const found = !q || branch || isYucho ? null : bank ? await searchBranches(bank.code, q) : await searchBanks(q)
  return { q, bank, branch, isYucho, found }
}
