import { z } from 'zod'
import { notificationKind } from '../notification-kind.ts'
import { ourPage } from '../our-page.ts'

/** To the owners of a place whose program has not answered for days. */
export const webhookStopped = notificationKind('webhook_stopped', {
  about: 'account',
  data: z.object({ webhookId: z.string(), host: z.string(), days: z.number() }),
  message: ({ webhookId, host, days }) => ({
    title: 'Webhookを止めました',
    summary: `${host} から${days}日間返事がありません。`,
    parts: [
      {
        text: `${days}日のあいだ、送り先から返事がなかったので、知らせるのを止めました。送り先を直したら、記録の画面からまた始められます。止まるまでに送れなかったものも、その画面から送り直せます。`,
      },
      { facts: [['送り先', host]] },
      { button: '記録を見る', to: ourPage(`/profile/webhooks/${webhookId}`) },
    ],
  }),
  sample: { webhookId: '1', host: 'hook.example.jp', days: 5 },
})
