import type { OrgStatus } from '#kernel/enums.ts'

/** Why there are no prices and no cart yet, and what to do about it. */
export const awaitingText: Record<OrgStatus, string | null> = {
  draft: '飲食店の登録が完了していません。登録を申し込み、承認されると、価格を確認して注文できます。',
  submitted: '飲食店の承認待ちです。価格は承認後に表示され、注文できるようになります（通常1営業日）。',
  returned: '飲食店の登録内容に修正が必要です。修正して申し込み、承認されると、価格を確認して注文できます。',
  rejected: '飲食店の登録は承認されませんでした。価格の確認や注文はできません。',
  suspended:
    '飲食店の利用が停止されています。価格の確認や新しい注文はできません。これまでに注文した商品の受け取りは続けられます。',
  closed: '飲食店は閉店扱いになっています。価格の確認や新しい注文はできません。',
  approved: null,
}
