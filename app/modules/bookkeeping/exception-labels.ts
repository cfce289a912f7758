/** What of the money needs a person, in the order of the page: the words, what is to be done, and where. */
export const exceptionWords = {
  unbalanced: {
    ja: '貸借が一致しない仕訳',
    todo: '全仕訳の合計が¥0ではありません。システム管理者に連絡してください。',
    to: '/admin/ledger/agreement',
  },
  differing: {
    ja: '書類と一致しない残高',
    todo: '相手先ごとの差額と明細を確認してください。',
    to: '/admin/ledger/agreement',
  },
  jobs: {
    ja: '失敗した自動処理',
    todo: '処理ごとの原因を確認し、再実行してください。完了するまで表示します。',
    to: '/admin/ledger/jobs',
  },
  missedInvoices: {
    ja: '自動で発行できなかった請求書',
    todo: '締めを実行し、発行できない場合は飲食店の登録内容を確認してください。',
    to: '/admin/billing#due',
  },
  stuckOrders: {
    ja: '締め日を過ぎても金額が確定していない注文',
    todo: '検収と報告の状況を確認してください。確定するまで請求されません。',
    to: '/admin/billing#stuck',
  },
  missedStatements: {
    ja: '自動で発行できなかった支払通知書',
    todo: '締めを実行し、発行できない場合は農園の登録内容を確認してください。',
    to: '/admin/statements',
  },
  outdated: {
    ja: '登録番号が現在の記録と異なる書類',
    todo: '現在の記録で書類を差し替えてください。',
    to: '/admin/documents',
  },
  deposits: {
    ja: '未消込の入金',
    todo: '請求書に消し込むか、理由を付けて保留にしてください。',
    to: '/admin/billing/deposits',
  },
  unfinishedFiles: {
    ja: '自動消込が中断している銀行明細',
    todo: '毎分、自動で再開しています。進まない場合は、システム管理者に連絡してください。',
    to: '/admin/billing/deposits',
  },
  lateDebits: {
    ja: '振替日を過ぎて結果のない口座振替',
    todo: '銀行から振替結果を受け取り、取り込んでください。',
    to: '/admin/billing/debits',
  },
  chargebacks: {
    ja: '対応中のチャージバック',
    todo: '注文と検収の記録を確認し、カード会社に回答してください。',
    to: '/admin/billing/cards',
  },
  cards: {
    ja: '応答のないカード決済',
    todo: 'カード会社にもう一度照会してください。',
    to: '/admin/billing/cards',
  },
  overdue: {
    ja: '期日を過ぎた未払いのある飲食店',
    todo: '督促の状況を確認し、発注の停止または入金の予定を決めてください。',
    to: '/admin/billing/credit',
  },
  returned: {
    ja: '組戻し・振込不能の支払い',
    todo: '農園に受取口座を確認し、次の振込で支払ってください。',
    to: '/admin/payouts#next',
  },
  unsentRuns: {
    ja: '振込日を過ぎた承認済みの振込',
    todo: '銀行の結果を確認し、振込済みにしてください。',
    to: '/admin/payouts#runs',
  },
  payRuns: {
    ja: '承認待ちの振込',
    todo: '作成者以外の担当者が内容を確認し、承認してください。',
    to: '/admin/payouts#runs',
  },
  longHolds: {
    ja: '支払期日の近い留保',
    todo: '報告の決定または異議への回答を完了してください。',
    to: '/admin/payouts#holds',
  },
  objections: {
    ja: '支払通知書への異議',
    todo: '明細を確認し、農園に回答してください。',
    to: '/admin/statements#objections',
  },
  claims: {
    ja: '決定待ちの報告',
    todo: '双方の記録を確認し、補償額を決定してください。',
    to: '/admin/claims',
  },
  negativeFarms: {
    ja: '残高がマイナスの農園',
    todo: '次の売上で相殺できない場合は、農園に請求してください。',
    to: '/admin/ledger/balances',
  },
} as const

export type MoneyExceptionKind = keyof typeof exceptionWords

export const moneyExceptionKinds = Object.keys(exceptionWords).filter(
  (key): key is MoneyExceptionKind => key in exceptionWords,
)

/** Of them those of invoices and of what pays them: `/admin/billing` opens with these. */
export const billingExceptionKinds = [
  'missedInvoices',
  'stuckOrders',
  'outdated',
  'deposits',
  'unfinishedFiles',
  'lateDebits',
  'chargebacks',
  'cards',
  'overdue',
] as const satisfies readonly MoneyExceptionKind[]
export type BillingExceptionKind = (typeof billingExceptionKinds)[number]
