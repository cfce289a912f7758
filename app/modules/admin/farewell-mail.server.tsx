import { z } from 'zod'
import { notificationKind } from '#modules/notifications/notification-kind.ts'

/** The last mail: what is gone, what stays, and for how long. */
export const farewell = notificationKind('farewell', {
  about: null,
  data: z.object({ name: z.string(), places: z.array(z.string()) }),
  message: ({ name, places }) => ({
    title: '退会手続きが完了しました',
    summary: 'ご利用ありがとうございました。',
    parts: [
      { text: `${name} 様、これまで「畝と皿」をご利用いただき、ありがとうございました。` },
      places.length > 0 && { facts: [['同時に退会となった飲食店・農園', places.join('、')]] },
      {
        text: 'このメールアドレスでは今後サインインできません。お知らせの送信もこのメールが最後です。取引の記録（発行した書類、注文についてのチャットとメールを含む）と同意の記録は、法律で定められた期間のみ保存します。',
      },
      { text: 'お心当たりがない場合は、このメールに返信せず、サイトの「お問い合わせ」からすぐにご連絡ください。' },
    ],
  }),
  sample: { name: '森 亮介', places: ['ビストロ灯'] },
})
