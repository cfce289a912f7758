import { z } from 'zod'
import { notificationKind } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** After a token was made, so that one made by a stranger does not stay unnoticed. */
export const apiTokenMade = notificationKind('api_token_made', {
  about: null,
  data: z.object({ name: z.string(), until: z.string() }),
  message: ({ name, until }) => ({
    title: '連携用トークンを作成しました',
    summary: `「${name}」を作成しました。`,
    parts: [
      { text: '他のソフトから「畝と皿」を利用するためのトークンを作成しました。' },
      {
        facts: [
          ['名前', name],
          ['有効期限', until],
        ],
      },
      {
        text: 'お心当たりがない場合は、第三者が作成したおそれがあります。すぐに取り消し、パスワードを変更してください。',
      },
      { button: 'トークンを確認・取り消す', to: ourPage('/profile/tokens') },
    ],
  }),
  sample: { name: '会計ソフト', until: '2027年2月22日' },
})
