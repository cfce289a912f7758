import type { DepositDesk } from './deposit-queries.server.ts'
import type { DepositNature } from './match-deposit.ts'

export const depositDeskWord: Record<DepositDesk, string> = {
  unmatched: '未消込',
  held: '保留',
  matched: '消込済み',
}

export const depositNatureWord: Record<DepositNature, string> = {
  deposit: '入金',
  withdrawal: '出金',
  correction: '訂正',
  cancellation: '取消',
  returned: '組戻し',
}

/** The accounts of what others collect from restaurants for us. */
export const collectedAccounts = ['card_clearing', 'debit_clearing'] as const
export type Collected = (typeof collectedAccounts)[number]

export const collectedWord: Record<Collected, string> = {
  card_clearing: 'カード決済（決済会社からの入金）',
  debit_clearing: '口座振替（収納機関からの入金）',
}
