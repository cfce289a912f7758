/**
 * What the history calls a thing that happened, as staff read it. By what it is about; every kind that the code
 * records stands here once (event-words.test.ts finds them in the code).
 */
export const eventGroups = {
  注文: {
    order_placed: '注文',
    order_accepted: '注文を受けた',
    order_declined: '注文をことわった',
    order_expired: '返事がなく取り消し',
    order_cancelled: '注文の取り消し',
    order_preparing: '箱づめをはじめた',
    order_shipped: '発送',
    order_delivered: 'お届け',
    order_inspected: '検収',
    order_finalized: '注文の確定',
    line_confirmed_less: '注文より少なく受けた',
    line_dropped: '品をやめた',
    line_short: '数が足りない',
    line_weighed: '重さをはかった',
    line_packed_again: '箱づめの直し',
    line_received_less: '届いた数のちがい',
  },
  申請と会員: {
    organisation_draft: '入力中にした',
    organisation_submitted: '申請',
    organisation_approved: '承認',
    organisation_returned: '差し戻し',
    organisation_rejected: 'おことわり',
    organisation_suspended: '利用停止',
    organisation_closed: '退会',
    organisation_edited: '登録内容の変更',
    organisation_noted: '内部メモ（会員）',
    organisation_phoned: '電話の記録',
    organisation_messaged: '連絡のメール',
    person_suspended: '本人の利用停止',
    person_lifted: '本人の利用再開',
    document_added: '書類の追加',
    document_removed: '書類の削除',
    document_checked: '書類の確認',
  },
  アカウント: {
    email_verified: 'メールアドレスの確認',
    profile_changed: '登録内容の直し',
    name_changed: 'お名前の変更',
    email_change_asked: 'メールアドレス変更の申し込み',
    email_changed: 'メールアドレスの変更',
    email_recovered: 'メールアドレスをもどした',
    password_changed: 'パスワードの変更',
    password_reset: 'パスワードの再設定',
    session_ended: '端末のサインアウト',
    second_factor_on: '2段階認証を入れた',
    second_factor_off: '2段階認証をはずした',
    backup_codes_renewed: '予備コードの作り直し',
    backup_code_used: '予備コードでサインイン',
    passkey_added: 'パスキーの追加',
    passkey_removed: 'パスキーの削除',
    personal_data_exported: '自分のデータの書き出し',
    account_closed: 'アカウントの退会',
  },
  運営: {
    admin_signed_in: '運営のサインイン',
    admin_invited: '運営の人の招待',
    admin_joined: '運営の人の参加',
    admin_disabled: '運営の人の停止',
    admin_enabled: '運営の人の再開',
    factor_reset_asked: '2段階認証の取り消しの申し出',
    factor_reset_confirmed: '2段階認証の取り消しの確認',
    factor_reset_withdrawn: '2段階認証の取り消しをやめた',
    factor_reset_by_command: 'コマンドで2段階認証を取り消した',
    admin_set_up_again: '運営の人の入れ直し',
    announcement_written: 'お知らせの作成',
    announcement_changed: 'お知らせの変更',
    announcement_withdrawn: 'お知らせの取り下げ',
    page_published: 'ページの公開',
    inquiry_answered: 'お問い合わせへの返事',
    inquiry_moved: 'お問い合わせの状態',
    inquiry_noted: '内部メモ（お問い合わせ）',
    inquiry_assigned: 'お問い合わせの担当',
  },
} as const

const words = new Map<string, string>(Object.values(eventGroups).flatMap((group) => Object.entries(group)))

export const isEventKind = (kind: string): boolean => words.has(kind)

/** The word of a kind; one of an older version of ours that has none any more is shown as it was written. */
export const eventWord = (kind: string): string => words.get(kind) ?? kind
