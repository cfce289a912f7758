import { z } from 'zod'
import { notificationKind } from '#modules/notifications/notification-kind.ts'

/** The last mail: what is gone, what stays, and for how long. */
export const farewell = notificationKind('farewell', {
  about: null,
  data: z.object({ name: z.string(), places: z.array(z.string()) }),
  message: ({ name, places }) => ({
    title: '退会の手続きが終わりました',
    summary: 'ありがとうございました。',
    parts: [
      { text: `${name} さん、いままで「畝と皿」を使っていただき、ありがとうございました。` },
      places.length > 0 && { facts: [['いっしょに閉じたところ', places.join('、')]] },
      {
        text: 'このアドレスでは、もうサインインできません。お知らせも、これが最後です。取引の記録と同意の記録は、法律で決まった期間だけ残します。',
      },
      { text: '心あたりのないときは、このメールに返信せず、サイトの「お問い合わせ」からすぐにお知らせください。' },
    ],
  }),
  sample: { name: '森 亮介', places: ['ビストロ灯'] },
})
