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
