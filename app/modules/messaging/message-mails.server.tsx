import { z } from 'zod'
import { notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { ourPage } from '#modules/notifications/our-page.ts'

/** To a reader who has not read for some minutes what the other side wrote. `words`: null for a picture or a product. */
export const conversationNews = notificationKind('talk_news', {
  about: 'message',
  data: z.object({ writer: z.string(), words: z.string().nullable(), count: z.number(), address: page }),
  message: ({ writer, words, count, address }) => ({
    title: `${writer}から、メッセージが届いています${count > 1 ? `（${count}件）` : ''}`,
    heading: `${writer}から、メッセージが届いています`,
    summary: words ? `「${words}」` : '写真または商品が届いています。',
    parts: [
      words ? { quote: words } : { text: '写真または商品が届いています。' },
      { text: 'このメールに返信しても相手には届きません。チャットから返信してください。' },
      { button: 'チャットを開く', to: address },
    ],
  }),
  sample: {
    writer: '佐藤農園',
    words: '明日の大玉トマトは、いつもより少し小さめです。よろしいですか。',
    count: 1,
    address: ourPage('/restaurant/Chat'),
  },
})
