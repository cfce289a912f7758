import { z } from 'zod'
import { notificationKind } from '../notification-kind.ts'
import { ourPage } from '../our-page.ts'

/** To the owners of a place whose program has not answered for days. */
export const webhookStopped = notificationKind('webhook_stopped', {
  about: 'account',
  data: z.object({ webhookId: z.string(), host: z.string(), days: z.number() }),
  message: ({ webhookId, host, days }) => ({
    title: 'Webhookを停止しました',
    summary: `${host} から${days}日間応答がありません。`,
    parts: [
      {
        text: `${days}日間、送信先から応答がなかったため、通知を停止しました。送信先を修正後、履歴の画面から再開できます。停止までに送信できなかった通知も、その画面から再送できます。`,
      },
      { facts: [['送信先', host]] },
      { button: '履歴を見る', to: ourPage(`/profile/webhooks/${webhookId}`) },
    ],
  }),
  sample: { webhookId: '1', host: 'hook.example.jp', days: 5 },
})
