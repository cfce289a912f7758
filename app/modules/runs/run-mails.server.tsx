import { z } from 'zod'
import { formatYen } from '#kernel/format.ts'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** To the owners of a farm that another farm invites to its run. */
export const runInvited = notificationKind('run_invited', {
  about: 'account',
  data: z.object({ runner: z.string(), run: z.string(), areas: z.string(), minimumYen: z.number() }),
  message: ({ runner, run, areas, minimumYen }) => ({
    title: `${runner}から共同便「${run}」への招待が届きました`,
    heading: '共同便への招待',
    summary: `お届け地域：${areas}`,
    parts: [
      {
        facts: [
          ['便', run],
          ['運行', runner],
          ['お届け地域', areas],
          ['最低運賃（税抜）', formatYen(minimumYen)],
        ],
      },
      { text: '参加すると、飲食店は貴農園の商品をこの便で受け取れるようになります。参加はいつでも終了できます。' },
      { button: '招待を確認する', to: ourPage('/farmer/runs') },
    ],
  }),
  sample: { runner: '佐藤農園', run: '匝瑳・東京便', areas: '東京都', minimumYen: 1_900 },
})
