import { z } from 'zod'
import { facts, notificationKind } from '#modules/notifications/notification-kind.ts'

const asked = {
  booked: { word: '集荷のお願い', text: '下記の荷物の集荷をお願いいたします。' },
  changed: { word: '集荷の変更', text: '先にお願いした集荷の内容が変わりました。下記が最新の内容です。' },
  cancelled: { word: '集荷の取り消し', text: '先にお願いした集荷は不要になりました。' },
} as const

/** To the depot of a carrier, which has no account: what waits at a farm on a day. The answer goes to the farm, by telephone. */
export const pickupRequest = notificationKind('pickup_request', {
  about: null,
  data: z.object({
    asked: z.enum(['booked', 'changed', 'cancelled']),
    farm: z.string(),
    phone: z.string(),
    address: z.string(),
    customerCode: z.string(),
    day: z.string(),
    parcels: facts,
  }),
  message: ({ asked: kind, farm, phone, address, customerCode, day, parcels }) => ({
    title: `${asked[kind].word}（${day}・${farm}）`,
    subject: `${asked[kind].word}（${day}・${farm}）`,
    heading: asked[kind].word,
    summary: `${farm}・${day}`,
    parts: [
      { text: asked[kind].text },
      {
        facts: [
          ['集荷日', day],
          ['ご依頼主', farm],
          ['住所', address],
          ['電話番号', phone],
          ...(customerCode ? [['お客様コード', customerCode] as const] : []),
          ...parcels,
        ],
      },
      { text: `ご連絡は、${farm}（${phone}）へお願いいたします。このメールには返信できません。` },
    ],
  }),
  sample: {
    asked: 'booked',
    farm: '佐藤農園',
    phone: '0267-12-3456',
    address: '長野県小諸市甲1234',
    customerCode: '',
    day: '11月25日(水)',
    parcels: [['冷蔵・100サイズ', '2個口']],
  },
})
