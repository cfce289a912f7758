/** The accounts of the ledger. Those of the balance sheet keep a balance; the others are income and cost. */
export const accounts = {
  receivable: { ja: '売掛金', side: 'debit', of: 'restaurant' },
  payable: { ja: '農園への未払金', side: 'credit', of: 'farm' },
  bank: { ja: '普通預金', side: 'debit', of: null },
  card_clearing: { ja: 'カード決済未収金', side: 'debit', of: null },
  debit_clearing: { ja: '口座振替未収金', side: 'debit', of: null },
  suspense: { ja: '仮受金', side: 'credit', of: null },
  output_tax: { ja: '仮受消費税', side: 'credit', of: null },
  fees: { ja: '受取手数料', side: 'credit', of: null },
  late_charges: { ja: '遅延損害金', side: 'credit', of: null },
  bank_fees: { ja: '振込手数料', side: 'debit', of: null },
  claim_costs: { ja: '補償費', side: 'debit', of: null },
  bad_debt: { ja: '貸倒損失', side: 'debit', of: null },
} as const satisfies Record<string, { ja: string; side: 'debit' | 'credit'; of: 'restaurant' | 'farm' | null }>

export type Account = keyof typeof accounts
