import { z } from 'zod'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** To whom a document was issued: another one has taken its place. */
export const documentReplaced = notificationKind('document_replaced', {
  about: null,
  data: z.object({
    recipient: z.string(),
    word: z.string(),
    before: z.string(),
    number: z.string(),
    reason: z.string(),
    page: z.templateLiteral(['/', z.string()]),
  }),
  message: ({ recipient, word, before, number, reason, page }) => ({
    title: `${word} ${before} を ${number} に差し替えました`,
    summary: `${before} は無効です。${number} を保存してください。金額は変わりません。`,
    parts: [
      {
        facts: [
          ['宛先', recipient],
          ['無効になった番号', before],
          ['新しい番号', number],
          ['理由', reason],
        ],
      },
      { button: `${word}を見る`, to: ourPage(page) },
    ],
  }),
  sample: {
    recipient: '株式会社ビストロ若葉',
    word: '請求書',
    before: 'S2026-000001',
    number: 'S2026-000009',
    reason: '宛先の会社名に誤りがあったため',
    page: '/restaurant/documents' as const,
  },
})
