import { z } from 'zod'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** After a token was made, so that one made by a stranger does not stay unnoticed. */
export const apiTokenMade = notificationKind('api_token_made', {
  about: null,
  data: z.object({ name: z.string(), until: z.string() }),
  message: ({ name, until }) => ({
    title: '連携用トークンをつくりました',
    summary: `「${name}」をつくりました。`,
    parts: [
      { text: 'ほかのソフトから「畝と皿」を使うためのトークンをつくりました。' },
      {
        facts: [
          ['名前', name],
          ['使える期限', until],
        ],
      },
      {
        text: '心あたりのないときは、だれかがつくったおそれがあります。すぐに取り消して、パスワードを変えてください。',
      },
      { button: 'トークンを見る・取り消す', to: ourPage('/profile/tokens') },
    ],
  }),
  sample: { name: '会計ソフト', until: '2027年2月22日' },
})
