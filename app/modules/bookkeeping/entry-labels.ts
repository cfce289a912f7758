const words: Readonly<Record<string, string>> = {
  sale: '納品',
  adjustment: '修正',
  cancel_fee: '取消料',
  late_charge: '遅延損害金',
  payment: '入金',
  payment_match: '消込',
  payment_unmatch: '消込の取り消し',
  write_off: '貸倒れ',
  write_off_undone: '貸倒れの取り消し',
  card: 'カード',
  collection: '決済代行からの入金',
  statement: '支払通知書',
  payout: '振込',
  payout_fees: '振込手数料',
  payout_return: '組戻し・振込不能',
}

/** What is posted under another name says that name. */
export const entryKindWord = (kind: string): string => words[kind] ?? kind
