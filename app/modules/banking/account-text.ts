import type { AccountType } from './yucho.ts'

export const accountTypeWord: Record<AccountType, string> = { '1': '普通', '2': '当座', '4': '貯蓄' }

export type HiddenAccount = { bankName: string; branchName: string; type: AccountType; lastDigits: string }

/** みずほ 新宿 普通 ****567 */
export const accountText = ({ bankName, branchName, type, lastDigits }: HiddenAccount): string =>
  `${bankName} ${branchName} ${accountTypeWord[type]} ****${lastDigits}`
